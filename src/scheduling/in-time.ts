// Limits how long an answer is waited for.
// The decision: what is waited for goes on, since a change that was sent to the log cannot be taken back.

/** The longest time that a timer takes, in milliseconds; a longer one would be over at once. */
const MAX_MS = 2 ** 31 - 1;

/** Resolves and rejects as `work` does. @param late makes the error if it takes longer than `ms` milliseconds */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(ms, MAX_MS));
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
