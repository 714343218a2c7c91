// Whether somebody still waits for an answer.
// The decision: it is asked between steps, rounds, groups of searches and slices of points, which are short; what has begun
// is finished.
import { DeadlineExceeded } from "../errors/query.ts";
import { pause } from "../pause.ts";
import type { Wanted } from "../schema/caller.ts";

/** @throws DeadlineExceeded */
export function ensureWanted(signal: Wanted): void {
  if (signal?.aborted) throw new DeadlineExceeded();
}

/** Takes memory for what a read keeps until it is answered, where it is on an account. @throws TooManyRequests, OutOfMemory */
export function claimFor(signal: Wanted, bytes: number): void {
  signal?.claim?.(bytes);
}

/**
 * Lets others have the thread, who may be those that say that nobody waits any more. A long read waits here for its place among
 * the others. @throws DeadlineExceeded, TooManyRequests
 */
export async function pauseWhileWanted(signal: Wanted): Promise<void> {
  await pause();
  ensureWanted(signal);
  if (!signal?.goOn) return;
  await signal.goOn();
  ensureWanted(signal);
}
