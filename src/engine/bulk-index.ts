// Decides when the graph of a vector store is built in bulk, and drives the build.
// The decision: if many slots are not in the graph, and at least as many as are in it, a graph of all slots is built
// and replaces it. Each build then covers at least twice as many slots as the one before, so all builds of a growing
// store together cost at most twice the last one. Slots that are written meanwhile are not inserted into the graph that
// is to be replaced. A build takes at most half of the free memory, which is reserved before the build begins. If there
// is too little, or others are short of memory, or partitions find too few neighbours of a sample, slots are inserted
// one by one.
import { OutOfMemory } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { COLUMNS, STATS } from "./abi.ts";
import { BulkBuild, type BulkParts } from "./bulk-build.ts";
import { countInserted } from "./counters.ts";
import { check } from "./instance.ts";

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
  readonly #hasPartitions: boolean;
  #build: BulkBuild | null = null;
  /** The slots that the build under way covers are below this. */
  #end = 0;
  #reserved = 0;
  /** Whether a build has ended without a graph: memory was missing, or partitions do not serve the data. */
  #isGivenUp = false;

  constructor(parts: BulkIndexParts) {
    this.#parts = parts;
    const { encoding, metric, m, dimension } = parts.spec;
    const hasPartitions = encoding === "int8" && metric !== "Manhattan";
    this.#hasPartitions = hasPartitions && m > 0 && m <= MOST_M && dimension <= MOST_COMPONENTS;
  }

  /** Whether a build has been begun and is not complete. */
  get isRunning(): boolean {
    return this.#build !== null;
  }

  /** Resolves when builder threads have ended, and the next step can be done; null: it can be done now. */
  get working(): Promise<unknown> | null {
    return this.#build?.working ?? null;
  }

  /** Returns the slots that the build under way has done its part for, beyond those that were inserted: an estimate. */
  doneBeyond(inserted: number): number {
    return this.#build === null ? 0 : this.#build.part * Math.max(0, this.#end - inserted);
  }

  /**
   * Does a step of a build, if there is to be one.
   * @param uncovered the slots that the graph should cover and does not
   * @returns false if slots have to be inserted one by one
   */
  advance(uncovered: number): boolean {
    if (this.#build === null && !this.isDue(uncovered)) return false;
    try {
      const state = this.#step(uncovered);
      if (state === "built") this.stop();
      if (state === "rejected") this.giveUp();
      return state !== "rejected";
    } catch (error) {
      this.#isGivenUp = true;
      this.stop();
      if (error instanceof OutOfMemory) return false;
      throw error;
    }
  }

  /** Ends the build, if there is one, and releases its memory. A graph that is being handed over is completed. */
  stop(): void {
    if (this.#reserved === 0) return;
    this.#complete();
    this.#build?.stop();
    this.#build = null;
    this.#parts.collectGarbage();
    this.#parts.account.release(this.#reserved);
    this.#reserved = 0;
  }

  /** Ends the build for good: the store is indexed slot by slot. @returns whether there was one */
  giveUp(): boolean {
    const had = this.#reserved > 0;
    this.#isGivenUp ||= had && !this.#build?.isHandingOver;
    this.stop();
    return had;
  }

  /** A method of its own, because a build is not garbage while a function that has called it has not returned. */
  #step(uncovered: number): "unfinished" | "built" | "rejected" {
    if (this.#build === null) {
      this.#end = this.#covered + uncovered;
      this.#build = this.#begin(this.#end);
    }
    if (this.#build.step()) return "unfinished";
    return this.#build.isRejected ? "rejected" : "built";
  }

  /** Completes a graph that is being handed over. */
  #complete(): void {
    while (this.#build?.isHandingOver && this.#build.step());
  }

  /** Whether a graph of all slots is to be built if `uncovered` of them are not in the graph. */
  isDue(uncovered: number): boolean {
    if (!this.#hasPartitions || this.#isGivenUp || uncovered < LEAST_SLOTS) return false;
    const slots = this.#covered + uncovered;
    const inserted = countInserted(this.#parts.store.exports);
    if (slots - inserted < Math.max(LEAST_SLOTS, inserted)) return false;
    const { account } = this.#parts;
    const bytes = this.#bytesFor(slots) + this.#covered * this.#graphBytes;
    return bytes <= (account.limit - account.used) * SHARE;
  }

  get #covered(): number {
    return this.#parts.store.exports.stat(STATS.Indexed);
  }

  /** Reserves the memory of the build, and that of a second graph in the store. @throws OutOfMemory */
  #begin(slots: number): BulkBuild {
    check(this.#parts.store.exports.reserveSpare());
    const bytes = this.#bytesFor(slots);
    if (!this.#parts.account.reserveSpare(bytes)) throw new OutOfMemory();
    this.#reserved = bytes;
    return new BulkBuild(this.#parts, slots, bytes);
  }

  /** The bytes of the columns of a graph for a slot. */
  get #graphBytes(): number {
    const { columnBytes } = this.#parts.store.exports;
    const columns = [COLUMNS.Links, COLUMNS.Upper, COLUMNS.Degree, COLUMNS.Duplicate, COLUMNS.Products];
    return columns.reduce((sum, column) => sum + columnBytes(column), 0);
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
