// The index of sparse vectors: a store of the engine, which finds the slots that share an index with the query, by the
// sum of their products.
// The decision: a score has one value, the f32 sum of the products over the shared indices in ascending order, with
// every step rounded to f32. So results do not depend on how they were found. What it keeps in files is described in
// sparse-files.ts.
import type { Engine } from "../../engine/engine.ts";
import { splitRows } from "../../engine/sparse-rows.ts";
import {
  NO_SPARSE_VECTOR,
  type SparseSearchOptions,
  type SparseSpec,
  type SparseWrite,
  type TermStatistics,
} from "../../engine/sparse-types.ts";
import type { Hits, StoreHandle } from "../../engine/types.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField } from "../../storage/manifest.ts";
import { type FieldConfig, sparseOnDisk } from "../config/collection-config.ts";
import { isExact } from "../config/search-params.ts";
import { EncodedRows, type VectorRows } from "../record/vector-rows.ts";
import type { VectorWrite } from "./apply-writes.ts";
import { RowSizes } from "./row-sizes.ts";
import { saveSparse } from "./sparse-files.ts";
import type {
  IndexCopy,
  IndexParts,
  IndexStats,
  Restored,
  RestoreRequest,
  SaveRequest,
  SlotWrite,
  VectorIndex,
  VectorQuery,
  VectorSearch,
} from "./vector-index.ts";

/** The approximate size of a vector before any was written: 64 entries. */
const ROW_BYTES = 512;
/** The least memory for vectors that is reserved at once, so that few small writes ask the engine for more. */
const RESERVED_AT_ONCE = 64 * 1024;
const NO_HITS: Hits = {
  slots: new Uint32Array(0),
  distances: new Float32Array(0),
  complete: true,
  compared: 0,
  rescored: 0,
  ef: 0,
  indexed: 0,
  method: "exact",
  sparse: { terms: 0, postings: 0, windows: 0, windowsSkipped: 0, strategy: "rows" },
};

interface SparseWriter {
  write(writes: SparseWrite[]): Promise<void>;
}

/** One writer for each engine, so that the writes of an operation are one call. */
const writers = new WeakMap<Engine, SparseWriter>();

function writerOf(engine: Engine): SparseWriter {
  const writer = writers.get(engine) ?? { write: (writes) => engine.writeSparse(writes) };
  writers.set(engine, writer);
  return writer;
}

export class SparseIndex implements VectorIndex {
  readonly #engine: Engine;
  readonly #field: FieldConfig;
  /** The beginning of the keys of its files. */
  readonly #key: string;
  readonly #spec: SparseSpec;
  readonly #sizes = new RowSizes();
  /** The engine has memory for vectors until all those written have this many bytes. */
  #reservedUpTo = 0;
  #handle: StoreHandle | null = null;

  constructor({ engine, field, directory, position }: IndexParts) {
    this.#engine = engine;
    this.#field = field;
    this.#key = `${directory}/sparse-${position}`;
    this.#spec = sparseOnDisk(field) ? { rowsFile: `${this.#key}.rows` } : {};
  }

  /** The average of the vectors so far. */
  get rowBytes(): number {
    return this.#sizes.average ?? ROW_BYTES;
  }

  bytesOf(slot: number): number {
    return this.#sizes.of(slot);
  }

  /** Memory for slots is taken from that for vectors, so what was reserved of it is reserved again. */
  async reserve(slots: number): Promise<number> {
    await this.#reserve(slots, Math.max(0, this.#reservedUpTo - this.#sizes.bytes));
    // There is memory for more slots, but not for the word of each that has no vector.
    return slots;
  }

  async reserveBytes(bytes: number): Promise<void> {
    const written = this.#sizes.bytes;
    if (written + bytes <= this.#reservedUpTo) return;
    const reserved = Math.max(bytes, RESERVED_AT_ONCE);
    await this.#reserve(this.#sizes.slots, reserved);
    // Vectors that were written meanwhile are counted as if they had taken some of it.
    this.#reservedUpTo = written + reserved;
  }

  async #reserve(slots: number, bytes: number): Promise<void> {
    this.#handle ??= await this.#engine.createSparse(this.#spec);
    await this.#engine.reserveSparse(this.#handle, slots, bytes);
  }

