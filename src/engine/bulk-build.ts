// Builds the graph of many slots at once, in a memory of its own, and hands it to their vector store.
// The decision: builder threads do most of the work, and without them it is a sequence of short steps, so writes and
// searches of the same thread come in between. The memory has a copy of the codes, and the graph while it is built. The
// store gets it in its columns, or in spare ones where it has a graph (assembly/memory/spare.ts), and it appears at
// once; until then searches walk the graph that there was, and compare the other slots. Once columns are written, the
// build is not to be ended, because their slots would not be empty when they are inserted.
import { MemoryLimit } from "../memory/memory-limit.ts";
import { COLUMNS, ENCODINGS, METRICS, STATS } from "./abi.ts";
import { type Builders, BuildThreads } from "./build-threads.ts";
import { builtFor, copyCodes } from "./bulk-codes.ts";
import { clearColumn, copyColumn } from "./copy-columns.ts";
import { gatheredUpper, LEVEL_SEED } from "./graph-file.ts";
import { check, type Exports, instantiateOver } from "./instance.ts";
import { LinearMemory } from "./linear-memory.ts";
import { rowBytesOf } from "./rows.ts";
import { Growth, newMemory } from "./store-memory.ts";
import type { StoreSpec } from "./types.ts";

/** The work of one step, in thousands of products: about a tenth of a millisecond. */
const STEP_WORK = 2_000;
/** The answer of `buildBulk` where slots are to be inserted instead. */
const REJECTED = 2;
/** Dead bits are copied by the word, those of 32,768 slots in one step. */
const STEP_SLOTS = 2 ** 15;
const WORD_SLOTS = 64;
const WORD_BYTES = 8;

/** The columns of a graph, each with the one that a replacing graph is written to. */
const GRAPH_COLUMNS = [
  [COLUMNS.Links, COLUMNS.SpareLinks],
  [COLUMNS.Degree, COLUMNS.SpareDegree],
  [COLUMNS.Duplicate, COLUMNS.SpareDuplicate],
] as const;

export interface BulkParts {
  readonly module: WebAssembly.Module;
  readonly maximumPages: number;
  /** The memory of the store that gets the graph. */
  readonly store: LinearMemory;
  readonly spec: StoreSpec;
  /** The threads that build; absent: this thread does everything. */
  readonly builders?: Builders | undefined;
}

export class BulkBuild {
  readonly #parts: BulkParts;
  readonly #linear: LinearMemory;
  readonly #account: MemoryLimit;
  readonly #steps: Iterator<void>;
  #threads: BuildThreads | null = null;
  #isRejected = false;
  #isHandingOver = false;
  #part = 0;

