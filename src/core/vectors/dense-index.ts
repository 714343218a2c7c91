// The index of dense vectors: a vector store of the engine, with an HNSW graph.
// The decision: the engine's handle, its specification and its search options are known here and nowhere above.
// Features that need a graph or codes (probes, maps, the graph view) reach the engine through `inEngine`.
import type { Engine } from "../../engine/engine.ts";
import type {
  Hits,
  SavedColumn,
  SearchOptions,
  StoreHandle,
  StoreSpec,
  StoreStats,
  StoreWrite,
} from "../../engine/types.ts";
import { OutOfMemory } from "../../errors/failures.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField, SavedGraph } from "../../storage/manifest.ts";
import { probedOf, recallOf } from "../config/build-record.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Probed } from "../config/probe-result.ts";
import { engineOptions, storeSpecOf } from "../config/search-params.ts";
import { DenseRows, denseRows } from "../record/vector-rows.ts";
import type { VectorWrite } from "./apply-writes.ts";
import { saveDense } from "./dense-files.ts";
import { GraphRecall } from "./graph-recall.ts";
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

const NO_VECTORS = new Float32Array(0);
export const NO_HITS: Hits = {
  slots: new Uint32Array(0),
  distances: NO_VECTORS,
  complete: true,
  compared: 0,
  rescored: 0,
  ef: 0,
  indexed: 0,
  method: "exact",
};
/** A checkpoint writes a graph again when it has grown by this factor. */
const GRAPH_GROWTH = 9 / 8;
const NO_COPY: IndexCopy = { parts: [], indexed: 0 };

export class DenseIndex implements VectorIndex {
  readonly field: FieldConfig;
  readonly directory: string;
  readonly position: number;
  /** The key of the file of its rows: the engine writes it if the rows stay on disk, a checkpoint otherwise. */
  readonly rowsKey: string;
  /** The last measurement of the recall of its walks; see code-probe.ts. */
  probed: Probed | null = null;
  /** The measured recall of its walks by ef. */
  readonly recall: GraphRecall;
  readonly #engine: Engine;
  #spec: StoreSpec;
  #handle: StoreHandle | null = null;

