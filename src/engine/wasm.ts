// One segment's memory and the module that works on it: the only file of the host that sees an address.
// The decision: memory is shared and one object stands for one thread's view of it. Addresses are made unsigned on
// arrival, views are made anew for each use (a view made before the memory grew keeps its old length), and a status
// becomes an error here and nowhere else.
import { OutOfMemory, VectorDbError } from "../errors.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { ENCODINGS, FLAGS, MAX_QUERIES, METRICS, SERVED, type Served, STATS } from "./abi.ts";
import { countFaults, readStats } from "./counters.ts";
import type { GraphFaults, Hits, SearchOptions, SegmentSpec, SegmentStats, SegmentWrite } from "./engine.ts";
import { checkRows, readImage, writeImage } from "./image.ts";
import { check, type Exports, instantiateOver } from "./instance.ts";
import { effortOf } from "./rescore.ts";
import { type RowFile, readFloats, readRows, rowBytesOf } from "./rows.ts";
import { Growth, newMemory, sizeOf } from "./segment-memory.ts";

/** Rows are handed over in steps of about this many bytes, so that they are still in the cache when stored. */
const INPUT_BYTES = 16 * 1024;
const HIT_WORDS = 2;
const WORD_BITS = 32;
/** The engine reads filters in words of 64 bits. */
const FILTER_BYTES = 8;
/** Levels are drawn from this seed and the slot: the same vectors in the same order make the same graph. */
const LEVEL_SEED = 0x5eed;

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
  readonly #growth: Growth;
  readonly #worker: number;
  readonly #spec: SegmentSpec;
  readonly #dimension: number;
  /** The f32 rows where they are in a file; then they are not in the memory. */
  readonly #rows: RowFile | null;
  /** Slots at which the graph is begun. */
  readonly #indexFrom: number;
  /** How many rows are handed over at a time. */
  readonly #inputRows: number;

  /** A new segment in a memory of its own. @throws OutOfMemory */
  static create(host: SegmentHost, spec: SegmentSpec, rows: RowFile | null = null): Segment {
    const { dimension, metric, encoding, m, efConstruct, onDisk = false } = spec;
    return Segment.#made(host, spec, rows, ({ create }) =>
      check(create(dimension, METRICS[metric], ENCODINGS[encoding], m, efConstruct, LEVEL_SEED, onDisk)),
    );
  }

  /**
   * A segment read from the blocks of an image, in a memory of its own, and the file that goes with it.
   * @throws DamagedImage, OutOfMemory
   */
  static load(
    host: SegmentHost,
    spec: SegmentSpec,
    blocks: Iterable<Uint8Array>,
    rows: RowFile | null = null,
  ): Segment {
    return Segment.#made(host, spec, rows, (exports, memory, growth) => {
      readImage(exports, memory, growth, blocks);
      checkRows(exports, spec, rows);
    });
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
    fill: (exports: Exports, memory: WebAssembly.Memory, growth: Growth) => void,
  ): Segment {
    const memory = newMemory(host.maximumPages, host.account);
    try {
      const segment = new Segment(host, memory, spec, rows);
      segment.#growth.lasting(() => fill(segment.#exports, memory, segment.#growth));
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
    this.memory = memory;
    this.#worker = worker;
    this.#rows = rows;
    this.#spec = spec;
    this.#dimension = spec.dimension;
    this.#indexFrom = spec.m === 0 ? Number.POSITIVE_INFINITY : Math.max(1, spec.indexFrom);
    this.#inputRows = Math.max(1, Math.floor(INPUT_BYTES / (spec.dimension * 4)));
  }

  /** Also makes sure of the space in which rows are handed over, so that writing cannot fail for want of it. */
  reserve(slots: number): number {
    return this.#growth.lasting(() => {
      if (this.#exports.rowInput(this.#worker, this.#inputRows) === 0) throw new OutOfMemory();
      const capacity = check(this.#exports.reserve(slots));
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

  /** Slots that the graph should cover and does not. */
  get unindexed(): number {
    const { stat } = this.#exports;
    const slots = stat(STATS.Count);
    return slots < this.#indexFrom ? 0 : slots - stat(STATS.Indexed);
  }

  /** Inserts up to `most` slots into the graph. @returns how many are left */
  index(most: number): number {
    return this.unindexed === 0 ? 0 : check(this.#exports.index(this.#worker, most));
  }

  search(query: Float32Array, options: SearchOptions): Hits {
    return this.searchBatch(query, options)[0]!;
  }

  searchBatch(queries: Float32Array, options: SearchOptions): Hits[] {
    const number = queries.length / this.#dimension;
    const most = this.#rows ? 1 : MAX_QUERIES;
    if (number > most) return this.#searchInParts(queries, options, most);
    const capacity = this.#exports.stat(STATS.Capacity);
    const k = Math.min(options.k, capacity);
    if (k === 0 || number === 0) return Array.from({ length: number }, () => NOTHING);
    const { ef, rescored } = effortOf(this.#spec, { ...options, k }, capacity);
    const { exact = false, ignoreCodes = false, indexedOnly = false } = options;
    this.#openSearch(number, k, ef, options.filter);
    for (let i = 0; i < number; i++) {
      const query = queries.subarray(i * this.#dimension, (i + 1) * this.#dimension);
      this.#copyIn(this.#exports.queryInput(this.#worker, i), query);
    }
    const flags =
      (exact ? FLAGS.Exact : 0) |
      (ignoreCodes ? FLAGS.IgnoreCodes : 0) |
      (indexedOnly ? FLAGS.IndexedOnly : 0) |
      (options.filter ? FLAGS.Filter : 0);
    const served = SERVED[check(this.#exports.search(this.#worker, flags, rescored))]!;
    if (this.#rows) this.#fetchRows(this.#rows);
    return Array.from({ length: number }, (_, i) => this.#hits(i, k, served));
  }

  read(slots: Uint32Array): Float32Array {
    const dimension = this.#dimension;
    if (this.#rows) return readFloats(this.#rows, slots, dimension, this.#exports.stat(STATS.Count));
    const rows = new Float32Array(slots.length * dimension);
    slots.forEach((slot, i) => {
      const address = this.#exports.row(slot) >>> 0;
      if (address === 0) throw new VectorDbError("INTERNAL", `slot ${slot} was never written`);
      rows.set(this.#floats(address, dimension), i * dimension);
    });
    return rows;
  }

  stats(): SegmentStats {
    return readStats(this.#exports);
  }

  /** The image, block by block. The caller sees to it that nothing is written between the first and the last. */
  image(): Generator<Uint8Array> {
    return writeImage(this.#exports, this.memory, this.#worker);
  }

  validate(): GraphFaults {
    return countFaults(this.#exports, this.#worker);
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

  #searchInParts(queries: Float32Array, options: SearchOptions, most: number): Hits[] {
    const part = most * this.#dimension;
    const hits: Hits[] = [];
    for (let at = 0; at < queries.length; at += part) {
      hits.push(...this.searchBatch(queries.subarray(at, at + part), options));
    }
    return hits;
  }

  #openSearch(queries: number, k: number, width: number, filter: Uint32Array | undefined): void {
    const { openSearch, filterInput } = this.#exports;
    const slots = (filter?.length ?? 0) * WORD_BITS;
    check(openSearch(this.#worker, queries, k, width, slots));
    if (!filter) return;
    const bytes = Math.ceil((filter.length * WORD_BITS) / 8 / FILTER_BYTES) * FILTER_BYTES;
    const input = this.#bytes(filterInput(this.#worker) >>> 0, bytes);
    input.fill(0, bytes - FILTER_BYTES);
    input.set(new Uint8Array(filter.buffer, filter.byteOffset, filter.byteLength));
  }

  /** Completes an answer with the rows it asks for, step by step. */
  #fetchRows(file: RowFile): void {
    const { fetch, wantedSlots, fetchInput } = this.#exports;
    for (let wanted = fetch(this.#worker); wanted > 0; wanted = fetch(this.#worker)) {
      const { buffer, byteOffset } = this.#floats(wantedSlots(this.#worker) >>> 0, wanted);
      const slots = new Uint32Array(buffer, byteOffset, wanted);
      readRows(file, slots, this.#rowsAt(fetchInput(this.#worker), wanted));
    }
  }

  #hits(query: number, room: number, served: Served): Hits {
    const found = this.#exports.found(this.#worker, query);
    const address = this.#exports.hits(this.#worker, query) >>> 0;
    const distances = new Float32Array(found);
    const slots = new Uint32Array(found);
    const pairs = this.#floats(address, found * HIT_WORDS);
    const words = new Uint32Array(pairs.buffer, pairs.byteOffset, pairs.length);
    for (let i = 0; i < found; i++) {
      distances[i] = pairs[i * HIT_WORDS]!;
      slots[i] = words[i * HIT_WORDS + 1]!;
    }
    const compared = this.#exports.compared(this.#worker, query) >>> 0;
    return { slots, distances, complete: found < room, compared, served };
  }

  #rowsAt(signedAddress: number, rows: number): Uint8Array {
    return this.#bytes(signedAddress >>> 0, rows * rowBytesOf(this.#dimension));
  }

  #copyIn(signedAddress: number, floats: Float32Array): void {
    const address = signedAddress >>> 0;
    if (address === 0) throw new OutOfMemory();
    this.#floats(address, floats.length).set(floats);
  }

  #floats(address: number, length: number): Float32Array {
    const bytes = this.#bytes(address, length * 4);
    return new Float32Array(bytes.buffer, address, length);
  }

  #bytes(address: number, length: number): Uint8Array {
    // Another thread may have grown the memory; asking it to grow by nothing refreshes this thread's buffer.
    if (address + length > this.memory.buffer.byteLength) this.memory.grow(0);
    return new Uint8Array(this.memory.buffer, address, length);
  }
}

const NOTHING: Hits = {
  slots: new Uint32Array(0),
  distances: new Float32Array(0),
  complete: true,
  compared: 0,
  served: "exact",
};
