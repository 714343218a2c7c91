// Limits the young generation of the main thread: the memory of new objects, which V8 lets grow to 48 MB.
// The decision: requests cost as much CPU with 12 MB. V8 takes a limit only when a process starts, and a process
// cannot give itself flags; but the factor by which the young generation grows may be set at any time. V8 sets it again
// when it makes the heap of another thread. V8 of Node 26 grows in larger steps, so there it may pass the limit once.
import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two of its three spaces of 4 MB, as V8 reports them. */
const LIMIT_BYTES = 8 * 2 ** 20;

let isLimited = false;

/** From the collection on after which it has that size, the young generation of this thread grows no more. */
export function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < LIMIT_BYTES) return;
    observer.disconnect();
    isLimited = true;
    keepYoungGeneration();
  });
  observer.observe({ entryTypes: ["gc"] });
}

/** To be called when another thread has started. */
export function keepYoungGeneration(): void {
  if (isLimited) setFlagsFromString("--semi-space-growth-factor=1");
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
