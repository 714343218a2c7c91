// Binary search.

/** Returns the first index below `length` from which on `isBehind` is true; `length` if there is none. */
export function firstIndex(length: number, isBehind: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
