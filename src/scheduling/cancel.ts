// Tells whether a client still waits for its answer.
// The decision: the signal is checked between steps, rounds, groups of searches and slices of points, which are
// short; a step that has begun is finished.
import { DeadlineExceeded } from "../errors/query.ts";
import { isSliceOver, pause } from "./pause.ts";

/** @throws DeadlineExceeded */
export function throwIfCancelled(signal: CancelSignal): void {
  if (signal?.aborted) throw new DeadlineExceeded();
}

/** Reserves memory for data that a read keeps until it is answered. @throws TooManyRequests, OutOfMemory */
export function reserveFor(signal: CancelSignal, bytes: number): void {
  signal?.reserve?.(bytes);
}

/**
 * Lets other tasks run, among them those that set the signal. A long read waits here for its place.
 * @throws DeadlineExceeded, TooManyRequests
 */
export async function pauseUnlessCancelled(signal: CancelSignal): Promise<void> {
  await pause();
  throwIfCancelled(signal);
  if (!signal?.resume) return;
  await signal.resume();
  throwIfCancelled(signal);
}

/**
 * Is called between the many short steps of a request: pauses if the slice is over.
 * @throws DeadlineExceeded, TooManyRequests
 */
export async function nextStep(signal: CancelSignal): Promise<void> {
  if (isSliceOver()) await pauseUnlessCancelled(signal);
  else throwIfCancelled(signal);
}

/** The interval at which the signal of work without steps is checked. */
const CHECK_EVERY_MS = 100;

/**
 * Waits for work that has no steps between which it could be cancelled, such as a call to another thread. When the
 * promise is rejected, the work still runs.
 * @throws DeadlineExceeded
 */
export async function unlessCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  if (!signal) return work;
  let timer: ReturnType<typeof setInterval> | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    timer = setInterval(() => signal.aborted && reject(new DeadlineExceeded()), CHECK_EVERY_MS);
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    clearInterval(timer);
  }
}

/**
 * A signal that is aborted, like an AbortSignal, when no client waits for the answer; undefined: the work cannot be
 * cancelled. The signal of a read that is limited by memory/long-reads.ts has the two methods.
 */
export type CancelSignal =
  | {
      readonly aborted: boolean;
      /** To be awaited after each pause: resolves when this read may go on. @throws TooManyRequests */
      resume?(): Promise<void>;
      /** Takes memory for what is kept until the answer is sent. @throws TooManyRequests, OutOfMemory */
      reserve?(bytes: number): void;
      /** Is told which shards an answer lacks. Absent: an answer without some shards is an error. */
      readonly missing?: ((shards: readonly number[]) => void) | undefined;
    }
  | undefined;
