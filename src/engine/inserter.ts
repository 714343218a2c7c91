// Inserts slots into the graph of a vector store, one by one or, where many are missing, in batches.
// The decision: builder threads search for the links of a batch while the graph does not change, then this thread,
// which helps them, links its members (assembly/batch). The result is the same without builder threads, so whether
// there are batches depends on the slots alone. A batch that was opened is always completed, by this thread alone if
// need be, because its members have lists already. Where all cores are busy, waiting for threads of low priority takes
// longer than they save; then they are ended.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { MAX_BATCH_THREADS, STATS } from "./abi.ts";
import { BatchThreads } from "./batch-threads.ts";
import type { Builders } from "./build-threads.ts";
import { countInserted } from "./counters.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";

/** Fifty times the members of a batch: what a batch does not know of the graph is at most 2 % of it. */
const LEAST_NODES = 3200;
/** The slots from which batches are begun: threads for fewer would take longer to start than they save. */
const LEAST_SLOTS = 2048;
/** The slots from which batches are continued, one full batch. */
const FULL_BATCH = 64;
/** Members that one step links, each in about a tenth of the time of an insertion. */
const LINKED_PER_STEP = 8;
/** Threads are ended if this thread has waited for them for this share of a run, after this time. */
const MOST_WAITING = 1 / 2;
const LEAST_RUN_MS = 500;
/** The heap of a builder thread. */
const HEAP_BYTES = 10 * 2 ** 20;

interface InserterParts {
  readonly module: WebAssembly.Module;
  readonly account: MemoryLimit;
  readonly store: LinearMemory;
  /** The threads that search; absent: this thread does everything. */
  readonly builders?: Builders | undefined;
}

export class Inserter {
  readonly #parts: InserterParts;
  /** Whether batches were begun, and a backlog for more of them is left. */
  #isRunning = false;
  #isOpen = false;
  #threads: BatchThreads | null = null;
  #reserved = 0;
  /** When the threads were started, and the milliseconds that this thread has waited for them since. */
  #began = 0;
  #waited = 0;
  #waiting: Promise<void> | null = null;
  #ending: Promise<void> | null = null;

  constructor(parts: InserterParts) {
    this.#parts = parts;
  }

  /** Whether a batch is open: nothing else may change the graph. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Resolves when builder threads have searched, or have ended, and the next step can be done; null: it can now. */
  get working(): Promise<unknown> | null {
    return this.#waiting;
  }

  /**
   * Inserts up to `maxSlots` slots, or does a step of a batch.
   * @param uncovered the slots that the graph should cover and does not
   * @param first the number of slots that go in mixed order if the graph is begun now
   * @throws OutOfMemory
   */
  advance(uncovered: number, maxSlots: number, first: number): void {
    try {
      if (this.#isOpen) this.#continue(uncovered, maxSlots);
      else if (!this.#open(uncovered)) {
        const { exports, worker } = this.#parts.store;
        check(exports.index(worker, Math.min(maxSlots, uncovered), Math.min(first, uncovered)));
      }
    } catch (error) {
      void this.stop();
      throw error;
    }
  }

  /** Ends the builder threads, unless a batch is open: nothing is left to be inserted. */
  rest(): void {
    if (this.#isOpen) return;
    this.#isRunning = false;
    void this.stop();
  }

  /** Ends the builder threads. What they have not done is left to this thread. @returns a promise of their end */
  async stop(): Promise<void> {
    const threads = this.#threads;
    if (threads) {
      this.#threads = null;
      this.#parts.account.release(this.#reserved);
      this.#ending = threads.stop().then(() => {
        this.#parts.store.exports.shareBatchAgain();
        this.#ending = null;
      });
    }
    await this.#ending;
  }

  /** Ends the builder threads, because others are short of memory. @returns whether there were any */
  giveUp(): boolean {
    const had = this.#threads !== null;
    void this.stop();
    return had;
  }

  /** Opens the next batch, if there is to be one. @returns false if slots are to be inserted one by one */
  #open(uncovered: number): boolean {
    const { exports, worker } = this.#parts.store;
    const left = Math.min(uncovered, exports.stat(STATS.Indexed) + uncovered - countInserted(exports));
    const isDue = left >= (this.#isRunning ? FULL_BATCH : LEAST_SLOTS);
    if (!isDue || exports.stat(STATS.Nodes) < LEAST_NODES) {
      this.rest();
      return false;
    }
    if (!this.#isRunning && this.#ending) {
      // Threads that are still ending have the numbers that new ones would get.
      this.#wait();
      return true;
    }
    if (!this.#isRunning) this.#begin();
    this.#isOpen = check(exports.openBatch(worker, left)) > 0;
    if (this.#isOpen) this.#threads?.search();
    return this.#isOpen;
  }

  /** Starts builder threads, if there is memory for them; without, this thread does everything. */
  #begin(): void {
    this.#isRunning = true;
    const { module, account, store, builders } = this.#parts;
    if (!builders) return;
    const threads = Math.min(builders.threads, MAX_BATCH_THREADS);
    const bytes = threads * HEAP_BYTES;
    if (!account.reserveSpare(bytes)) return;
    this.#reserved = bytes;
    this.#began = performance.now();
    this.#waited = 0;
    const task = { module, memory: store.memory, account: account.shared };
    this.#threads = new BatchThreads({ ...builders, threads }, task);
  }

  /** Searches for up to `most` members. When none is left, it links some, or waits for other threads. */
  #continue(uncovered: number, most: number): void {
    const { exports, worker } = this.#parts.store;
    let searched = 0;
    while (searched < most && check(exports.searchBatch(worker)) > 0) searched++;
    if (searched < most) this.#link(uncovered);
  }

  #link(uncovered: number): void {
    const { exports, worker } = this.#parts.store;
    if (!exports.isBatchSearched()) this.#wait();
    else this.#isOpen = check(exports.linkBatch(worker, Math.min(LINKED_PER_STEP, uncovered))) > 0;
  }

  /** Waits for the threads that search, or are ending, and ends them if one has failed or waiting takes too long. */
  #wait(): void {
    const from = performance.now();
    const searched = this.#threads?.searched ?? Promise.resolve(false);
    this.#waiting = searched.then(async (all) => {
      const now = performance.now();
      this.#waited += now - from;
      const ran = now - this.#began;
      if (!all || (ran > LEAST_RUN_MS && this.#waited > ran * MOST_WAITING)) await this.stop();
      this.#waiting = null;
    });
  }
}
