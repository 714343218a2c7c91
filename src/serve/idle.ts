// Whether the main thread of the server has nothing to do.
// The decision: by how long its event loop was busy since the last question, so it needs no timer of its own.
import { performance } from "node:perf_hooks";

/** A thread that was busy for less than this share of the time has nothing to do but its own timers. */
const IDLE_SHARE = 0.02;
/** Shorter intervals are not evaluated. */
const LEAST_MS = 500;

/**
 * Returns a function that tells whether this thread was idle since the last call. The first call, and one too soon
 * after another, return false.
 */
export function idleWatch(): () => boolean {
  let before = performance.eventLoopUtilization();
  let since = performance.now();
  return () => {
    const now = performance.now();
    const { utilization } = performance.eventLoopUtilization(before);
    const isLong = now - since >= LEAST_MS;
    [before, since] = [performance.eventLoopUtilization(), now];
    return isLong && utilization < IDLE_SHARE;
  };
}
