// The most vectors that a server may hold, kept to the vector whatever is written at the same time.
// The decision: who adds is promised room before anything is logged, and keeps the promise until all of it is; from there
// on the collection answers for it. What is there, what is logged and what is promised never come to more than the limit.
// Promises are made of the most that a write can add, so mostly nothing has to be looked up. Where that is too much it is
// worked out what the write really adds, and before one is refused for what others are only promised, they are waited for.
//
// Whoever asks is at the point of writing: it holds the gate of its collection, if it needs one, and waits for nothing but
// the log once it has its promise. So waiting for all that have one comes to an end, and none of them waits for the other.

import type { Admission } from "../../core/collection/live-vectors.ts";
import type { Database } from "../../core/database/database.ts";
import { VectorLimitReached } from "../../errors/auth.ts";
import type { License } from "../../license/license.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";

/** Gives back room that was promised. */
export type Release = () => void;

export class VectorCap {
  readonly #database: Database;
  readonly #license: Pick<License, "maxVectors" | "status">;
  /** Vectors that there is room for, but which are not logged yet. */
  #promised = 0;
  /** No less than what is logged and what is promised together: to count takes a moment where there are many collections. */
  #atMost = Number.POSITIVE_INFINITY;
  /** For each write that has a promise, what resolves when it has given it back. */
  readonly #writing = new Set<Promise<void>>();
  /** Decisions that wait for all writes under way. */
  readonly #queue = new SerialQueue();

  constructor(database: Database, license: Pick<License, "maxVectors" | "status">) {
    this.#database = database;
    this.#license = license;
  }

  /** @returns null when it has to be looked up how many there really are to be */
  async tryReserve(most: number): Promise<Release | null> {
    await this.#queue.settled();
    return this.#fits(most) ? this.#promise(most) : null;
  }

  /**
   * @param more how many vectors more there are to be at any moment of the write
   * @param most what it adds at the most from any moment on: more than that where it removes some in between
   * @throws VectorLimitReached
   */
  reserve(more: number, most: number): Promise<Release> {
    return this.#decide(more, () => this.#promise(most));
  }

  /** Runs what brings back vectors all at once, such as those of a collection that is restored. */
  async bringingBack<T>(work: (admit: Admission) => Promise<T>): Promise<T> {
    let giveBack = () => {};
    try {
      return await work(async (more, most) => {
        giveBack = await this.#decide(more, () => this.#take(most));
      });
    } finally {
      giveBack();
    }
  }

  /** Whether so many more would be admitted at this moment. @throws VectorLimitReached */
  ensure(more: number): Promise<void> {
    return this.#decide(more, () => {});
  }

  /** @param take is called in the moment in which there is room */
  async #decide<T>(more: number, take: () => T): Promise<T> {
    await this.#queue.settled();
    if (more <= 0 || this.#fits(more)) return take();
    // What was deleted counts from the moment at which that is acknowledged.
    await this.#database.settled();
    await this.#queue.settled();
    if (this.#fits(more)) return take();
    const { vectors } = this.#database;
    if (vectors + more > this.#license.maxVectors()) throw this.#refusal(vectors);
    return this.#alone(() => {
      if (this.#fits(more)) return take();
      throw this.#refusal(this.#database.vectorsAtMost + this.#promised);
    });
  }

  /** Decides when no write has a promise and all is applied; those that come meanwhile wait. */
  #alone<T>(decide: () => T): Promise<T> {
    return this.#queue.run(async () => {
      await Promise.all(this.#writing);
      await this.#database.settled();
      return decide();
    });
  }

  #fits(more: number): boolean {
    const limit = this.#license.maxVectors();
    if (this.#atMost + more > limit) this.#atMost = this.#database.vectorsAtMost + this.#promised;
    return this.#atMost + more <= limit;
  }

  #take(vectors: number): Release {
    this.#promised += vectors;
    this.#atMost += vectors;
    // What is logged has grown by no more, so nothing changes about how many there are at most.
    return () => {
      this.#promised -= vectors;
    };
  }

  #promise(vectors: number): Release {
    const giveBack = this.#take(vectors);
    let resolve = () => {};
    const over = new Promise<void>((done) => {
      resolve = done;
    });
    this.#writing.add(over);
    return () => {
      giveBack();
      this.#writing.delete(over);
      resolve();
    };
  }

  #refusal(held: number): VectorLimitReached {
    return new VectorLimitReached(held, this.#license.maxVectors(), this.#license.status().edition);
  }
}
