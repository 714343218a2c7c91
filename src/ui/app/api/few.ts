// Runs many requests, a few at a time, so that a server with thousands of collections is not asked about all of them at
// once.

const AT_ONCE = 4;

/** Calls `work` for each item; the first error ends all. */
export async function fewAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const line = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, line));
}
