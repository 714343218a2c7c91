// Whether somebody still waits for an answer.
// The decision: it is asked between steps, rounds, groups of searches and slices of points, which are short; what has begun
// is finished.
import { DeadlineExceeded } from "../../errors/query.ts";
import type { Wanted } from "../../schema/caller.ts";

/** @throws DeadlineExceeded */
export function ensureWanted(wanted: Wanted): void {
  if (wanted?.aborted) throw new DeadlineExceeded();
}
