// Decides when the graph of a vector store is built in bulk, and drives the build.
// The decision: only a store without a graph gets one in bulk, if it has many slots. Later slots are inserted one by one
// into the graph that the build has made. If there is no memory for a build, the store does without.
import { OutOfMemory } from "../errors/failures.ts";
import { STATS } from "./abi.ts";
import { BulkBuild, type BulkParts } from "./bulk-build.ts";

/** With fewer slots, insertions take so little time that a build gains nothing. */
export const LEAST_BULK_SLOTS = 20_000;
/** The largest M of a bulk build, see assembly/exports/bulk.ts. */
const MOST_BULK_M = 64;

export class BulkIndex {
  readonly #parts: BulkParts;
  readonly #canBuild: boolean;
  #build: BulkBuild | null = null;

  constructor(parts: BulkParts) {
    this.#parts = parts;
    const { encoding, metric, m } = parts.spec;
    const hasPartitions = metric === "Cosine" || metric === "Euclid";
    this.#canBuild = encoding === "int8" && hasPartitions && m > 0 && m <= MOST_BULK_M;
  }

  /** Whether a build has been begun and is not complete. */
  get isRunning(): boolean {
    return this.#build !== null;
  }

  /**
   * Does a step of the build of a graph of the slots below `slots`, if there is to be one.
   * @returns false if slots have to be inserted one by one
   */
  advance(slots: number): boolean {
    if (this.#build === null && !this.#isDue(slots)) return false;
    try {
      this.#build ??= new BulkBuild(this.#parts, slots);
      if (!this.#build.step()) this.stop();
      return true;
    } catch (error) {
      this.stop();
      if (error instanceof OutOfMemory) return false;
      throw error;
    }
  }

  /** Ends the build, if there is one, and releases its memory. */
  stop(): void {
    this.#build?.release();
    this.#build = null;
  }

  #isDue(slots: number): boolean {
    if (!this.#canBuild || slots < LEAST_BULK_SLOTS) return false;
    const { stat } = this.#parts.store.exports;
    return stat(STATS.Indexed) === 0 && stat(STATS.Nodes) === 0;
  }
}
