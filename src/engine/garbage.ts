// Memory without references that still counts until the garbage collectors of all threads have run: memories of dropped
// vector stores, and tables.
// The decision: a collector stops its thread for 2 ms for each MiB of its heap. So it waits until nothing more is
// dropped and the thread is idle, as long as there is memory; a server with writes without pause collects rarely, and
// much at a time. The thread of a program that embeds the database is stopped only where a write would be refused
// otherwise.

/** The garbage from which an idle thread collects. A dropped memory also keeps address space, which is limited. */
const COLLECT_WHEN_IDLE = { drops: 64, bytes: 128 * 2 ** 20 };
/** The garbage that is collected at once, as is an eighth of the memory limit. */
const COLLECT_AT_ONCE = { drops: 512, bytes: 512 * 2 ** 20 };
const QUIET_MS = 1_000;

export interface GarbageOptions {
  readonly limitBytes: number;
  readonly collect: () => void;
  /**
   * Returns whether this thread is idle, so that a collection delays no work. Null: the thread belongs to a program
   * that embeds the database, and never collects for this reason.
   */
  readonly isIdle?: (() => boolean) | null;
  /** Runs a task later, unless the returned function is called before. */
  readonly wait?: (task: () => void) => () => void;
}

export class Garbage {
  readonly #collect: () => void;
  readonly #isIdle: (() => boolean) | null;
  readonly #wait: (task: () => void) => () => void;
  readonly #atOnceBytes: number;
  #bytes = 0;
  #drops = 0;
  #cancelWait = () => {};

  constructor({ limitBytes, collect, isIdle = () => true, wait = waitQuietly }: GarbageOptions) {
    this.#collect = collect;
    this.#isIdle = isIdle;
    this.#wait = wait;
    this.#atOnceBytes = Math.min(COLLECT_AT_ONCE.bytes, Math.max(COLLECT_WHEN_IDLE.bytes, limitBytes / 8));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether a collection would free enough for the time it takes. */
  get isWorthwhile(): boolean {
    return this.#drops >= COLLECT_WHEN_IDLE.drops || this.#bytes >= COLLECT_WHEN_IDLE.bytes;
  }

  /** Adds garbage. @param drops the number of memories among it */
  note(bytes: number, drops = 0): void {
    this.#bytes += bytes;
    this.#drops += drops;
    this.#cancelWait();
    if (this.#isIdle === null) return;
    if (this.#drops >= COLLECT_AT_ONCE.drops || this.#bytes >= this.#atOnceBytes) this.#collect();
    else if (this.isWorthwhile) this.#waitUntilIdle(this.#isIdle);
  }

  /** Resets the account before a collection. @returns the bytes that it may free */
  take(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#drops = 0;
    this.#cancelWait();
    return bytes;
  }

  #waitUntilIdle(isIdle: () => boolean): void {
    this.#cancelWait = this.#wait(() => {
      if (isIdle()) this.#collect();
      else this.#waitUntilIdle(isIdle);
    });
  }
}

function waitQuietly(task: () => void): () => void {
  const timer = setTimeout(task, QUIET_MS);
  // In Node the timer keeps no process alive.
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
}
