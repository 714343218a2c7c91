// The engine in this thread: what embedded use runs, and what every worker of the pool runs.
// A thread can also share a segment it made, or attach one that another thread made; that is all a pool needs.
import { InvalidArgument, VectorDbError } from "../errors.ts";
import { MemoryLimit } from "../memory-limit.ts";
import type {
  Engine,
  GraphFaults,
  Hits,
  SearchOptions,
  SegmentHandle,
  SegmentSpec,
  SegmentStats,
  SegmentWrite,
} from "./engine.ts";
import { Indexer, type Later } from "./indexer.ts";
import { checkAbi } from "./instance.ts";
import { type RowFile, type RowFiles, rowBytesOf } from "./rows.ts";
import { MAX_PAGES, sizeOf } from "./segment-memory.ts";
import { Segment, type SegmentHost } from "./wasm.ts";

/** What one thread hands to another to give it a segment. */
export interface SharedSegment {
  readonly handle: SegmentHandle;
  readonly memory: WebAssembly.Memory;
  readonly spec: SegmentSpec;
}

export interface LocalEngineOptions {
  readonly module: WebAssembly.Module;
  /** This thread's number among those that share segments, below MAX_WORKERS. */
  readonly worker?: number;
  /** The most 64 KiB pages one segment may grow to. */
  readonly maximumPages?: number | undefined;
  /** Where memory is counted; an account without a limit unless given. */
  readonly memory?: MemoryLimit | undefined;
  /** Frees memory that nothing refers to any more, in this thread. */
  readonly collectGarbage?: () => void;
  /** Where segments keep their vectors that are told to keep them in files. */
  readonly rowFiles?: RowFiles | undefined;
  /** How to index in the background; without it graphs grow only while somebody waits for `indexed`. */
  readonly later?: Later;
}

interface Entry {
  readonly segment: Segment;
  readonly spec: SegmentSpec;
  /** The file of its vectors, if they are in one. */
  readonly rows: RowFile | null;
  /** The file goes when the segment is dropped. */
  readonly ownsRows: boolean;
  /** Other threads may hold it too, so whoever shared it gives its memory back. */
  shared: boolean;
}

export class LocalEngine implements Engine {
  readonly memory: MemoryLimit;
  readonly #host: SegmentHost;
  readonly #collectGarbage: () => void;
  readonly #rowFiles: RowFiles | undefined;
  readonly #indexer: Indexer;
  readonly #segments = new Map<SegmentHandle, Entry>();
  #nextHandle = 1;

  constructor(options: LocalEngineOptions) {
    const { module, worker = 0, maximumPages = MAX_PAGES, collectGarbage = () => {} } = options;
    checkAbi(module);
    this.memory = options.memory ?? MemoryLimit.unlimited();
    this.#host = { module, worker, maximumPages, account: this.memory };
    this.#collectGarbage = collectGarbage;
    this.#rowFiles = options.rowFiles;
    this.#indexer = new Indexer(options.later ?? null);
  }

