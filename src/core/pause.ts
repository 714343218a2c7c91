// Lets others have the thread for a moment in the middle of long work.
// The decision: whatever the platform has that comes behind waiting input and output, and before a timer: work that is
// cut into hundreds of slices is not made a millisecond longer by each.

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
