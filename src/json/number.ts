// The value of a number that is not part of a packed vector: ids, limits, scores, and vectors that could not be packed.
// The decision: a literal without fraction and exponent keeps its digits, as a bigint when a double cannot hold them;
// JSON.parse turns the id 13570027672830659665 into ...660000, and a delete would hit the wrong point.
import type { Buffer } from "node:buffer";
import { MINUS, scanInteger, ZERO } from "./syntax.ts";

/** Every integer of so many digits is below 2^53. */
const EXACT_DIGITS = 15;

/**
 * Longer integers are read as doubles. Nothing accepts more than the 20 digits of 2^64 - 1, and the time BigInt takes
 * grows faster than the text: a body of digits alone would stop the server.
 */
export const MAX_INTEGER_DIGITS = 1000;

/** The value of the number that a scanner found from `start` to `end`. */
export function numberValue(bytes: Buffer, start: number, end: number): number | bigint {
  const isInteger = scanInteger(bytes, start) === end;
  if (isInteger && end - start <= EXACT_DIGITS) return smallInteger(bytes, start, end);
  const text = bytes.toString("latin1", start, end);
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