  async create(spec: SegmentSpec): Promise<SegmentHandle> {
    const handle = this.#nextHandle++;
    const rows = spec.onDisk ? this.#files().create(handle, rowBytesOf(spec.dimension)) : null;
    try {
      const segment = Segment.create(this.#host, spec, rows);
      this.#segments.set(handle, { segment, spec, rows, ownsRows: rows !== null, shared: false });
    } catch (error) {
      rows?.close();
      if (rows) this.#files().remove(handle);
      throw error;
    }
    return handle;
  }

  async createShared(spec: SegmentSpec): Promise<SharedSegment> {
    return this.share(await this.create(spec));
  }

  /** What another thread needs to attach the segment. */
  async share(handle: SegmentHandle): Promise<SharedSegment> {
    const entry = this.#entry(handle);
    entry.shared = true;
    return { handle, memory: entry.segment.memory, spec: entry.spec };
  }

  async attach({ handle, memory, spec }: SharedSegment): Promise<void> {
    const rows = spec.onDisk ? this.#files().open(handle, rowBytesOf(spec.dimension)) : null;
    const segment = Segment.attach(this.#host, memory, spec, rows);
    this.#segments.set(handle, { segment, spec, rows, ownsRows: false, shared: true });
  }

  async reserve(handle: SegmentHandle, slots: number): Promise<number> {
    return this.#entry(handle).segment.reserve(slots);
  }

  async write(writes: SegmentWrite[]): Promise<void> {
    for (const write of writes) {
      const { segment } = this.#entry(write.segment);
      segment.write(write);
      this.#indexer.noteWrite(segment);
    }
  }

  async search(handle: SegmentHandle, query: Float32Array, options: SearchOptions): Promise<Hits> {
    return this.#entry(handle).segment.search(query, options);
  }

  async searchBatch(handle: SegmentHandle, queries: Float32Array, options: SearchOptions): Promise<Hits[]> {
    return this.#entry(handle).segment.searchBatch(queries, options);
  }

  async read(handle: SegmentHandle, slots: Uint32Array): Promise<Float32Array> {
    return this.#entry(handle).segment.read(slots);
  }

  indexed(handle: SegmentHandle): Promise<void> {
    return this.#indexer.wait(this.#entry(handle).segment);
  }

  async stats(handle: SegmentHandle): Promise<SegmentStats> {
    return this.#entry(handle).segment.stats();
  }

  /**
   * The segment as bytes, in parts; the last one vouches for the others. Vectors in a file are not among them: the file
   * belongs to the image.
   */
  async image(handle: SegmentHandle): Promise<Uint8Array[]> {
    return [...this.#entry(handle).segment.image()];
  }

  /**
   * A segment from its image. @throws DamagedImage, OutOfMemory
   * @param rows the file of its vectors, where they are in one; it is closed with the segment and stays where it is
   */
  async load(
    spec: SegmentSpec,
    parts: readonly Uint8Array[],
    rows: RowFile | null = null,
  ): Promise<SegmentHandle> {
    const segment = Segment.load(this.#host, spec, parts, rows);
    const handle = this.#nextHandle++;
    this.#segments.set(handle, { segment, spec, rows, ownsRows: false, shared: false });
    this.#indexer.noteWrite(segment);
    return handle;
  }

  async validate(handle: SegmentHandle): Promise<GraphFaults> {
    return this.#entry(handle).segment.validate();
  }

  async drop(handle: SegmentHandle): Promise<void> {
    const entry = this.#release(handle);
    if (entry?.ownsRows) this.#files().remove(handle);
  }

  /** One thread that is at work collects its garbage by itself. */
  noteGarbage(bytes: number): void {
    this.memory.give(bytes);
  }

  async reclaim(): Promise<boolean> {
    return false;
  }

  async collectGarbage(): Promise<void> {
    this.#collectGarbage();
  }

  /** Files of vectors stay where they are: those of a segment go with it, at `drop`. */
  async close(): Promise<void> {
    for (const handle of [...this.#segments.keys()]) this.#release(handle);
  }

  #release(handle: SegmentHandle): Entry | undefined {
    const entry = this.#segments.get(handle);
    if (!entry) return undefined;
    this.#indexer.forget(entry.segment);
    this.#segments.delete(handle);
    entry.rows?.close();
    if (!entry.shared) this.memory.give(sizeOf(entry.segment.memory));
    return entry;
  }

  #files(): RowFiles {
    if (this.#rowFiles) return this.#rowFiles;
    throw new InvalidArgument(
      "on_disk needs a directory for files of vectors, and this engine was given none",
    );
  }

  #entry(handle: SegmentHandle): Entry {
    const entry = this.#segments.get(handle);
    if (!entry) throw new VectorDbError("INTERNAL", `no engine segment ${handle}`);
    return entry;
  }
}
