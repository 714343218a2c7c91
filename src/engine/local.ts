// The engine in this thread: embedded use runs it, and so does every worker of the pool.
// A thread can also share a segment it made, or attach one that another thread made; a pool needs nothing else.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { callsClass, STORE_CALLS, type StoreCall, type StoreCalls } from "./calls.ts";
import type { Engine } from "./engine.ts";
import type { RowFile, SegmentFiles } from "./files.ts";
import { Indexer, type Later } from "./indexer.ts";
import { checkAbi } from "./instance.ts";
import { ALL_READS } from "./read-queue.ts";
import type { SavedSegment } from "./restore.ts";
import { rowBytesOf } from "./rows.ts";
import { unlessDamaged } from "./saved.ts";
import { MAX_PAGES, sizeOf } from "./segment-memory.ts";
import type {
  Hits,
  RestoredSegment,
  SearchOptions,
  SegmentHandle,
  SegmentSpec,
  SegmentWrite,
} from "./types.ts";
import { type SegmentHost, VectorStore } from "./vector-store.ts";

/** The data with which another thread attaches a segment. */
export interface SharedSegment {
  readonly handle: SegmentHandle;
  readonly memory: WebAssembly.Memory;
  readonly spec: SegmentSpec;
}

export interface LocalEngineOptions {
  readonly module: WebAssembly.Module;
  /** This thread's number among those that share segments, below MAX_WORKERS. */
  readonly worker?: number;
  /** The maximum size of one segment in pages of 64 KiB. */
  readonly maximumPages?: number | undefined;
  /** The account of memory; absent: an account without a limit. */
  readonly memory?: MemoryLimit | undefined;
  /** Runs the garbage collector of this thread. */
  readonly collectGarbage?: () => void;
  /** The files in which segments keep rows, and from which saved segments are read. */
  readonly files?: SegmentFiles | undefined;
  /** Runs indexing in the background; absent: graphs grow only while a caller waits for `indexed`. */
  readonly later?: Later;
}

interface Entry {
  readonly segment: VectorStore;
  readonly spec: SegmentSpec;
  /** The file of its rows, if they are in one. */
  readonly rows: RowFile | null;
  /** Other threads may hold the segment, too; the thread that shared it releases its memory. */
  shared: boolean;
}

/** The calls that a vector store answers, see calls.ts; the others are methods of the engine. */
const VectorStoreCalls = callsClass(STORE_CALLS);

export class LocalEngine extends VectorStoreCalls implements Engine {
  readonly memory: MemoryLimit;
  readonly reads = ALL_READS;
  readonly #host: SegmentHost;
  readonly #collectGarbage: () => void;
  readonly #givenFiles: SegmentFiles | undefined;
  readonly #indexer: Indexer;
  readonly #segments = new Map<SegmentHandle, Entry>();
  /** The errors of segments of other threads that could not be attached; later calls for these segments throw them. */
  readonly #unattached = new Map<SegmentHandle, unknown>();
  #nextHandle = 1;

