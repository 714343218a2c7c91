// What nothing refers to any more and still counts, until the collectors of all threads have run: memories of dropped
// segments, and tables.
// The decision: collectors hold up whoever is searching, for 20 ms each. So they wait for a moment in which nothing more is
// dropped, as long as there is room; a server that is written to without pause collects seldom, and much at a time.

/** From here on it is worth a moment of quiet. A dropped memory is address space, too, of which there is an end. */
const WORTHWHILE = { drops: 64, bytes: 128 * 2 ** 20 };
/** From here on it does not wait, nor from an eighth of the memory there may be. */
const PRESSING = { drops: 512, bytes: 512 * 2 ** 20 };
const QUIET_MS = 1_000;

export interface GarbageOptions {
  /** Of all memory. */
  readonly limitBytes: number;
  readonly collect: () => void;
  /** Does something later, unless what it returns is called before. */
  readonly wait?: (task: () => void) => () => void;
}

export class Garbage {
  readonly #collect: () => void;
  readonly #wait: (task: () => void) => () => void;
  readonly #pressingBytes: number;
  #bytes = 0;
  #drops = 0;
  #forget = () => {};

  constructor({ limitBytes, collect, wait = waitQuietly }: GarbageOptions) {
    this.#collect = collect;
    this.#wait = wait;
    this.#pressingBytes = Math.min(PRESSING.bytes, Math.max(WORTHWHILE.bytes, limitBytes / 8));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param drops how many memories it was */
  note(bytes: number, drops = 0): void {
    this.#bytes += bytes;
    this.#drops += drops;
    this.#forget();
    if (this.#drops >= PRESSING.drops || this.#bytes >= this.#pressingBytes) this.#collect();
    else if (this.#drops >= WORTHWHILE.drops || this.#bytes >= WORTHWHILE.bytes) {
      this.#forget = this.#wait(this.#collect);
    }
  }

  /** What is collected now: how many bytes may be given back afterwards. */
  take(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#drops = 0;
    this.#forget();
    return bytes;
  }
}

function waitQuietly(task: () => void): () => void {
  const timer = setTimeout(task, QUIET_MS);
  // In Node it keeps no process alive.
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
}
