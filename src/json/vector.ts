// Number arrays read straight into a Float32Array: the part of a request that costs.
// Nearly all are read by vector-scanner.ts, in a third to two thirds of the time; what follows here is for the few that it declines.
// The decision: read at most 15 digits of a number, which a double holds exactly, and prove that the rest cannot matter;
// only when it could (about one long number in a million) is the text handed to Number().
// What is not an array of numbers, finite as f32, is declined at the first such item, and the ordinary reader goes over
// it again: that one finds the syntax error, or gives the validator the items to name.
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

/** While the digits so far are below this, one more keeps them below 10^9, hence in 32 bits: the fast arithmetic. */
const ROOM = 1e8;

/** How many digits are read after the first nine. */
const MORE_DIGITS = 6;

/** The powers of ten that a double holds exactly: 5^22 < 2^53 < 5^23. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * A number of which all digits were read is m * 10^n or m / 10^n, both exact in a double: the one rounding gives
 * what JSON.parse gives (Clinger). With digits left out, m (10^14 <= m < 10^15) stands for a number in [m, m + 1): a
 * relative error below 10^-14. The scaling, JSON.parse and each bound round once, by at most 2^-53 or 1.2 * 10^-16.
 * Twice 10^-14 covers them all, so the double D of JSON.parse lies between v * BELOW and v * ABOVE; rounding to f32 is
 * monotone, so when both ends round to the same float, D does too.
 */
const BELOW = 1 - 2e-14;
const ABOVE = 1 + 2e-14;

/** The largest dimension a collection can have; longer arrays get a scratch of their own, not kept. */
const SCRATCH_LENGTH = 65_536;
/** Longer arrays are no vectors of any collection, and read item by item. */
export const MAX_NUMBERS = SCRATCH_LENGTH * 2;
const scratch = new Float32Array(SCRATCH_LENGTH);

/** Made when the first vector comes. */
let scanner: VectorScanner | null | undefined;

/** The array whose bracket is at `open`; undefined when it is not one of numbers, finite as f32. */
export function readVector(bytes: Bytes, open: number): ReadVector | undefined {
  scanner ??= scanner === undefined ? newScanner() : null;
  return scanner?.read(bytes, open + 1) ?? readClosely(bytes, open);
}

/** The same, whatever is to be thought of. */
export function readClosely(bytes: Bytes, open: number): ReadVector | undefined {
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

    let digits = mantissa;
    let power = 0;
    let isCut = false;
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
      digits = mantissa * POWERS_OF_TEN[at - ninth]! + more;
      power = fraction - at;
      isCut = digit <= 9;
      if (isCut) at = endOfDigits(bytes, at);
    }

    if ((bytes[at]! | LOWER_CASE) === LOWER_E) {
      const exponent = at + 1;
      at = scanExponent(bytes, exponent);
      power += exponentValue(bytes, exponent, at);
    }
    // A power that the table does not have makes it NaN.
    let value = power > 0 ? digits * POWERS_OF_TEN[power]! : digits / POWERS_OF_TEN[-power]!;
    if (isNegative) value = -value;
    const isDoubtful = isCut && Math.fround(value * BELOW) !== Math.fround(value * ABOVE);
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

/** The exponent from `at`, which may begin with its sign, to `end`. */
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
