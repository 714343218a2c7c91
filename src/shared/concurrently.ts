// Runs many calls, a few at a time.

/** Calls with every item, at most `width` under way; the first failure ends it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  width: number,
  call: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await call(items[next++]!);
  };
  const workers = Array.from({ length: Math.min(width, items.length) }, worker);
  await Promise.all(workers).finally(() => {
    next = items.length;
  });
}
