// One segment's memory and the module that works on it.
// The decision: memory is shared and one object stands for one thread's view of it. What is searched, written and read is
// put in and taken out here, by address; nobody who calls this sees one.
import { OutOfMemory, VectorDbError } from "../errors.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { COLUMNS, ENCODINGS, METRICS, STATS } from "./abi.ts";
import { countFaults, readStats } from "./counters.ts";
import type {
  GraphFaults,
  Hits,
  SavedColumn,
  SearchOptions,
  SegmentSpec,
  SegmentStats,
  SegmentWrite,
} from "./engine.ts";
import type { RowFile, SegmentFiles } from "./files.ts";
import { copyGraph, LEVEL_SEED } from "./graph-file.ts";
import { type GraphView, type ViewOptions, viewGraph } from "./graph-view.ts";
import { check, type Exports, instantiateOver } from "./instance.ts";
import { LinearMemory } from "./linear-memory.ts";
import { measureSlots } from "./measure.ts";
import { type Neighbours, nearestToQueries, nearestToSlots } from "./neighbours.ts";
import { type Basis, type Projected, projectSlots } from "./projection.ts";
import { fillSegment, type SavedSegment } from "./restore.ts";
import { readFloats, rowBytesOf } from "./rows.ts";
import { type Searched, searchSegment } from "./search.ts";
import { Growth, newMemory, sizeOf } from "./segment-memory.ts";
import { type TracedSearch, traceSearch } from "./trace.ts";

/** Rows are handed over in steps of about this many bytes, so that they are still in the cache when stored. */
const INPUT_BYTES = 16 * 1024;

/** What the segments of a thread have in common. */
export interface SegmentHost {
  readonly module: WebAssembly.Module;
  /** This thread's number among those that share segments. */
  readonly worker: number;
  /** The account that memory is taken from. */
  readonly account: MemoryLimit;
  /** The most 64 KiB pages of one segment. */
  readonly maximumPages: number;
}

export class Segment {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Exports;
  readonly #linear: LinearMemory;
  readonly #growth: Growth;
  readonly #account: MemoryLimit;
  readonly #worker: number;
  readonly #spec: SegmentSpec;
  readonly #dimension: number;
  /** The f32 rows where they are in a file; then they are not in the memory. */
  readonly #rows: RowFile | null;
  /** Slots at which the graph is begun. */
  #indexFrom = Number.POSITIVE_INFINITY;
  /** The graph takes the slots below. */
  indexTo = Number.POSITIVE_INFINITY;
  /** How many rows are handed over at a time. */
  readonly #inputRows: number;

  /** A new segment in a memory of its own. @throws OutOfMemory */
  static create(host: SegmentHost, spec: SegmentSpec, rows: RowFile | null = null): Segment {
    return Segment.#made(host, spec, rows, (segment) => segment.#format());
  }