  constructor({ engine, field, directory, position }: IndexParts) {
    this.#engine = engine;
    this.field = field;
    this.directory = directory;
    this.position = position;
    this.rowsKey = `${directory}/rows-${position}.f32`;
    this.#spec = storeSpecOf(field, this.rowsKey);
    this.recall = new GraphRecall(this.#spec.encoding);
  }

  /** The settings with which the engine creates the vector store. */
  get spec(): StoreSpec {
    return this.#spec;
  }

  get rowBytes(): number {
    return this.field.size * Float32Array.BYTES_PER_ELEMENT;
  }

  /** The vector store, for features that only dense vectors have; null before memory was reserved. */
  get inEngine(): { readonly engine: Engine; readonly handle: StoreHandle } | null {
    return this.#handle === null ? null : { engine: this.#engine, handle: this.#handle };
  }

  /** Takes over what was measured of another index of the same vectors, if their graphs are made alike. */
  inheritRecall(from: DenseIndex | null): void {
    if (from === null) return;
    const { m, efConstruct, encoding } = this.#spec;
    const isAlike =
      from.spec.m === m && from.spec.efConstruct === efConstruct && from.spec.encoding === encoding;
    this.recall.inherit(from.recall, isAlike);
  }

  /** Sets the centre of 8-bit codes. It must be called before `reserve`. */
  countFrom(centre: Float32Array): void {
    this.#spec = { ...this.#spec, centre };
  }

  async reserve(slots: number): Promise<number> {
    this.#handle ??= await this.#engine.create(this.#spec);
    return this.#engine.reserve(this.#handle, slots);
  }

  writes({ vectors, rows, ...write }: SlotWrite): VectorWrite<StoreWrite>[] {
    const store = this.#handle;
    if (store === null) return [];
    this.recall.slots = write.first + write.slots;
    const added =
      vectors === null
        ? { rows: new Uint32Array(0), vectors: NO_VECTORS }
        : { rows, vectors: denseRows(vectors).floats };
    return [{ writer: this.#engine, write: { store, ...write, ...added } }];
  }

  search(queries: readonly VectorQuery[], search: VectorSearch): MaybePromise<Hits[]> {
    const { field, k, params, filter } = search;
    const handle = this.#handle;
    if (handle === null) return queries.map(() => NO_HITS);
    const rows = this.#joined(queries);
    const share = this.recall.shareOf(filter);
    const effort = this.recall.effortFor(params, k, share);
    const plain = engineOptions(params, field, k, effort);
    const options: SearchOptions = filter ? { ...plain, filter } : plain;
    const hits = this.#search(handle, rows, queries.length, options);
    if (!(hits instanceof Promise)) return this.recall.noted(queries, hits, { params, share, effort });
    return hits.then((found) => this.recall.noted(queries, found, { params, share, effort }));
  }

  #search(
    handle: StoreHandle,
    rows: Float32Array,
    queries: number,
    options: SearchOptions,
  ): MaybePromise<Hits[]> {
    if (queries !== 1) return this.#engine.searchBatch(handle, rows, options);
    const now = this.#engine.searchNow(handle, rows, options);
    return now ? [now] : this.#engine.search(handle, rows, options).then((hits) => [hits]);
  }

  async measure(queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array> {
    if (this.#handle === null) return new Float32Array(queries.length * slots.length).fill(Number.NaN);
    return this.#engine.distances(this.#handle, this.#joined(queries), slots);
  }

  async read(slots: Uint32Array): Promise<DenseRows> {
    const none = this.#handle === null || slots.length === 0;
    return new DenseRows(this.field.size, none ? NO_VECTORS : await this.#engine.read(this.#handle!, slots));
  }

  async stats(): Promise<IndexStats> {
    const stats = await this.graphStats();
    if (stats === null) return { indexed: 0, busy: false, reached: null, work: null };
    const { count, indexed, relinked, unreachable, work } = stats;
    const busy = this.#spec.m > 0 && count >= this.#spec.indexFrom && indexed < count;
    return { indexed, busy, reached: { relinked, unreachable }, work: work && { ...work, total: count } };
  }

  /** Returns the engine's counts; null before memory was reserved. */
  async graphStats(): Promise<StoreStats | null> {
    return this.#handle === null ? null : this.#engine.stats(this.#handle);
  }

  async tune(field: FieldConfig): Promise<void> {
    const { indexFrom } = storeSpecOf(field, this.rowsKey);
    if (indexFrom === this.#spec.indexFrom) return;
    this.#spec = { ...this.#spec, indexFrom };
    if (this.#handle !== null) await this.#engine.indexFrom(this.#handle, indexFrom);
  }

  differsFrom(field: FieldConfig): boolean {
    // The usual case: this is called after every write, and configurations rarely change.
    if (field === this.field) return false;
    const { encoding, rowsFile, m, efConstruct } = storeSpecOf(field, this.rowsKey);
    const spec = this.#spec;
    const kept = encoding !== spec.encoding || rowsFile !== spec.rowsFile;
    return kept || m !== spec.m || efConstruct !== spec.efConstruct;
  }

  async pauseIndexing(paused: boolean): Promise<void> {
    const from = paused ? Number.POSITIVE_INFINITY : this.#spec.indexFrom;
    if (this.#handle !== null) await this.#engine.indexFrom(this.#handle, from);
  }

  async indexed(): Promise<void> {
    if (this.#handle !== null) await this.#engine.indexed(this.#handle);
  }

  async limitGraph(slots: number | null): Promise<void> {
    if (this.#handle !== null) await this.#engine.limitGraph(this.#handle, slots);
  }

  isMeasuredSince(saved: SavedField | undefined): boolean {
    const { table } = this.recall;
    return table !== null && saved !== undefined && recallOf(saved)?.measured !== table.measured;
  }

  async hasGrown(saved: SavedField | undefined): Promise<boolean> {
    const stats = await this.graphStats();
    return stats !== null && stats.indexed > (saved?.graph?.indexed ?? 0);
  }

  async copy(before: SavedGraph | null, final: boolean): Promise<IndexCopy | null> {
    const stats = await this.graphStats();
    if (stats === null) return NO_COPY;
    const { indexed } = stats;
    const had = before?.indexed ?? 0;
    if (final ? indexed <= had : indexed === 0 || indexed < had * GRAPH_GROWTH) return NO_COPY;
    try {
      return { parts: await this.#engine.graph(this.#handle!), indexed };
    } catch (error) {
      if (error instanceof OutOfMemory) return null;
      throw error;
    }
  }

  save(request: SaveRequest): Promise<SavedField> {
    const { field, spec, directory, position, rowsKey, probed, recall } = this;
    const column = async (which: SavedColumn, from: number, to: number) =>
      this.#handle === null ? [] : this.#engine.column(this.#handle, which, from, to);
    return saveDense(
      { field, spec, directory, position, rowsKey, probed, recall: recall.table, column },
      request,
    );
  }

  async restore({ slots, dead, saved }: RestoreRequest): Promise<Restored> {
    const { rows, codes, graph } = saved;
    const request = { slots, dead, rows: rows!, codes, graph };
    const { store, faults, recoded } = await this.#engine.restore(this.#spec, request);
    this.#handle = store;
    this.recall.slots = slots;
    this.probed = probedOf(saved);
    this.recall.table = recallOf(saved);
    // Codes that the engine computed again differ from those in the file.
    return { faults, saved: recoded ? { ...saved, codes: null } : saved };
  }

  async drop(): Promise<void> {
    if (this.#handle !== null) await this.#engine.drop(this.#handle);
  }

  #joined(queries: readonly VectorQuery[]): Float32Array {
    const all = queries as readonly Float32Array[];
    if (all.length === 1) return all[0]!;
    const rows = new Float32Array(all.length * this.field.size);
    all.forEach((query, i) => {
      rows.set(query, i * this.field.size);
    });
    return rows;
  }
}

/** Returns the index if it is one of dense vectors, null if it is of another kind. */
export function denseOf(index: VectorIndex): DenseIndex | null {
  return index instanceof DenseIndex ? index : null;
}
