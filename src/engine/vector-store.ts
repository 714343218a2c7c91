// A vector store: one WebAssembly memory, and the module that works on it.
// The decision: memory is shared, and one object is one thread's view of it. Arguments and results are passed by
// address here; no caller sees an address.
import { OutOfMemory } from "../errors/failures.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { COLUMNS, ENCODINGS, METRICS, STATS } from "./abi.ts";
import { BulkIndex } from "./bulk-index.ts";
import { CodeCentre } from "./centre.ts";
import { countFaults, countInserted, readStats } from "./counters.ts";
import type { RowFile, StoreFiles } from "./files.ts";
import { copyGraph, LEVEL_SEED } from "./graph-file.ts";
import { type GraphView, type ViewOptions, viewGraph } from "./graph-view.ts";
import { GraphWorkMeter } from "./graph-work.ts";
import { Inserter } from "./inserter.ts";
import { check, type Exports, instantiateOver } from "./instance.ts";
import { LinearMemory } from "./linear-memory.ts";
import { measureSlots } from "./measure.ts";
import { type Neighbours, nearestToQueries, nearestToSlots } from "./neighbours.ts";
import { type Basis, type Projected, projectSlots } from "./projection.ts";
import { type FillResult, fillStore, type SavedStore } from "./restore.ts";
import { floatsOf } from "./rows.ts";
import { type SearchedStore, searchStore } from "./search.ts";
import { SlotWriter } from "./slot-writer.ts";
import type { StoreHost } from "./store-host.ts";
import { Growth, newMemory, sizeOf } from "./store-memory.ts";
import { type TracedSearch, traceSearch } from "./trace.ts";
import type {
  GraphFaults,
  Hits,
  SavedColumn,
  SearchOptions,
  StoreSpec,
  StoreStats,
  StoreWrite,
} from "./types.ts";

export class VectorStore {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Exports;
  readonly #linear: LinearMemory;
  readonly #growth: Growth;
  readonly #account: MemoryLimit;
  readonly #worker: number;
  readonly #spec: StoreSpec;
  /** The file of the f32 rows if they are in one; then they are not in memory. */
  readonly #rows: RowFile | null;
  /** The number of slots at which the graph is begun. */
  #indexFrom = Number.POSITIVE_INFINITY;
  /** The graph accepts the slots below this one. */
  indexTo = Number.POSITIVE_INFINITY;
  readonly #slots: SlotWriter;
  readonly #centre: CodeCentre;
  readonly bulk: BulkIndex;
  readonly inserter: Inserter;
  readonly #work = new GraphWorkMeter();

  /** Creates a store in its own memory. @throws OutOfMemory */
  static create(host: StoreHost, spec: StoreSpec, rows: RowFile | null = null): VectorStore {
    return VectorStore.#construct(host, spec, rows, (store) => store.#format());
  }

