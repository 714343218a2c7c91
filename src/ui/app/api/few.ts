// Many requests, few at a time: a server with thousands of collections is not to be asked about all at once.

const AT_ONCE = 4;

/** Calls `work` for each; what it throws ends the whole. */
export async function fewAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const line = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, line));
}
