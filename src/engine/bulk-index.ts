// Decides when the graph of a vector store is built in bulk, and drives the build.
// The decision: only a store without a graph gets one in bulk, if it has many slots. Later slots are inserted one by
// one into that graph. A build takes at most half of the free memory, which is reserved before the build begins. If
// there is too little, or others are short of memory, or partitions find too few neighbours of a sample, slots are
// inserted one by one.
import { OutOfMemory } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { COLUMNS, STATS } from "./abi.ts";
import { BulkBuild, type BulkParts } from "./bulk-build.ts";

/** With fewer slots, insertions take so little time that a build gains nothing. */
const LEAST_SLOTS = 20_000;
/** The largest M of a bulk build, see assembly/exports/bulk.ts. */
const MOST_M = 64;
/** With longer vectors, a step of a build would take too long. */
const MOST_COMPONENTS = 8192;
/** The share of the free memory that a build may take. */
const SHARE = 1 / 2;
/** The most bytes of a projection, see assembly/bulk/projections.ts. */
const PROJECTION_BYTES = 200;
/** Other memory of a build besides its columns and candidates, rounded up: for a slot, a component, and for all. */
const BYTES_PER_SLOT = 320;
const BYTES_PER_COMPONENT = 8 * 1024;
const FIXED_BYTES = 16 * 2 ** 20;
/** The memory of each further builder thread: its leaf and its leaders; and the heap of every builder thread. */
const THREAD_BYTES_PER_COMPONENT = 4 * 1024;
const THREAD_BYTES = 4 * 2 ** 20;
const HEAP_BYTES = 10 * 2 ** 20;

interface BulkIndexParts extends BulkParts {
  readonly account: MemoryLimit;
  /** Runs the garbage collector of this thread, so that the memory of a build is free when it is released. */
  readonly collectGarbage: () => void;
}

export class BulkIndex {
  readonly #parts: BulkIndexParts;
  readonly #isCovered: boolean;
  #build: BulkBuild | null = null;
  #reserved = 0;
  /** Whether a build has ended without a graph: memory was missing, or partitions do not serve the data. */
  #isGivenUp = false;

  constructor(parts: BulkIndexParts) {
    this.#parts = parts;
    const { encoding, metric, m, dimension } = parts.spec;
    const hasPartitions = encoding === "int8" && (metric === "Cosine" || metric === "Euclid");
    this.#isCovered = hasPartitions && m > 0 && m <= MOST_M && dimension <= MOST_COMPONENTS;
  }

  /** Whether a build has been begun and is not complete. */
  get isRunning(): boolean {
    return this.#build !== null;
  }

  /** Resolves when builder threads have ended, and the next step can be done; null: it can be done now. */
  get working(): Promise<unknown> | null {
    return this.#build?.working ?? null;
  }

  /** The part of the build under way that is done, 0 to 1: an estimate. */
  get part(): number {
    return this.#build?.part ?? 0;
  }

  /**
   * Does a step of the build of a graph of the slots below `slots`, if there is to be one.
   * @returns false if slots have to be inserted one by one
   */
  advance(slots: number): boolean {
    if (this.#build === null && !this.#isDue(slots)) return false;
    try {
      const state = this.#step(slots);
      if (state === "built") this.stop();
      if (state === "rejected") this.giveUp();
      return state !== "rejected";
    } catch (error) {
      this.giveUp();
      if (error instanceof OutOfMemory) return false;
      throw error;
    }
  }

  /** Ends the build, if there is one, and releases its memory. */
  stop(): void {
    if (this.#reserved === 0) return;
    this.#build?.stop();
    this.#build = null;
    this.#parts.collectGarbage();
    this.#parts.account.release(this.#reserved);
    this.#reserved = 0;
  }

  /** Ends the build for good: the store is indexed slot by slot. @returns whether there was one */
  giveUp(): boolean {
    const had = this.#reserved > 0;
    this.#isGivenUp ||= had;
    this.stop();
    return had;
  }

  /** A method of its own, because a build is not garbage while a function that has called it has not returned. */
  #step(slots: number): "unfinished" | "built" | "rejected" {
    this.#build ??= this.#begin(slots);
    if (this.#build.step()) return "unfinished";
    return this.#build.isRejected ? "rejected" : "built";
  }

  #isDue(slots: number): boolean {
    if (!this.#isCovered || this.#isGivenUp || slots < LEAST_SLOTS) return false;
    const { stat } = this.#parts.store.exports;
    if (stat(STATS.Indexed) > 0 || stat(STATS.Nodes) > 0) return false;
    const { account } = this.#parts;
    return this.#bytesFor(slots) <= (account.limit - account.used) * SHARE;
  }

  #begin(slots: number): BulkBuild {
    const bytes = this.#bytesFor(slots);
    if (!this.#parts.account.reserveSpare(bytes)) throw new OutOfMemory();
    this.#reserved = bytes;
    return new BulkBuild(this.#parts, slots, bytes);
  }

  /** Returns the most memory that a build takes. */
  #bytesFor(slots: number): number {
    const { spec, store, builders } = this.#parts;
    const { columnBytes } = store.exports;
    const columns = columnBytes(COLUMNS.Codes) + columnBytes(COLUMNS.Links);
    const candidates = 8 * Math.max(64, 4 * spec.m);
    const projection = Math.min(PROJECTION_BYTES, spec.dimension);
    const perSlot = columns + candidates + projection + BYTES_PER_SLOT;
    const threads = builders?.threads ?? 0;
    const further = Math.max(0, threads - 1);
    const perComponent = BYTES_PER_COMPONENT + further * THREAD_BYTES_PER_COMPONENT;
    const fixed = FIXED_BYTES + further * THREAD_BYTES + threads * HEAP_BYTES;
    return slots * perSlot + spec.dimension * perComponent + fixed;
  }
}
