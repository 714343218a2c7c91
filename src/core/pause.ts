// Lets others have the thread for a moment in the middle of long work.
// The decision: whatever the platform has that comes behind waiting input and output, and before a timer: work that is
// cut into hundreds of slices is not made a millisecond longer by each.

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}

/**
 * Does something for the numbers from 0 to before `count`, so many at a time, between which others have the thread. What is done at
 * a time is a number and not a time, so that a replay goes the same way.
 */
export async function inSlices(
  count: number,
  atATime: number,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += atATime) {
    if (from > 0) await pause();
    work(from, Math.min(from + atATime, count));
  }
}
