// The engine in this thread: embedded use runs it, and so does every worker of the pool.
// A thread can also share a vector store it made, or attach one that another thread made; a pool needs nothing else.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import {
  callsClass,
  type SparseCall,
  type SparseCalls,
  STORE_CALLS,
  type StoreCall,
  type StoreCalls,
} from "./calls.ts";
import type { Engine } from "./engine.ts";
import type { RowFile, StoreFiles } from "./files.ts";
import { Indexer } from "./indexer.ts";
import { checkAbi } from "./instance.ts";
import type { LocalEngineOptions } from "./local-options.ts";
import { ALL_READS } from "./read-queue.ts";
import type { SavedStore } from "./restore.ts";
import { rowBytesOf } from "./rows.ts";
import { unlessDamaged } from "./saved.ts";
import type { SharedStore } from "./shared-store.ts";
import type { SparseStore } from "./sparse-store.ts";
import { SparseStores } from "./sparse-stores.ts";
import type {
  RestoredSparse,
  SavedSparse,
  SparseSearchOptions,
  SparseSpec,
  SparseWrite,
} from "./sparse-types.ts";
import type { StoreHost } from "./store-host.ts";
import { MAX_PAGES, sizeOf } from "./store-memory.ts";
import type { Hits, RestoredStore, SearchOptions, StoreHandle, StoreSpec, StoreWrite } from "./types.ts";
import { VectorStore } from "./vector-store.ts";

interface Entry {
  readonly store: VectorStore;
  readonly spec: StoreSpec;
  /** Null: the rows are in memory. */
  readonly rows: RowFile | null;
  /** Other threads may hold the store, too; the thread that shared it releases its memory. */
  shared: boolean;
}

/** The calls that a vector store answers, see calls.ts; the others are methods of the engine. */
const VectorStoreCalls = callsClass(STORE_CALLS);

export class LocalEngine extends VectorStoreCalls implements Engine {
  readonly memory: MemoryLimit;
  readonly reads = ALL_READS;
  readonly #host: StoreHost;
  readonly #collectGarbage: () => void;
  readonly #givenFiles: StoreFiles | undefined;
  readonly #indexer: Indexer;
  readonly #stores = new Map<StoreHandle, Entry>();
  readonly #sparse: SparseStores;
  /** The errors of stores of other threads that could not be attached; later calls for these stores throw them. */
  readonly #unattached = new Map<StoreHandle, unknown>();
  #nextHandle = 1;

