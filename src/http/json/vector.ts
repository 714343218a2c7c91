// Number arrays read straight into a Float32Array: the part of a request that costs.
// The decision: read at most 15 digits of a number, which a double holds exactly, and prove that the rest cannot matter;
// only when it could (about one long number in a million), or with an exponent, is the text handed to Number().
// What is not an array of numbers, finite as f32, is declined at the first such item, and the ordinary reader goes over
// it again: that one finds the syntax error, or gives the validator the items to name.
import type { Buffer } from "node:buffer";
import {
  CLOSE_BRACKET,
  COMMA,
  DOT,
  LOWER_CASE,
  LOWER_E,
  MINUS,
  scanNumber,
  skipSpace,
  ZERO,
} from "./syntax.ts";

const POINT = DOT ^ ZERO;

/** While the digits so far are below this, one more keeps them below 10^9, hence in 32 bits: the fast arithmetic. */
const ROOM = 1e8;

/** How many digits are read after the first nine. */
const MORE_DIGITS = 6;

/** The powers of ten that a double holds exactly: 5^22 < 2^53 < 5^23. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * A number of which all digits were read is m / 10^n, both exact in a double: the one rounding of the division gives
 * what JSON.parse gives (Clinger). With digits left out, m (10^14 <= m < 10^15) stands for a number in [m, m + 1): a
 * relative error below 10^-14. The division, JSON.parse and each bound round once, by at most 2^-53 or 1.2 * 10^-16.
 * Twice 10^-14 covers them all, so the double D of JSON.parse lies in [v * BELOW, v * ABOVE]; rounding to f32 is monotone, so when both ends round to the same float, D does too.
 */
const BELOW = 1 - 2e-14;
const ABOVE = 1 + 2e-14;

/** The largest dimension a collection can have; longer arrays get a scratch of their own, not kept. */
const SCRATCH_LENGTH = 65_536;
const scratch = new Float32Array(SCRATCH_LENGTH);

export interface ReadVector {
  readonly values: Float32Array;
  readonly end: number;
}

/** The array whose bracket is at `open`; undefined when it is not one of numbers, finite as f32. */
export function readVector(bytes: Buffer, open: number): ReadVector | undefined {
  // No bounds are checked here: past the end a typed array gives undefined, which is no digit, comma or bracket.
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
    while (digit <= 9 && mantissa < ROOM) {
      mantissa = Math.imul(mantissa, 10) + digit;
      digit = bytes[++at]! ^ ZERO;
    }

    let value = mantissa;
    if (digit === POINT) {
      const fraction = ++at;
      digit = bytes[at]! ^ ZERO;
      if (digit > 9) return undefined;
      while (digit <= 9 && mantissa < ROOM) {
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
      const places = at - fraction;
      // More places than the table has make it NaN.
      value = (mantissa * POWERS_OF_TEN[at - ninth]! + more) / POWERS_OF_TEN[places]!;
      if (digit <= 9) {
        if (Math.fround(value * BELOW) !== Math.fround(value * ABOVE)) value = Number.NaN;
        do digit = bytes[++at]! ^ ZERO;
        while (digit <= 9);
      }
    }
    if (isNegative) value = -value;

    let byte = digit ^ ZERO;
    if (digit <= 9 || (byte | LOWER_CASE) === LOWER_E || Number.isNaN(value)) {
      at = scanNumber(bytes, start);
      value = Number(bytes.toString("latin1", start, at));
      if (!Number.isFinite(Math.fround(value))) return undefined;
      byte = bytes[at]!;
    }
    if (count === values.length) values = grown(values);
    values[count++] = value;

    if (byte <= 0x20) {
      at = skipSpace(bytes, at);
      byte = bytes[at]!;
    }
    at++;
    if (byte === CLOSE_BRACKET) return { values: values.slice(0, count), end: at };
    if (byte !== COMMA) return undefined;
    if (bytes[at]! <= 0x20) at = skipSpace(bytes, at);
  }
}

function grown(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2);
  larger.set(values);
  return larger;
}
