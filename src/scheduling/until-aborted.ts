// Gives up waiting when a signal is aborted, for work that cannot be ended itself.
// The decision: what is awaited goes on without anybody, so this is for the end of a process, or for work without
// effects.

/** Returns what work yields. @throws the reason of the signal as soon as that is aborted */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Passes items on. @throws the reason of the signal as soon as that is aborted */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await unlessAborted(iterator.next(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    const ended = iterator.return?.(undefined);
    // A generator ends when the item has come that it waits for.
    if (!signal.aborted) await ended;
    else ended?.catch(() => {});
  }
}
