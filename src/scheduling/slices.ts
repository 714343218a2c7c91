// Runs work in slices by time, so that none of it holds the thread longer than a few milliseconds.
// The decision: long work yields at least every half millisecond, and the clock decides whether it pauses there
// (pause.ts). Its result does not depend on where it pauses.

import { type CancelSignal, pauseUnlessCancelled } from "./cancel.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import { isSliceOver, type Sliced } from "./pause.ts";

export { runWhole, type Sliced } from "./pause.ts";

/** Does the work slice by slice, the first slice at once. @throws DeadlineExceeded between two slices */
export async function runInSlices<T>(work: Sliced<T>, signal?: CancelSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isSliceOver()) await pauseUnlessCancelled(signal);
  }
}

/** Does the work at once, without a promise, if one slice is enough; otherwise the rest of it slice by slice. */
export function startInSlices<T>(work: Sliced<T>, signal?: CancelSignal): MaybePromise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isSliceOver()) return pauseUnlessCancelled(signal).then(() => runInSlices(work, signal));
  }
}