  writes({ first, slots, rows, vectors, dead }: SlotWrite): VectorWrite<SparseWrite>[] {
    const store = this.#handle;
    if (store === null) return [];
    const bytes = joined(slots, rows, vectors, this.#sizes);
    const write = { store, first, slots, vectors: bytes, dead };
    return [{ writer: writerOf(this.#engine), write }];
  }

  search(queries: readonly VectorQuery[], { k, filter, params }: VectorSearch): MaybePromise<Hits[]> {
    params.recall?.note(this, { slots: this.#sizes.slots, expected: 1, ef: null, measured: null });
    const handle = this.#handle;
    if (handle === null) return queries.map(() => NO_HITS);
    const options: SparseSearchOptions = {
      k,
      ...(filter && { filter }),
      ...(params.sparse && !isExact(params) && { approximate: params.sparse }),
    };
    const encoded = queries as readonly Uint8Array[];
    return (
      this.#engine.searchSparseNow(handle, encoded, options) ??
      this.#engine.searchSparse(handle, encoded, options)
    );
  }

  /** A vector that shares no index has the score 0. */
  async measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array> {
    if (this.#handle === null) return new Float32Array(queries.length * slots.length).fill(Number.NaN);
    return this.#engine.measureSparse(this.#handle, queries as readonly Uint8Array[], slots);
  }

  /** Returns how many live vectors there are, and how many of them have each index. @param within null: all slots */
  async statistics(indices: Uint32Array, within: Uint32Array | null): Promise<TermStatistics> {
    if (this.#handle === null) return { vectors: 0, frequencies: new Uint32Array(indices.length) };
    return this.#engine.termStatistics(this.#handle, indices, within);
  }

  async read(slots: Uint32Array): Promise<EncodedRows> {
    if (this.#handle === null || slots.length === 0) return new EncodedRows([]);
    return new EncodedRows(splitRows(await this.#engine.readSparse(this.#handle, slots)));
  }

  /** Every vector is found as soon as it is written. */
  async stats(): Promise<IndexStats> {
    return { indexed: this.#sizes.slots, busy: false, reached: null, work: null };
  }

  async tune(): Promise<void> {}

  differsFrom(field: FieldConfig): boolean {
    return field !== this.#field && sparseOnDisk(field) !== (this.#spec.rowsFile !== undefined);
  }

  async pauseIndexing(): Promise<void> {}
  async indexed(): Promise<void> {}
  async limitGraph(): Promise<void> {}

  isMeasuredSince(): boolean {
    return false;
  }

  async hasGrown(): Promise<boolean> {
    return false;
  }

  async copy(): Promise<IndexCopy> {
    return { parts: [], indexed: 0 };
  }

  async save(request: SaveRequest): Promise<SavedField> {
    const parts = { engine: this.#engine, handle: this.#handle, sizes: this.#sizes };
    const files = await saveSparse({ ...parts, spec: this.#spec, key: this.#key }, request);
    return { name: this.#field.name, rows: null, codes: null, graph: null, files };
  }

  async restore({ slots, dead, saved }: RestoreRequest): Promise<Restored> {
    const { rows, postings = null } = saved.files!;
    const { store, faults } = await this.#engine.restoreSparse(this.#spec, {
      slots,
      dead,
      rows: rows!,
      postings,
    });
    this.#handle = store;
    this.#sizes.noteAll(await this.#engine.sparseSizes(store, slots));
    // Postings that were made again are saved in another file.
    return { faults, saved: faults.length > 0 ? { ...saved, files: { rows: rows! } } : saved };
  }

  async drop(): Promise<void> {
    if (this.#handle !== null) await this.#engine.drop(this.#handle);
  }
}

/** Returns the index if it is one of sparse vectors, null if it is of another kind. */
export function sparseOf(index: VectorIndex): SparseIndex | null {
  return index instanceof SparseIndex ? index : null;
}

/** Returns the bytes of all new slots, one after another, and notes their sizes. */
function joined(
  slots: number,
  rows: Uint32Array | null,
  vectors: VectorRows | null,
  sizes: RowSizes,
): Uint8Array {
  const all: Uint8Array[] = Array.from({ length: slots }, () => NO_SPARSE_VECTOR);
  for (let row = 0; row < (vectors?.count ?? 0); row++) {
    all[rows?.[row] ?? row] = vectors!.at(row) as Uint8Array;
  }
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const vector of all) {
    bytes.set(vector, at);
    at += vector.length;
  }
  sizes.note(bytes);
  return bytes;
}
