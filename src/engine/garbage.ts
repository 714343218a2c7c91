// What nothing refers to any more and still counts, until the collectors of all threads have run: memories of dropped
// segments, and tables.
// The decision: a collector holds up its thread, for 2 ms for each MiB of its heap. So it waits until nothing more is dropped and
// the thread has nothing to do, as long as there is room; a server that is written to without pause collects seldom, and much
// at a time. The thread of a program that embeds the database is held up only where a write would be refused otherwise.

/** From here on it is worth a moment of quiet. A dropped memory is address space, too, of which there is an end. */
const WORTHWHILE = { drops: 64, bytes: 128 * 2 ** 20 };
/** From here on it does not wait, nor from an eighth of the memory there may be. */
const PRESSING = { drops: 512, bytes: 512 * 2 ** 20 };
const QUIET_MS = 1_000;

export interface GarbageOptions {
  /** Of all memory. */
  readonly limitBytes: number;
  readonly collect: () => void;
  /**
   * Whether this thread has nothing to do, so that holding it up costs nobody anything. Null: the thread belongs to a program
   * that only uses this database, and is never held up for this.
   */
  readonly isIdle?: (() => boolean) | null;
  /** Does something later, unless what it returns is called before. */
  readonly wait?: (task: () => void) => () => void;
}

export class Garbage {
  readonly #collect: () => void;
  readonly #isIdle: (() => boolean) | null;
  readonly #wait: (task: () => void) => () => void;
  readonly #pressingBytes: number;
  #bytes = 0;
  #drops = 0;
  #forget = () => {};

  constructor({ limitBytes, collect, isIdle = () => true, wait = waitQuietly }: GarbageOptions) {
    this.#collect = collect;
    this.#isIdle = isIdle;
    this.#wait = wait;
    this.#pressingBytes = Math.min(PRESSING.bytes, Math.max(WORTHWHILE.bytes, limitBytes / 8));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a collection would give back enough for the time that it takes. */
  get isWorthwhile(): boolean {
    return this.#drops >= WORTHWHILE.drops || this.#bytes >= WORTHWHILE.bytes;
  }

  /** @param drops how many memories it was */
  note(bytes: number, drops = 0): void {
    this.#bytes += bytes;
    this.#drops += drops;
    this.#forget();
    if (this.#isIdle === null) return;
    if (this.#drops >= PRESSING.drops || this.#bytes >= this.#pressingBytes) this.#collect();
    else if (this.isWorthwhile) this.#waitUntilIdle(this.#isIdle);
  }

  /** What is collected now: how many bytes may be given back afterwards. */
  take(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#drops = 0;
    this.#forget();
    return bytes;
  }

  #waitUntilIdle(isIdle: () => boolean): void {
    this.#forget = this.#wait(() => {
      if (isIdle()) this.#collect();
      else this.#waitUntilIdle(isIdle);
    });
  }
}

function waitQuietly(task: () => void): () => void {
  const timer = setTimeout(task, QUIET_MS);
  // In Node it keeps no process alive.
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
}
