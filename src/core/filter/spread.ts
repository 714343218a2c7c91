// Divides the values of a very large set or map among many small ones.
// The decision: JavaScript's sets and maps copy all entries when they double, 40 ms for a million, so large ones are
// divided. The part of a text depends on its last characters, because numbered texts differ there. If all texts fall
// into one part, that costs no more than a single set would.

export const PART_COUNT = 64;
/** The number of characters, from the end of a text, that determine its part. */
const CHARACTERS = 8;

export function partOf(value: string | number | bigint | boolean): number {
  if (typeof value === "boolean") return 0;
  let hash = 0;
  if (typeof value === "string") {
    for (let i = Math.max(0, value.length - CHARACTERS); i < value.length; i++)
      hash = Math.imul(hash, 31) + value.charCodeAt(i);
  } else hash = typeof value === "bigint" ? Number(BigInt.asUintN(32, value)) : value | 0;
  return (Math.imul(hash, 0x9e37_79b1) >>> 16) % PART_COUNT;
}
