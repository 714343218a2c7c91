// Work that is cut into slices by time, so that none of it holds the thread longer than a few milliseconds.
// The decision: whatever is long says where it may be cut, by yielding at least every half millisecond; whether it is cut
// there is decided by the clock (pause.ts). What it works out does not depend on where it is cut.

import { type CancelSignal, pauseUnlessCancelled } from "./cancel.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import { type Sliced, turnIsOver } from "./pause.ts";

export { runWhole, type Sliced } from "./pause.ts";

/** Does the work slice by slice, the first at once. @throws DeadlineExceeded between two slices */
export async function runInSlices<T>(work: Sliced<T>, signal?: CancelSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turnIsOver()) await pauseUnlessCancelled(signal);
  }
}

/** Does the work at once, without a promise, where one slice is enough for it; otherwise the rest of it slice by slice. */
export function startInSlices<T>(work: Sliced<T>, signal?: CancelSignal): MaybePromise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turnIsOver()) return pauseUnlessCancelled(signal).then(() => runInSlices(work, signal));
  }
}
