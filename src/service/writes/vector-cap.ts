// Enforces the most vectors that a server may hold, exactly, with concurrent writes.
// The decision: a write that adds vectors reserves them before anything is logged, and holds the reservation until all
// of it is logged; from then on the collection counts them. Existing, logged and reserved vectors together never exceed
// the limit. A reservation is for the most that a write can add, so usually nothing has to be looked up. If that is too
// much, the number that the write really adds is computed; and before a write is refused because of reservations, it
// waits for these to end.
//
// A caller is about to write: it holds the gate of its collection, if it needs it, and with a reservation it waits for
// nothing but the log. So waiting for all reservations ends, and no two callers wait for each other.

import type { VectorAdmission } from "../../core/collection/live-vectors.ts";
import type { Database } from "../../core/database/database.ts";
import { VectorLimitReached } from "../../errors/auth.ts";
import type { License } from "../../license/license.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";

export type Release = () => void;

type Counted = Pick<Database, "vectors" | "vectorsAtMost" | "learnVectors" | "settled" | "replication">;

/** How old a count may be in a cluster, where other servers write, too, when nothing is used; less as less is left. */
const FRESH_MS = 250;

export class VectorCap {
  readonly #database: Counted;
  readonly #license: Pick<License, "maxVectors" | "status">;
  /** Reserved vectors that are not logged yet. */
  #reserved = 0;
  /** An upper bound of the logged and reserved vectors. It saves counting, which takes time with many collections. */
  #atMost = Number.POSITIVE_INFINITY;
  /** The time of the last count, in milliseconds of performance.now. */
  #countedAt = Number.NEGATIVE_INFINITY;
  /** A promise for each reservation, which resolves when it is released. */
  readonly #writing = new Set<Promise<void>>();
  /** Decisions that wait for all writes in progress. */
  readonly #queue = new SerialQueue();

  constructor(database: Counted, license: Pick<License, "maxVectors" | "status">) {
    this.#database = database;
    this.#license = license;
  }

  /** @returns null if the exact number of added vectors is needed */
  async tryReserve(most: number): Promise<Release | null> {
    await this.#learn(most);
    await this.#queue.settled();
    return this.#fits(most) ? this.#reserveUntilReleased(most) : null;
  }

  /**
   * Reserves vectors.
   * @param more the increase in vectors at any moment of the write
   * @param most the most that it adds after any moment; it exceeds `more` if the write removes vectors in between
   * @throws VectorLimitReached
   */
  reserve(more: number, most: number): Promise<Release> {
    return this.#decide(more, () => this.#reserveUntilReleased(most));
  }

  /** Runs work that adds many vectors at once, such as those of a collection that is restored. */
  async bringingBack<T>(work: (admit: VectorAdmission) => Promise<T>): Promise<T> {
    let release = () => {};
    try {
      return await work(async (more, most) => {
        release = await this.#decide(more, () => this.#take(most));
      });
    } finally {
      release();
    }
  }

  /** Checks whether this number of vectors would be admitted now. @throws VectorLimitReached */
  ensure(more: number): Promise<void> {
    return this.#decide(more, () => {});
  }

  /** @param take called, without a pause, when the limit allows it */
  async #decide<T>(more: number, take: () => T): Promise<T> {
    await this.#learn(more);
    await this.#queue.settled();
    if (more <= 0 || this.#fits(more)) return take();
    // Deletes that were acknowledged count.
    await this.#database.settled();
    await this.#queue.settled();
    if (this.#fits(more)) return take();
    const { vectors } = this.#database;
    if (vectors + more > this.#license.maxVectors()) throw this.#refusal(vectors);
    return this.#alone(() => {
      if (this.#fits(more)) return take();
      throw this.#refusal(this.#database.vectorsAtMost + this.#reserved);
    });
  }

  /** Runs a decision when no write has a reservation and all records are applied; later writes wait. */
  #alone<T>(decide: () => T): Promise<T> {
    return this.#queue.run(async () => {
      await Promise.all(this.#writing);
      await this.#database.settled();
      return decide();
    });
  }

  /** In a cluster, asks for what others have written if the upper bound is old, or if the vectors are to be counted. */
  async #learn(more: number): Promise<void> {
    if (this.#database.replication.member === null) return;
    const limit = this.#license.maxVectors();
    const left = 1 - (this.#atMost + more) / limit;
    if (left >= 0 && performance.now() - this.#countedAt < FRESH_MS * left) return;
    await this.#database.learnVectors();
    this.#atMost = Number.POSITIVE_INFINITY;
  }

  #fits(more: number): boolean {
    const limit = this.#license.maxVectors();
    if (this.#atMost + more > limit) {
      this.#atMost = this.#database.vectorsAtMost + this.#reserved;
      this.#countedAt = performance.now();
    }
    return this.#atMost + more <= limit;
  }

  #take(vectors: number): Release {
    this.#reserved += vectors;
    this.#atMost += vectors;
    // The logged vectors have grown by no more, so the upper bound stays valid.
    return () => {
      this.#reserved -= vectors;
    };
  }

  #reserveUntilReleased(vectors: number): Release {
    const release = this.#take(vectors);
    let resolve = () => {};
    const over = new Promise<void>((done) => {
      resolve = done;
    });
    this.#writing.add(over);
    return () => {
      release();
      this.#writing.delete(over);
      resolve();
    };
  }

  #refusal(held: number): VectorLimitReached {
    return new VectorLimitReached(held, this.#license.maxVectors(), this.#license.status().edition);
  }
}
