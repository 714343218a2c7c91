// 64-bit integers of messages, and the numbers that requests and results have in their place.

/** The same value: a number where that is exact, so that checks of ranges see what they know. */
export function numberOf(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
