// Work of one request that may run side by side, but not all at once: others have searches, too.

export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param width how many may run at a time */
  constructor(width: number) {
    this.#free = width;
  }

  /** Runs the work when it is its turn. Work that waits for other work of these turns would wait for ever. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Calls with every item, at most `width` under way; the first failure ends it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  width: number,
  call: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await call(items[next++]!);
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  await Promise.all(lanes).finally(() => {
    next = items.length;
  });
}
