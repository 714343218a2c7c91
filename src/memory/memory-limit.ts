// The one account of the memory that the process may take, shared by all of its threads.
// The decision: bytes are reserved before they are used, and released afterwards. Data (vectors, payloads, ids) is
// refused a sixteenth before the limit; the rest is for requests (bodies, answers, records that are being logged,
// working space of searches), so a server that is full still reads, searches and deletes. While the log is replayed
// nothing is kept back: the data that was acknowledged below the limit always fits below it again.
import { OutOfMemory } from "../errors/failures.ts";
import { Reservation } from "./reservation.ts";

const USED = 0;
const LIMIT = 1;
const TRANSIENT = 2;
const WORDS = 3;

/** One sixteenth of the limit, and no more than this, is kept for memory that is released soon. */
const TRANSIENT_SHIFT = 4n;
const MAX_TRANSIENT_BYTES = 256n * 2n ** 20n;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** How long memory is needed: until a request is answered, or for as long as the data is kept. */
export type Lifetime = "passing" | "lasting";

export class MemoryLimit {
  /** The shared counter through which another thread uses the same account. */
  readonly shared: ArrayBufferLike;
  readonly #words: BigInt64Array;
  readonly #yielding: ((bytes: number) => boolean)[] = [];

  private constructor(shared: ArrayBufferLike) {
    this.shared = shared;
    this.#words = new BigInt64Array(shared);
  }

  static of(limitBytes: number): MemoryLimit {
    const sizeBytes = WORDS * BigInt64Array.BYTES_PER_ELEMENT;
    const isShared = typeof SharedArrayBuffer !== "undefined";
    const account = new MemoryLimit(isShared ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));
    account.#words[LIMIT] = BigInt(limitBytes);
    return account;
  }

  /** Counts, and refuses nothing. */
  static unlimited(): MemoryLimit {
    return MemoryLimit.of(NO_LIMIT);
  }

  /** This thread's view of the account that another thread made. */
  static attach(shared: ArrayBufferLike): MemoryLimit {
    return new MemoryLimit(shared);
  }

  get limit(): number {
    return Number(this.#words[LIMIT]!);
  }

  get used(): number {
    return Number(Atomics.load(this.#words, USED));
  }

  /**
   * Reserves bytes, after others in this thread have given way if needed.
   * @returns false if there are not enough; then nothing is reserved
   */
  reserve(bytes: number, stay: Lifetime): boolean {
    if (bytes === 0 || this.#tryReserve(bytes, stay)) return true;
    return this.releaseCaches(this.used + bytes - Number(this.#most(stay))) && this.#tryReserve(bytes, stay);
  }

  /** Makes an empty reservation. It throws OutOfMemory if there are not enough bytes, and waits for none. */
  reservation(stay: Lifetime = "passing"): Reservation {
    const reserve = (bytes: number) => {
      if (!this.reserve(bytes, stay)) throw new OutOfMemory();
    };
    const waitFor = async (bytes: number) => reserve(bytes);
    return new Reservation({ reserve, waitFor, release: (bytes) => this.release(bytes) });
  }

  /** Reserves bytes that can be done without: no part gives way to them, and the last sixteenth is left alone. */
  reserveSpare(bytes: number): boolean {
    return this.#tryReserve(bytes, "lasting");
  }

  /** @param releaseCache gives memory back when other users lack this number of bytes; returns whether it gave any */
  onShortage(releaseCache: (bytes: number) => boolean): void {
    this.#yielding.push(releaseCache);
  }

  /** Releases caches of this thread. @returns whether anything was released */
  releaseCaches(bytes: number): boolean {
    return this.#yielding.map((releaseCache) => releaseCache(bytes)).includes(true);
  }

  #tryReserve(bytes: number, stay: Lifetime): boolean {
    const more = BigInt(bytes);
    const most = this.#most(stay);
    for (let used = Atomics.load(this.#words, USED); used + more <= most; ) {
      const found = Atomics.compareExchange(this.#words, USED, used, used + more);
      if (found === used) return true;
      used = found;
    }
    return false;
  }

  #most(stay: Lifetime): bigint {
    const kept = stay === "lasting" ? Atomics.load(this.#words, TRANSIENT) : 0n;
    return this.#words[LIMIT]! - kept;
  }

  /** Counts bytes that cannot be refused, whether there are enough or not. */
  add(bytes: number): void {
    Atomics.add(this.#words, USED, BigInt(bytes));
  }

  release(bytes: number): void {
    Atomics.sub(this.#words, USED, BigInt(bytes));
  }

  /** From now on the last of the memory is not for what lasts. */
  keepBack(): void {
    const share = this.#words[LIMIT]! >> TRANSIENT_SHIFT;
    Atomics.store(this.#words, TRANSIENT, share < MAX_TRANSIENT_BYTES ? share : MAX_TRANSIENT_BYTES);
  }
}