  /**
   * Restores a store from its saved state in its own memory.
   * @param rows its file of rows, if it has one
   * @returns also the parts that could not be used, and whether its codes were made again
   * @throws DamagedFile, OutOfMemory
   */
  static restore(
    host: StoreHost,
    spec: StoreSpec,
    saved: SavedStore,
    files: StoreFiles,
    rows: RowFile | null = null,
  ): FillResult & { store: VectorStore } {
    let filled: FillResult = { faults: [], recoded: false };
    const store = VectorStore.#construct(host, spec, rows, (newStore) => {
      newStore.#format();
      filled = newStore.#fill(saved, files);
    });
    return { store, ...filled };
  }

  /** Creates another thread's view of a store. The host's `worker` must be used by this thread only. */
  static attach(
    host: StoreHost,
    memory: WebAssembly.Memory,
    spec: StoreSpec,
    rows: RowFile | null = null,
  ): VectorStore {
    return new VectorStore(host, memory, spec, rows);
  }

  /** A store that cannot be filled leaves nothing on the account. */
  static #construct(
    host: StoreHost,
    spec: StoreSpec,
    rows: RowFile | null,
    fill: (store: VectorStore) => void,
  ): VectorStore {
    const memory = newMemory(host.maximumPages, host.account);
    try {
      const store = new VectorStore(host, memory, spec, rows);
      store.#growth.lasting(() => fill(store));
      return store;
    } catch (error) {
      host.account.release(sizeOf(memory));
      throw error;
    }
  }

  private constructor(host: StoreHost, memory: WebAssembly.Memory, spec: StoreSpec, rows: RowFile | null) {
    const { module, worker, account } = host;
    this.#growth = new Growth(memory, account);
    this.#exports = instantiateOver(module, memory, this.#growth.grow);
    this.#linear = new LinearMemory(this.#exports, memory, worker);
    this.memory = memory;
    this.#account = account;
    this.#worker = worker;
    this.#rows = rows;
    this.#spec = spec;
    this.indexFrom = spec.indexFrom;
    this.#slots = new SlotWriter(this.#linear, spec.dimension, rows);
    const { inputRows } = this.#slots;
    this.#centre = new CodeCentre({ linear: this.#linear, spec, rowFile: rows, inputRows });
    this.bulk = new BulkIndex({ ...host, store: this.#linear, spec });
    this.inserter = new Inserter({ ...host, store: this.#linear });
  }

  reserve(slots: number): number {
    return this.#growth.lasting(() => {
      const capacity = this.#reserveMemory(slots);
      return this.#rows ? Math.min(capacity, this.#rows.reserve(slots)) : capacity;
    });
  }

  /** Writes vectors first, then the deleted bits of slots without one, then the count, and last the slots to delete. */
  write({ first, slots, rows, vectors, dead }: StoreWrite): void {
    if (rows === null) this.#slots.put(first, vectors);
    else this.#slots.putSparse(first, slots, rows, vectors);
    check(this.#exports.publish(first + slots));
    for (const slot of dead) check(this.#exports.markDead(slot));
    this.#centre.computeIfEnough();
  }

  /** Sets the number of slots at which the graph is begun, if there is to be one. */
  set indexFrom(slots: number) {
    this.#indexFrom = this.#spec.m === 0 ? Number.POSITIVE_INFINITY : Math.max(1, slots);
  }

  /** The slots that the graph should cover and does not. */
  get unindexed(): number {
    const { stat } = this.#exports;
    const slots = stat(STATS.Count);
    return slots < this.#indexFrom ? 0 : Math.max(0, Math.min(slots, this.indexTo) - stat(STATS.Indexed));
  }

  /** Whether there are slots that the graph may not accept yet. */
  get isHeld(): boolean {
    const slots = this.#exports.stat(STATS.Count);
    return slots >= this.#indexFrom && slots > this.indexTo;
  }

  /** Whether no graph is to be begun: one is being built, or the slots that it lacks are inserted. */
  get isBegun(): boolean {
    const inserts = this.#exports.stat(STATS.Nodes) > 0 && !this.bulk.isDue(this.unindexed);
    return inserts || this.unindexed === 0 || this.bulk.isRunning;
  }

  /** Resolves when builder threads have done their part and `index` can go on; null: it can go on now. */
  get building(): Promise<unknown> | null {
    return this.bulk.working ?? this.inserter.working;
  }

  /**
   * Inserts up to `maxSlots` slots into the graph; if it is begun now, up to `batch` existing ones go in mixed order.
   * @returns the number of remaining slots
   */
  index(maxSlots: number, batch: number): number {
    return this.#work.step(this.#done, () => {
      const left = this.unindexed;
      if (left === 0) return 0;
      this.#centre.compute();
      const isBuilt = !this.inserter.isOpen && this.bulk.advance(left);
      if (!isBuilt) this.inserter.advance(left, maxSlots, batch);
      if (isBuilt || this.unindexed === 0) this.inserter.rest();
      return this.unindexed;
    });
  }

  /** Whether the graph has grown so much that it has to be checked for unreachable nodes. */
  get isUnchecked(): boolean {
    return this.#exports.stat(STATS.Unchecked) > 0;
  }

  /**
   * Continues to find and link unreachable nodes, for the time of `insertions` insertions.
   * @param forced checks however little the graph has grown
   * @returns whether there is more to do
   */
  repair(insertions: number, forced: boolean): boolean {
    if (this.inserter.isOpen) return false;
    return check(this.#exports.repair(this.#worker, insertions, forced)) > 0;
  }

  search(query: Float32Array, options: SearchOptions): Hits {
    return this.searchBatch(query, options)[0]!;
  }

  searchBatch(queries: Float32Array, options: SearchOptions): Hits[] {
    return searchStore(this.#searched, queries, options);
  }

  searchWithout(queries: Float32Array, slots: Uint32Array, options: SearchOptions): Hits[] {
    return searchStore(this.#searched, queries, options, { without: slots });
  }

  distances(queries: Float32Array, slots: Uint32Array): Float32Array {
    return measureSlots(this.#searched, queries, slots);
  }

  neighbours(of: Uint32Array | Float32Array, options: SearchOptions): Neighbours {
    if (of instanceof Float32Array) return nearestToQueries(this.#searched, of, options);
    return nearestToSlots(this.#searched, of, this.read(of), options);
  }

  project(slots: Uint32Array, basis: Basis, sums: boolean): Projected {
    return projectSlots(this.#searched, slots, basis, sums);
  }

  watch(query: Float32Array, options: SearchOptions, maxSteps: number): TracedSearch {
    return traceSearch(this.#searched, query, options, maxSteps);
  }

  view(slot: number, options: ViewOptions): GraphView | null {
    return viewGraph(this.#searched, slot, this.read(Uint32Array.of(slot)), options);
  }

  read(slots: Uint32Array): Float32Array {
    return floatsOf(this.#searched, slots);
  }

  stats(): StoreStats {
    return { ...readStats(this.#exports), work: this.#work.read(this.#done) };
  }

  column(column: SavedColumn, from: number, to: number): Uint8Array[] {
    const written = this.#exports.stat(STATS.Count);
    if (to > written)
      throw new VectorDbError("INTERNAL", `of slots up to ${to}, ${written} have been written`);
    if (column === "rows") return this.#linear.column(COLUMNS.Vectors, from, to);
    return this.#centre.codes(from, to);
  }

  graph(): Uint8Array[] {
    return copyGraph(this.#linear, this.#spec, this.#account);
  }

  validate(): GraphFaults {
    return countFaults(this.#exports, this.#worker);
  }

  /** The slots in the graph, or those of its first batch so far, or the part that a build in bulk has done. */
  get #done(): number {
    const inserted = countInserted(this.#exports);
    return inserted + this.bulk.doneBeyond(inserted);
  }

  get #searched(): SearchedStore {
    return { linear: this.#linear, spec: this.#spec, rowFile: this.#rows };
  }

  #format(): void {
    const { dimension, metric, encoding, m, efConstruct, rowsFile } = this.#spec;
    const outside = rowsFile !== undefined;
    const { create } = this.#exports;
    check(create(dimension, METRICS[metric], ENCODINGS[encoding], m, efConstruct, LEVEL_SEED, outside));
  }

  /** Fills the store from its saved state. Its file of rows is extended only after it has been verified. */
  #fill(saved: SavedStore, files: StoreFiles): FillResult {
    this.#reserveMemory(saved.slots);
    const empty = {
      linear: this.#linear,
      spec: this.#spec,
      rowFile: this.#rows,
      inputRows: this.#slots.inputRows,
    };
    const filled = fillStore({ ...empty, files }, saved, this.#centre);
    this.#rows?.reserve(saved.slots);
    return filled;
  }

  /** Also allocates the space through which rows are passed, so a write cannot fail for lack of it. */
  #reserveMemory(slots: number): number {
    if (this.#exports.rowInput(this.#worker, this.#slots.inputRows) === 0) throw new OutOfMemory();
    this.#centre.reserve();
    return check(this.#exports.reserve(slots));
  }
}
