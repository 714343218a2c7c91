// The calls to models that a request waits for: they are cancelled when it waits no more.
// The decision: a cancel signal is computed when it is read and has no event, so it is read every 50 ms while calls are
// in progress, by one timer for all calls of a request. They get an AbortSignal of their own, so no listener is ever
// added to a signal that lives longer than they do.
import { DeadlineExceeded } from "../errors/query.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import type { Clock } from "../scheduling/clock.ts";

/** The longest time for which calls go on after the request has been cancelled. */
const WATCH_MS = 50;

/**
 * Makes calls until they end, one of them fails, or the request is cancelled; then those in progress are cancelled.
 * @param calls makes the calls, which end when the signal that they are given is aborted
 * @throws what the first failed call throws; DeadlineExceeded if the request is cancelled, whatever calls do
 */
export async function whileAwaited<T>(
  signal: CancelSignal,
  clock: Pick<Clock, "after">,
  calls: (cancel: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfCancelled(signal);
  const controller = new AbortController();
  let stop = () => {};
  const cancelled = new Promise<never>((_, reject) => {
    const watch = () => {
      stop = clock.after(WATCH_MS, () => (signal?.aborted ? reject(new DeadlineExceeded()) : watch()));
    };
    if (signal) watch();
  });
  try {
    return await Promise.race([calls(controller.signal), cancelled]);
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    stop();
  }
}

/** Runs a task when the signal is aborted, at once if it is, unless the returned function is called before. */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  if (signal.aborted) task();
  else signal.addEventListener("abort", task, { once: true });
  return () => signal.removeEventListener("abort", task);
}
