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

/** The interval at which the signals of work without steps are checked. */
const CHECK_EVERY_MS = 100;

/** Work without steps that may be cancelled. */
interface Waiting {
  readonly signal: { readonly aborted: boolean };
  readonly reject: (error: DeadlineExceeded) => void;
}

/** All of it in the process has one timer, because there is some in most requests of a cluster. */
const waiting = new Set<Waiting>();
let timer: ReturnType<typeof setInterval> | undefined;

function checkWaiting(): void {
  for (const own of waiting) {
    if (!own.signal.aborted) continue;
    waiting.delete(own);
    own.reject(new DeadlineExceeded());
  }
  // The timer is kept while there is work now and then.
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Waits for work that has no steps between which it could be cancelled, such as a call to another thread. When the
 * promise is rejected, the work still runs.
 * @throws DeadlineExceeded
 */
export function unlessCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const own = { signal, reject };
    waiting.add(own);
    timer ??= setInterval(checkWaiting, CHECK_EVERY_MS);
    const settle = (end: () => void) => {
      waiting.delete(own);
      end();
    };
    work.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
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