  /**
   * A segment read from what was saved of it, in a memory of its own.
   * @param rows its file of rows, if it has one
   * @returns what could not be used, too
   * @throws DamagedFile, OutOfMemory
   */
  static restore(
    host: SegmentHost,
    spec: SegmentSpec,
    saved: SavedSegment,
    files: SegmentFiles,
    rows: RowFile | null = null,
  ): { segment: Segment; faults: string[] } {
    let faults: string[] = [];
    const segment = Segment.#made(host, spec, rows, (made) => {
      made.#format();
      faults = made.#fill(saved, files);
    });
    return { segment, faults };
  }

  /** Another thread's view of a segment. The host's `worker` must be this thread's alone. */
  static attach(
    host: SegmentHost,
    memory: WebAssembly.Memory,
    spec: SegmentSpec,
    rows: RowFile | null = null,
  ): Segment {
    return new Segment(host, memory, spec, rows);
  }

  /** What cannot be filled leaves nothing behind on the account. */
  static #made(
    host: SegmentHost,
    spec: SegmentSpec,
    rows: RowFile | null,
    fill: (segment: Segment) => void,
  ): Segment {
    const memory = newMemory(host.maximumPages, host.account);
    try {
      const segment = new Segment(host, memory, spec, rows);
      segment.#growth.lasting(() => fill(segment));
      return segment;
    } catch (error) {
      host.account.give(sizeOf(memory));
      throw error;
    }
  }

  private constructor(
    { module, worker, account }: SegmentHost,
    memory: WebAssembly.Memory,
    spec: SegmentSpec,
    rows: RowFile | null,
  ) {
    this.#growth = new Growth(memory, account);
    this.#exports = instantiateOver(module, memory, this.#growth.grow);
    this.#linear = new LinearMemory(this.#exports, memory, worker);
    this.memory = memory;
    this.#account = account;
    this.#worker = worker;
    this.#rows = rows;
    this.#spec = spec;
    this.#dimension = spec.dimension;
    this.indexFrom = spec.indexFrom;
    this.#inputRows = Math.max(1, Math.floor(INPUT_BYTES / (spec.dimension * 4)));
  }

  reserve(slots: number): number {
    return this.#growth.lasting(() => {
      const capacity = this.#reserveMemory(slots);
      return this.#rows ? Math.min(capacity, this.#rows.reserve(slots)) : capacity;
    });
  }

  /** Vectors first, then the dead bits of slots without one, then the count, and only then the slots that die. */
  write({ first, slots, rows, vectors, dead }: SegmentWrite): void {
    if (rows === null) this.#put(first, vectors);
    else this.#putSparse(first, slots, rows, vectors);
    check(this.#exports.publish(first + slots));
    for (const slot of dead) check(this.#exports.kill(slot));
  }

  /** The graph is begun at so many slots, if there is to be one. */
  set indexFrom(slots: number) {
    this.#indexFrom = this.#spec.m === 0 ? Number.POSITIVE_INFINITY : Math.max(1, slots);
  }

  /** Slots that the graph should cover and does not. */
  get unindexed(): number {
    const { stat } = this.#exports;
    const slots = stat(STATS.Count);
    return slots < this.#indexFrom ? 0 : Math.max(0, Math.min(slots, this.indexTo) - stat(STATS.Indexed));
  }

  /** Whether there are slots that the graph may not have yet. */
  get isHeld(): boolean {
    const slots = this.#exports.stat(STATS.Count);
    return slots >= this.#indexFrom && slots > this.indexTo;
  }

  /** Inserts up to `most` slots into the graph. @returns how many are left */
  index(most: number): number {
    const step = Math.min(most, this.unindexed);
    if (step > 0) check(this.#exports.index(this.#worker, step));
    return this.unindexed;
  }

  search(query: Float32Array, options: SearchOptions): Hits {
    return this.searchBatch(query, options)[0]!;
  }

  searchBatch(queries: Float32Array, options: SearchOptions): Hits[] {
    return searchSegment(this.#searched, queries, options);
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

  watch(query: Float32Array, options: SearchOptions, mostSteps: number): TracedSearch {
    return traceSearch(this.#searched, query, options, mostSteps);
  }

  view(slot: number, options: ViewOptions): GraphView | null {
    return viewGraph(this.#searched, slot, this.read(Uint32Array.of(slot)), options);
  }

  read(slots: Uint32Array): Float32Array {
    const dimension = this.#dimension;
    if (this.#rows) return readFloats(this.#rows, slots, dimension, this.#exports.stat(STATS.Count));
    const rows = new Float32Array(slots.length * dimension);
    slots.forEach((slot, i) => {
      const address = this.#exports.row(slot);
      if (address === 0) throw new VectorDbError("INTERNAL", `slot ${slot} was never written`);
      rows.set(this.#linear.floats(address, dimension), i * dimension);
    });
    return rows;
  }

  stats(): SegmentStats {
    return readStats(this.#exports);
  }

  column(column: SavedColumn, from: number, to: number): Uint8Array[] {
    const written = this.#exports.stat(STATS.Count);
    if (to > written)
      throw new VectorDbError("INTERNAL", `of slots up to ${to}, ${written} have been written`);
    // 1-bit codes count from a centre that belongs to the graph, and so do they.
    if (column === "codes" && this.#spec.encoding !== "int8") return [];
    return this.#linear.column(column === "rows" ? COLUMNS.Vectors : COLUMNS.Codes, from, to);
  }

  graph(): Uint8Array[] {
    return copyGraph(this.#linear, this.#spec, this.#account);
  }

  validate(): GraphFaults {
    return countFaults(this.#exports, this.#worker);
  }

  get #searched(): Searched {
    return { linear: this.#linear, spec: this.#spec, rowFile: this.#rows };
  }

  #format(): void {
    const { dimension, metric, encoding, m, efConstruct, rowsFile } = this.#spec;
    const outside = rowsFile !== undefined;
    const { create } = this.#exports;
    check(create(dimension, METRICS[metric], ENCODINGS[encoding], m, efConstruct, LEVEL_SEED, outside));
  }

  /** The file of rows is only made longer when it is known to be whole. */
  #fill(saved: SavedSegment, files: SegmentFiles): string[] {
    this.#reserveMemory(saved.slots);
    const empty = { linear: this.#linear, spec: this.#spec, rowFile: this.#rows, inputRows: this.#inputRows };
    const faults = fillSegment({ ...empty, files }, saved);
    this.#rows?.reserve(saved.slots);
    return faults;
  }

  /** Also makes sure of the space in which rows are handed over, so that writing cannot fail for want of it. */
  #reserveMemory(slots: number): number {
    if (this.#exports.rowInput(this.#worker, this.#inputRows) === 0) throw new OutOfMemory();
    return check(this.#exports.reserve(slots));
  }

  #put(first: number, vectors: Float32Array): void {
    const dimension = this.#dimension;
    const rows = vectors.length / dimension;
    for (let row = 0; row < rows; row += this.#inputRows) {
      const count = Math.min(this.#inputRows, rows - row);
      const input = vectors.subarray(row * dimension, (row + count) * dimension);
      this.#copyIn(this.#exports.rowInput(this.#worker, count), input);
      check(this.#exports.put(this.#worker, first + row, count));
      this.#rows?.write(first + row, this.#rowsAt(this.#exports.rowOutput(this.#worker, count), count));
    }
  }

  #putSparse(first: number, slots: number, rows: Uint32Array, vectors: Float32Array): void {
    const dimension = this.#dimension;
    // A row that cannot be written to its file fails the write; no slot may have been killed for it by then.
    rows.forEach((row, i) => {
      this.#put(first + row, vectors.subarray(i * dimension, (i + 1) * dimension));
    });
    let next = 0;
    for (let slot = 0; slot < slots; slot++) {
      if (rows[next] === slot) next++;
      else check(this.#exports.kill(first + slot));
    }
  }

  #rowsAt(address: number, rows: number): Uint8Array {
    return this.#linear.bytes(address, rows * rowBytesOf(this.#dimension));
  }

  #copyIn(address: number, floats: Float32Array): void {
    if (address === 0) throw new OutOfMemory();
    this.#linear.floats(address, floats.length).set(floats);
  }
}
