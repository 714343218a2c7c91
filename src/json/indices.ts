// Reads arrays of integers of 32 bits into a Uint32Array: the indices of sparse vectors.
// The decision: an array with anything else, a fraction or a larger number included, is declined at that item. The
// ordinary reader reads it again and finds the syntax error, or gives the validator the items to report.
import type { Bytes } from "./node-bytes.ts";
import { CLOSE_BRACKET, COMMA, skipSpace, ZERO } from "./syntax.ts";
import { MAX_NUMBERS } from "./vector.ts";

/** The integers of an array, and the position after it. */
interface ReadIndices {
  readonly values: Uint32Array;
  readonly end: number;
}

const MAX_INDEX = 2 ** 32 - 1;
let scratch = new Uint32Array(1024);

/** Returns the array whose bracket is at `open`, or undefined if an item is not an integer from 0 to 2^32 - 1. */
export function readIndices(bytes: Bytes, open: number): ReadIndices | undefined {
  // Bounds are not checked here: after the end a typed array gives undefined, which is no digit, comma or bracket.
  let count = 0;
  let at = skipSpace(bytes, open + 1);
  if (bytes[at] === CLOSE_BRACKET) return { values: new Uint32Array(0), end: at + 1 };
  for (;;) {
    let value = bytes[at]! ^ ZERO;
    if (value > 9) return undefined;
    let digit = bytes[++at]! ^ ZERO;
    if (value === 0 && digit <= 9) return undefined;
    while (digit <= 9 && value <= MAX_INDEX) {
      value = value * 10 + digit;
      digit = bytes[++at]! ^ ZERO;
    }
    if (value > MAX_INDEX) return undefined;
    if (count === scratch.length) {
      if (count === MAX_NUMBERS) return undefined;
      const wider = new Uint32Array(Math.min(2 * count, MAX_NUMBERS));
      wider.set(scratch);
      scratch = wider;
    }
    scratch[count++] = value;
    if (bytes[at]! <= 0x20) at = skipSpace(bytes, at);
    const byte = bytes[at++];
    if (byte === CLOSE_BRACKET) return { values: scratch.slice(0, count), end: at };
    if (byte !== COMMA) return undefined;
    if (bytes[at]! <= 0x20) at = skipSpace(bytes, at);
  }
}