  constructor(options: LocalEngineOptions) {
    const { module, worker = 0, maximumPages = MAX_PAGES, collectGarbage = () => {} } = options;
    super(async (method, [handle, ...args]) => callStore(this.#store(handle), method, args));
    checkAbi(module);
    this.memory = options.memory ?? MemoryLimit.unlimited();
    // A caller that waits without a schedule cannot wait for other threads.
    const builders = options.later && options.builders;
    this.#host = { module, worker, maximumPages, account: this.memory, collectGarbage, builders };
    this.#collectGarbage = collectGarbage;
    this.#givenFiles = options.files;
    this.#sparse = new SparseStores(this.#host, () => this.#files);
    this.#indexer = new Indexer(options.later ?? null);
    this.memory.onShortage(() => this.#giveUpBuilds());
  }

  get wasmBytes(): number {
    return [...this.#stores.values()].reduce(
      (sum, { store }) => sum + sizeOf(store.memory),
      this.#sparse.bytes,
    );
  }

  async create(spec: StoreSpec): Promise<StoreHandle> {
    const { rowsFile } = spec;
    if (rowsFile === undefined) return this.#add(spec, VectorStore.create(this.#host, spec), null);
    const rows = this.#files.create(rowsFile, rowBytesOf(spec.dimension));
    try {
      return this.#add(spec, VectorStore.create(this.#host, spec, rows), rows);
    } catch (error) {
      rows.close();
      // The file belongs to no store, and would prevent the next attempt.
      this.#files.remove(rowsFile);
      throw error;
    }
  }

  async restore(spec: StoreSpec, saved: SavedStore): Promise<RestoredStore> {
    const files = this.#files;
    const rows = openRows(files, spec, "write");
    try {
      const { store, ...filled } = VectorStore.restore(this.#host, spec, saved, files, rows);
      this.#indexer.noteWrite(store);
      return { store: this.#add(spec, store, rows), ...filled };
    } catch (error) {
      rows?.close();
      throw error;
    }
  }

  async createSparse(spec: SparseSpec = {}): Promise<StoreHandle> {
    return this.#sparse.create(this.#nextHandle++, spec);
  }

  async restoreSparse(spec: SparseSpec, saved: SavedSparse): Promise<RestoredSparse> {
    return this.#sparse.restore(this.#nextHandle++, spec, saved);
  }

  async createShared(spec: StoreSpec): Promise<SharedStore> {
    return this.share(await this.create(spec));
  }

  async restoreShared(
    spec: StoreSpec,
    saved: SavedStore,
  ): Promise<Omit<RestoredStore, "store"> & { shared: SharedStore }> {
    const { store, ...filled } = await this.restore(spec, saved);
    return { shared: await this.share(store), ...filled };
  }

  async createSharedSparse(spec: SparseSpec): Promise<SharedStore> {
    return this.share(await this.createSparse(spec));
  }

  async restoreSharedSparse(spec: SparseSpec, saved: SavedSparse) {
    const { store, faults } = await this.restoreSparse(spec, saved);
    return { shared: await this.share(store), faults };
  }

  /** Returns the data with which another thread attaches the store. */
  async share(handle: StoreHandle): Promise<SharedStore> {
    const shared = this.#sparse.share(handle);
    if (shared) return { handle, spec: null, ...shared };
    const entry = this.#entry(handle);
    entry.shared = true;
    return { handle, memory: entry.store.memory, spec: entry.spec };
  }

  async attach(shared: SharedStore): Promise<void> {
    this.#unattached.delete(shared.handle);
    try {
      this.join(shared);
    } catch (error) {
      this.#unattached.set(shared.handle, error);
      throw error;
    }
  }

  /** Attaches a store synchronously, for callers in this thread. */
  join({ handle, memory, spec, sparse }: SharedStore): void {
    if (spec === null) {
      this.#sparse.attach(handle, memory, sparse);
      return;
    }
    const rows = spec.rowsFile === undefined ? null : openRows(this.#files, spec, "read");
    const store = VectorStore.attach(this.#host, memory, spec, rows);
    this.#stores.set(handle, { store, spec, rows, shared: true });
  }

  async write(writes: StoreWrite[]): Promise<void> {
    for (const write of writes) {
      const { store } = this.#entry(write.store);
      store.write(write);
      this.#indexer.noteWrite(store);
    }
  }

  async writeSparse(writes: SparseWrite[]): Promise<void> {
    for (const write of writes) this.sparse(write.store).write(write);
  }

  searchSparseNow(handle: StoreHandle, queries: readonly Uint8Array[], options: SparseSearchOptions): Hits[] {
    return this.sparse(handle).searchSparse(queries, options);
  }

  /** Returns a store of sparse vectors. */
  sparse(handle: StoreHandle): SparseStore {
    return this.#sparse.get(handle) ?? this.#missing(handle);
  }

  searchNow(handle: StoreHandle, query: Float32Array, options: SearchOptions): Hits {
    return this.#entry(handle).store.search(query, options);
  }

  indexed(handle: StoreHandle): Promise<void> {
    return this.#indexer.wait(this.#entry(handle).store);
  }

  async indexFrom(handle: StoreHandle, slots: number): Promise<void> {
    const { store } = this.#entry(handle);
    store.bulk.stop();
    void store.inserter.stop();
    store.indexFrom = slots;
    this.#indexer.noteWrite(store);
  }

  async limitGraph(handle: StoreHandle, slots: number | null): Promise<void> {
    const { store } = this.#entry(handle);
    store.indexTo = slots ?? Number.POSITIVE_INFINITY;
    if (slots === null) this.#indexer.resume(store);
  }

  async holdGraphs(held: boolean): Promise<void> {
    this.#indexer.hold(held);
  }

  async drop(handle: StoreHandle): Promise<void> {
    this.#unattached.delete(handle);
    await this.#release(handle);
  }

  /** A single thread that is working collects its garbage by itself, so the bytes are released at once. */
  noteGarbage(bytes: number): void {
    this.memory.release(bytes);
  }

  async reclaim(): Promise<boolean> {
    return false;
  }

  async tidyThreads(): Promise<void> {}

  async collectGarbage(): Promise<void> {
    this.#collectGarbage();
  }

  async close(): Promise<void> {
    const handles = [...this.#stores.keys(), ...this.#sparse.handles];
    await Promise.all(handles.map((handle) => this.#release(handle)));
  }

  #add(spec: StoreSpec, store: VectorStore, rows: RowFile | null): StoreHandle {
    const handle = this.#nextHandle++;
    this.#stores.set(handle, { store, spec, rows, shared: false });
    return handle;
  }

  async #release(handle: StoreHandle): Promise<void> {
    this.#sparse.release(handle, this.memory);
    const entry = this.#stores.get(handle);
    if (!entry) return;
    this.#indexer.forget(entry.store);
    entry.store.bulk.stop();
    this.#stores.delete(handle);
    entry.rows?.close();
    // A thread that has not ended may make the memory grow.
    await entry.store.inserter.stop();
    if (!entry.shared) this.memory.release(sizeOf(entry.store.memory));
  }

  /** @returns whether there was a build in bulk, or builder threads that search for batches */
  #giveUpBuilds(): boolean {
    const stores = [...this.#stores.values()].map(({ store }) => store);
    return stores.flatMap(({ bulk, inserter }) => [bulk.giveUp(), inserter.giveUp()]).includes(true);
  }

  get #files(): StoreFiles {
    if (this.#givenFiles) return this.#givenFiles;
    throw new InvalidArgument(
      "files of segments need a directory (as on_disk does), and this engine has none",
    );
  }

  #store(handle: StoreHandle): VectorStore | SparseStore {
    return this.#sparse.get(handle) ?? this.#entry(handle).store;
  }

  #entry(handle: StoreHandle): Entry {
    return this.#stores.get(handle) ?? this.#missing(handle);
  }

  #missing(handle: StoreHandle): never {
    throw this.#unattached.get(handle) ?? new VectorDbError("INTERNAL", `no vector store ${handle}`);
  }
}

function callStore(
  store: StoreCalls | SparseCalls,
  method: StoreCall | SparseCall,
  args: unknown[],
): unknown {
  return (store as unknown as Record<string, (...args: unknown[]) => unknown>)[method]!(...args);
}

/** Opens the file of rows of a store, if it has one. @throws DamagedFile if it cannot be opened */
function openRows(files: StoreFiles, spec: StoreSpec, mode: "read" | "write"): RowFile | null {
  if (spec.rowsFile === undefined) return null;
  return unlessDamaged(spec.rowsFile, 0, () => files.open(spec.rowsFile!, rowBytesOf(spec.dimension), mode));
}