  /**
   * @param slots the graph covers the slots below this number
   * @param bytes the most memory that the build may take
   * @throws OutOfMemory
   */
  constructor(parts: BulkParts, slots: number, bytes: number) {
    this.#parts = parts;
    this.#account = MemoryLimit.of(bytes);
    const memory = newMemory(parts.maximumPages, this.#account);
    const exports = instantiateOver(parts.module, memory, new Growth(memory, this.#account).grow);
    this.#linear = new LinearMemory(exports, memory, 0);
    this.#steps = this.#run(slots);
  }

  /** Does the next step. @returns whether there are more. @throws OutOfMemory */
  step(): boolean {
    return !this.#steps.next().done;
  }

  /** Whether the build has ended without a graph, because partitions do not serve the data. */
  get isRejected(): boolean {
    return this.#isRejected;
  }

  /** Whether the graph is being copied to the store; the remaining steps cannot fail. */
  get isHandingOver(): boolean {
    return this.#isHandingOver;
  }

  /** The part of the build that is done, 0 to 1: an estimate that never falls. */
  get part(): number {
    // Builder threads may be changing what it is computed from.
    this.#part = Math.max(this.#part, this.#linear.exports.bulkPart());
    return this.#part;
  }

  /** Resolves when builder threads have ended, and the next step can be done; null: it can be done now. */
  get working(): Promise<unknown> | null {
    return this.#threads?.answer === null ? this.#threads.ended : null;
  }

  /** Ends the builder threads. No further step may be done. */
  stop(): void {
    if (this.working) this.#threads?.stop();
  }

  *#run(slots: number): Generator<void> {
    const { exports } = this.#linear;
    this.#isRejected = !(yield* this.#copyStore(slots));
    if (this.#isRejected) return;
    check(exports.beginBulk());
    const { builders } = this.#parts;
    const answer = yield* builders ? this.#buildIn(builders) : this.#buildHere();
    this.#isRejected = answer === REJECTED;
    if (!this.#isRejected) yield* this.#handOver(slots);
  }

  /** Builds in steps of this thread. @returns 0 or `REJECTED` */
  *#buildHere(): Generator<void, number> {
    const { exports, worker } = this.#linear;
    let answer = 1;
    while (answer === 1) {
      answer = check(exports.buildBulk(worker, STEP_WORK));
      yield;
    }
    return answer;
  }

  /** Waits for builder threads. @returns 0 or `REJECTED`. @throws OutOfMemory also if a thread has died */
  *#buildIn(builders: Builders): Generator<void, number> {
    const { module } = this.#parts;
    const threads = new BuildThreads(builders, {
      module,
      memory: this.#linear.memory,
      account: this.#account.shared,
    });
    this.#threads = threads;
    while (threads.answer === null) yield;
    return check(threads.answer);
  }

  /** Copies codes, dead bits and the centre, and publishes the slots. @returns false if codes do not serve a build */
  *#copyStore(slots: number): Generator<void, boolean> {
    const { store, spec } = this.#parts;
    const { create, reserve, publish, centreInput, useCentre } = this.#linear.exports;
    const { dimension, metric, encoding, m, efConstruct } = spec;
    check(
      create(dimension, METRICS[builtFor(metric)], ENCODINGS[encoding], m, efConstruct, LEVEL_SEED, true),
    );
    check(reserve(slots));
    if (!(yield* copyCodes(store, this.#linear, slots, dimension))) return false;
    yield* this.#copyDead(slots);
    check(publish(slots));
    // Codes are read only where there is a centre.
    const centreAddress = centreInput();
    const row = this.#linear.writable(centreAddress, rowBytesOf(dimension));
    row.set(store.bytes(store.exports.centre(), row.length));
    useCentre(centreAddress);
    return true;
  }

  *#copyDead(slots: number): Generator<void> {
    const { store } = this.#parts;
    for (let slot = 0; slot < slots; slot += WORD_SLOTS) {
      const word = store.bytes(store.exports.deadWord(slot), WORD_BYTES);
      this.#linear.bytes(this.#linear.exports.deadWord(slot), WORD_BYTES).set(word);
      if (slot % STEP_SLOTS === 0) yield;
    }
  }

  /** Copies the graph to the store, and lets searches walk it. @throws OutOfMemory, before anything has changed */
  *#handOver(slots: number): Generator<void> {
    const { store } = this.#parts;
    const built: Exports = this.#linear.exports;
    const spareSlots = check(store.exports.reserveSpare());
    const bytes = built.upperBytes(slots);
    const upper = bytes === 0 ? 0 : store.exports.upperInput(bytes);
    const records = bytes === 0 ? new Uint8Array(0) : store.writable(upper, bytes);
    let at = 0;
    for (const part of gatheredUpper(this.#linear, slots, bytes)) {
      records.set(part, at);
      at += part.length;
      yield;
    }
    this.#isHandingOver = true;
    for (const [column, spare] of GRAPH_COLUMNS) {
      yield* copyColumn(this.#linear, store, { column, end: spareSlots, to: spare });
      yield* copyColumn(this.#linear, store, { column, first: spareSlots, end: slots });
    }
    // A graph that is built in bulk has no lists by product.
    yield* clearColumn(store, { column: COLUMNS.SpareProducts, end: spareSlots });
    yield* clearColumn(store, { column: COLUMNS.Products, first: spareSlots, end: slots });
    const numbers = [STATS.Nodes, STATS.Duplicates, STATS.EntryLevel, STATS.EntrySlot].map(built.stat);
    const [nodes, duplicates, level, entry] = numbers;
    check(store.exports.adoptBuiltGraph(slots, nodes!, duplicates!, level!, entry!, upper, bytes));
  }
}
