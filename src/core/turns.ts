// Work that is cut into slices by time, so that none of it holds the thread longer than a few milliseconds.
// The decision: whatever is long says where it may be cut, by yielding at least every half millisecond; whether it is cut
// there is decided by the clock (pause.ts). What it works out does not depend on where it is cut.

import { type Cut, turnIsOver } from "../pause.ts";
import type { Wanted } from "../schema/caller.ts";
import { pauseWhileWanted } from "./wanted.ts";

export { atOnce, type Cut } from "../pause.ts";

/** Does the work slice by slice, the first at once. @throws DeadlineExceeded between two slices */
export async function inTurns<T>(work: Cut<T>, signal?: Wanted): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (turnIsOver()) await pauseWhileWanted(signal);
  }
}