  constructor(options: LocalEngineOptions) {
    const { module, worker = 0, maximumPages = MAX_PAGES, collectGarbage = () => {} } = options;
    super(async (method, [handle, ...args]) => callStore(this.#entry(handle).segment, method, args));
    checkAbi(module);
    this.memory = options.memory ?? MemoryLimit.unlimited();
    this.#host = { module, worker, maximumPages, account: this.memory };
    this.#collectGarbage = collectGarbage;
    this.#givenFiles = options.files;
    this.#indexer = new Indexer(options.later ?? null);
  }

  get wasmBytes(): number {
    return [...this.#segments.values()].reduce((sum, { segment }) => sum + sizeOf(segment.memory), 0);
  }

  async create(spec: SegmentSpec): Promise<SegmentHandle> {
    const { rowsFile } = spec;
    if (rowsFile === undefined) return this.#add(spec, VectorStore.create(this.#host, spec), null);
    const rows = this.#files.create(rowsFile, rowBytesOf(spec.dimension));
    try {
      return this.#add(spec, VectorStore.create(this.#host, spec, rows), rows);
    } catch (error) {
      rows.close();
      // The file belongs to no segment, and would prevent the next attempt.
      this.#files.remove(rowsFile);
      throw error;
    }
  }

  async restore(spec: SegmentSpec, saved: SavedSegment): Promise<RestoredSegment> {
    const files = this.#files;
    const rows = openRows(files, spec, "write");
    try {
      const { segment, ...filled } = VectorStore.restore(this.#host, spec, saved, files, rows);
      this.#indexer.noteWrite(segment);
      return { segment: this.#add(spec, segment, rows), ...filled };
    } catch (error) {
      rows?.close();
      throw error;
    }
  }

  async createShared(spec: SegmentSpec): Promise<SharedSegment> {
    return this.share(await this.create(spec));
  }

  async restoreShared(
    spec: SegmentSpec,
    saved: SavedSegment,
  ): Promise<Omit<RestoredSegment, "segment"> & { shared: SharedSegment }> {
    const { segment, ...filled } = await this.restore(spec, saved);
    return { shared: await this.share(segment), ...filled };
  }

  /** Returns the data with which another thread attaches the segment. */
  async share(handle: SegmentHandle): Promise<SharedSegment> {
    const entry = this.#entry(handle);
    entry.shared = true;
    return { handle, memory: entry.segment.memory, spec: entry.spec };
  }

  async attach(shared: SharedSegment): Promise<void> {
    this.#unattached.delete(shared.handle);
    try {
      this.join(shared);
    } catch (error) {
      this.#unattached.set(shared.handle, error);
      throw error;
    }
  }

  /** Attaches a segment synchronously, for callers in this thread. */
  join({ handle, memory, spec }: SharedSegment): void {
    const rows = spec.rowsFile === undefined ? null : openRows(this.#files, spec, "read");
    const segment = VectorStore.attach(this.#host, memory, spec, rows);
    this.#segments.set(handle, { segment, spec, rows, shared: true });
  }

  async write(writes: SegmentWrite[]): Promise<void> {
    for (const write of writes) {
      const { segment } = this.#entry(write.segment);
      segment.write(write);
      this.#indexer.noteWrite(segment);
    }
  }

  searchNow(handle: SegmentHandle, query: Float32Array, options: SearchOptions): Hits {
    return this.#entry(handle).segment.search(query, options);
  }

  indexed(handle: SegmentHandle): Promise<void> {
    return this.#indexer.wait(this.#entry(handle).segment);
  }

  async indexFrom(handle: SegmentHandle, slots: number): Promise<void> {
    const { segment } = this.#entry(handle);
    segment.indexFrom = slots;
    this.#indexer.noteWrite(segment);
  }

  async holdIndex(handle: SegmentHandle, slots: number | null): Promise<void> {
    const { segment } = this.#entry(handle);
    segment.indexTo = slots ?? Number.POSITIVE_INFINITY;
    if (slots === null) this.#indexer.resume(segment);
  }

  async drop(handle: SegmentHandle): Promise<void> {
    this.#unattached.delete(handle);
    this.#release(handle);
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
    for (const handle of [...this.#segments.keys()]) this.#release(handle);
  }

  #add(spec: SegmentSpec, segment: VectorStore, rows: RowFile | null): SegmentHandle {
    const handle = this.#nextHandle++;
    this.#segments.set(handle, { segment, spec, rows, shared: false });
    return handle;
  }

  #release(handle: SegmentHandle): void {
    const entry = this.#segments.get(handle);
    if (!entry) return;
    this.#indexer.forget(entry.segment);
    this.#segments.delete(handle);
    entry.rows?.close();
    if (!entry.shared) this.memory.release(sizeOf(entry.segment.memory));
  }

  get #files(): SegmentFiles {
    if (this.#givenFiles) return this.#givenFiles;
    throw new InvalidArgument(
      "files of segments need a directory (as on_disk does), and this engine has none",
    );
  }

  #entry(handle: SegmentHandle): Entry {
    const entry = this.#segments.get(handle);
    if (entry) return entry;
    throw this.#unattached.get(handle) ?? new VectorDbError("INTERNAL", `no engine segment ${handle}`);
  }
}

function callStore(store: StoreCalls, method: StoreCall, args: unknown[]): unknown {
  return (store[method] as (...args: unknown[]) => unknown)(...args);
}

/** Opens the file of rows of a segment, if it has one. @throws DamagedFile if it cannot be opened */
function openRows(files: SegmentFiles, spec: SegmentSpec, mode: "read" | "write"): RowFile | null {
  if (spec.rowsFile === undefined) return null;
  return unlessDamaged(spec.rowsFile, 0, () => files.open(spec.rowsFile!, rowBytesOf(spec.dimension), mode));
}
