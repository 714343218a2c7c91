// Whether somebody still waits for an answer.
// The decision: it is asked between steps, rounds, groups of searches and slices of points, which are short; what has begun
// is finished.
import { DeadlineExceeded } from "../errors/query.ts";
import { pause, turnIsOver } from "./pause.ts";

/** @throws DeadlineExceeded */
export function throwIfCancelled(signal: CancelSignal): void {
  if (signal?.aborted) throw new DeadlineExceeded();
}

/** Takes memory for what a read keeps until it is answered, where it is on an account. @throws TooManyRequests, OutOfMemory */
export function reserveFor(signal: CancelSignal, bytes: number): void {
  signal?.reserve?.(bytes);
}

/**
 * Lets others have the thread, who may be those that say that nobody waits any more. A long read waits here for its place among
 * the others. @throws DeadlineExceeded, TooManyRequests
 */
export async function pauseUnlessCancelled(signal: CancelSignal): Promise<void> {
  await pause();
  throwIfCancelled(signal);
  if (!signal?.goOn) return;
  await signal.goOn();
  throwIfCancelled(signal);
}

/**
 * Between two steps of a request that are short each and many together: where the turn is over, the next begins in another.
 * @throws DeadlineExceeded, TooManyRequests
 */
export async function nextStep(signal: CancelSignal): Promise<void> {
  if (turnIsOver()) await pauseUnlessCancelled(signal);
  else throwIfCancelled(signal);
}

/**
 * Aborted when nobody waits for the answer any more, as an AbortSignal says it; undefined: that cannot be told. One of a read that
 * shares the server with others (memory/long-reads.ts) has the two methods, too.
 */
export type CancelSignal =
  | {
      readonly aborted: boolean;
      /** To be awaited after each pause: resolves when it is this read's turn. @throws TooManyRequests */
      goOn?(): Promise<void>;
      /** Takes memory for what is kept until the answer is sent. @throws TooManyRequests, OutOfMemory */
      reserve?(bytes: number): void;
    }
  | undefined;
