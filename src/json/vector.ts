// Reads arrays of numbers into a Float32Array, which is the most expensive part of a request. vector-scanner.ts reads
// nearly all of them, in a third to two thirds of the time; the code below is for the few that it declines.
// The decision: at most 15 digits of a number are read, which a double holds exactly, with a proof that the others
// cannot change the f32. Only if they could (about one long number in a million), the text is passed to Number(). An
// array with an item that is not a number, or not finite as f32, is declined at that item; the ordinary reader reads it
// again and finds the syntax error, or gives the validator the items to report.
import { type Bytes, latin1 } from "./node-bytes.ts";
import {
  CLOSE_BRACKET,
  COMMA,
  DOT,
  LOWER_CASE,
  LOWER_E,
  MINUS,
  PLUS,
  scanExponent,
  scanNumber,
  skipSpace,
  ZERO,
} from "./syntax.ts";
import { newScanner, type ReadVector, type VectorScanner } from "./vector-scanner.ts";

const POINT = DOT ^ ZERO;

/**
 * While the digits so far are below this, one more keeps them below 10^9, hence in 32 bits, where arithmetic is fast.
 */
const NINE_DIGIT_LIMIT = 1e8;

/** The number of digits that are read after the first nine. */
const MORE_DIGITS = 6;

/** The powers of ten that a double holds exactly: 5^22 < 2^53 < 5^23. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Bounds of the exact value. A number of which all digits were read is m * 10^n or m / 10^n, both exact in a double:
 * the one rounding gives the value of JSON.parse (Clinger). With digits left out, m (10^14 <= m < 10^15) stands for a
 * number in [m, m + 1): a relative error below 10^-14. The scaling, JSON.parse and each bound round once, by at most
 * 2^-53 or 1.2 * 10^-16. Twice 10^-14 covers them all, so the double D of JSON.parse lies between v * BELOW and v *
 * ABOVE; rounding to f32 is monotone, so if both ends round to the same float, D does too.
 */
const BELOW = 1 - 2e-14;
const ABOVE = 1 + 2e-14;

/** The largest dimension of a collection; longer arrays get a buffer of their own, which is not kept. */
const SCRATCH_LENGTH = 65_536;
/** Longer arrays are not vectors of any collection, and are read item by item. */
export const MAX_NUMBERS = SCRATCH_LENGTH * 2;
const scratch = new Float32Array(SCRATCH_LENGTH);

/** Made when the first vector is read; null where WebAssembly is forbidden. */
let scanner: VectorScanner | null | undefined;

/** Returns the array whose bracket is at `open`, or undefined if an item is not a number that is finite as f32. */
export function readVector(bytes: Bytes, open: number): ReadVector | undefined {
  scanner ??= scanner === undefined ? newScanner() : null;
  return scanner?.read(bytes, open + 1) ?? readClosely(bytes, open);
}

/** Reads an array as {@link readVector} does, by the exact method. */
export function readClosely(bytes: Bytes, open: number): ReadVector | undefined {
  // Bounds are not checked here: after the end a typed array gives undefined, which is no digit, comma or bracket.
  let values = scratch;
  let count = 0;
  let at = skipSpace(bytes, open + 1);
  if (bytes[at] === CLOSE_BRACKET) return { values: new Float32Array(0), end: at + 1 };
  for (;;) {
    const start = at;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at++;
    let mantissa = bytes[at]! ^ ZERO;
    if (mantissa > 9) return undefined;
    let digit = bytes[++at]! ^ ZERO;
    if (mantissa === 0 && digit <= 9) return undefined;
    while (digit <= 9 && mantissa < NINE_DIGIT_LIMIT) {
      mantissa = Math.imul(mantissa, 10) + digit;
      digit = bytes[++at]! ^ ZERO;
    }

    let digits = mantissa;
    let power = 0;
    let isTruncated = false;
    if (digit === POINT) {
      const fraction = ++at;
      digit = bytes[at]! ^ ZERO;
      if (digit > 9) return undefined;
      while (digit <= 9 && mantissa < NINE_DIGIT_LIMIT) {
        mantissa = Math.imul(mantissa, 10) + digit;
        digit = bytes[++at]! ^ ZERO;
      }
      const ninth = at;
      const last = at + MORE_DIGITS;
      let more = 0;
      while (digit <= 9 && at < last) {
        more = Math.imul(more, 10) + digit;
        digit = bytes[++at]! ^ ZERO;
      }
      digits = mantissa * POWERS_OF_TEN[at - ninth]! + more;
      power = fraction - at;
      isTruncated = digit <= 9;
      if (isTruncated) at = endOfDigits(bytes, at);
    }

    if ((bytes[at]! | LOWER_CASE) === LOWER_E) {
      const exponent = at + 1;
      at = scanExponent(bytes, exponent);
      power += exponentValue(bytes, exponent, at);
    }
    // NaN if the table does not have the power.
    let value = power > 0 ? digits * POWERS_OF_TEN[power]! : digits / POWERS_OF_TEN[-power]!;
    if (isNegative) value = -value;
    const isDoubtful = isTruncated && Math.fround(value * BELOW) !== Math.fround(value * ABOVE);
    if (isDoubtful || (bytes[at]! ^ ZERO) <= 9 || Number.isNaN(value)) {
      at = scanNumber(bytes, start);
      value = Number(latin1(bytes, start, at));
      if (!Number.isFinite(Math.fround(value))) return undefined;
    }
    if (count === values.length) {
      if (count === MAX_NUMBERS) return undefined;
      values = grown(values);
    }
    values[count++] = value;

    if (bytes[at]! <= 0x20) at = skipSpace(bytes, at);
    const byte = bytes[at++];
    if (byte === CLOSE_BRACKET) return { values: values.slice(0, count), end: at };
    if (byte !== COMMA) return undefined;
    if (bytes[at]! <= 0x20) at = skipSpace(bytes, at);
  }
}

function endOfDigits(bytes: Uint8Array, at: number): number {
  while ((bytes[at]! ^ ZERO) <= 9) at++;
  return at;
}

/** Returns the value of the exponent from `at`, which may begin with its sign, to `end`. */
function exponentValue(bytes: Uint8Array, at: number, end: number): number {
  const sign = bytes[at];
  let value = 0;
  for (let next = sign === PLUS || sign === MINUS ? at + 1 : at; next < end; next++) {
    value = value * 10 + (bytes[next]! ^ ZERO);
  }
  return sign === MINUS ? -value : value;
}

function grown(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2);
  larger.set(values);
  return larger;
}
