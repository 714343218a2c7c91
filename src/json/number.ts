// The value of a number outside packed vectors: ids, limits, scores, and vectors that could not be packed.
// The decision: a literal without fraction and exponent keeps its digits, as a bigint if a double cannot hold them.
// JSON.parse turns the id 13570027672830659665 into ...660000, and a delete would hit the wrong point. Where a shape
// asks for it (payloads that are changed or matched), a number whose spelling matters is a Float.
import { type Bytes, latin1 } from "./node-bytes.ts";
import { MINUS, scanInteger, ZERO } from "./syntax.ts";

/** Every integer of at most this number of digits is below 2^53. */
const EXACT_DIGITS = 15;

/** The longest number outside payloads; longer ones are refused where they begin. */
export const MAX_NUMBER_CHARACTERS = 1000;

/**
 * Longer integers are read as doubles. Nothing accepts more than the 20 digits of 2^64 - 1, and the time of BigInt
 * grows faster than the text: a body of digits alone would block the server.
 */
const MAX_INTEGER_DIGITS = 1000;

/**
 * A number that was written as a float although its value is whole (5.0, 1e3), or that no double can hold (1e400). It
 * keeps its spelling: it is not equal to an integer, and is written as it was read.
 */
export class Float {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): number {
    return Number(this.text);
  }
}

/** Returns the value of a number as {@link numberValue} does, with floats distinguished from integers. */
export function exactValue(bytes: Bytes, start: number, end: number): number | bigint | Float {
  const value = numberValue(bytes, start, end);
  if (typeof value === "bigint") return value;
  const isPlain = Number.isInteger(value) ? scanInteger(bytes, start) === end : Number.isFinite(value);
  return isPlain && !Object.is(value, -0) ? value : new Float(latin1(bytes, start, end));
}

/** Returns the value of the number that a scanner found from `start` to `end`. */
export function numberValue(bytes: Bytes, start: number, end: number): number | bigint {
  const isInteger = scanInteger(bytes, start) === end;
  if (isInteger && end - start <= EXACT_DIGITS) return smallInteger(bytes, start, end);
  const text = latin1(bytes, start, end);
  const value = Number(text);
  if (!isInteger || Number.isSafeInteger(value) || text.length > MAX_INTEGER_DIGITS) return value;
  return BigInt(text);
}

function smallInteger(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at++) value = value * 10 + (bytes[at]! ^ ZERO);
  return isNegative ? -value : value;
}
