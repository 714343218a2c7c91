// The engine in this thread: what embedded use runs, and what every worker of the pool runs.
// A thread can also share a segment it made, or attach one that another thread made; that is all a pool needs.
import { VectorDbError } from "../errors.ts";
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
import { checkAbi, MAX_PAGES } from "./instance.ts";
import { Segment } from "./wasm.ts";

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
  /** Frees memory that nothing refers to any more, in this thread. */
  readonly collectGarbage?: () => void;
  /** How to index in the background; without it graphs grow only while somebody waits for `indexed`. */
  readonly later?: Later;
}

interface Entry {
  readonly segment: Segment;
  readonly spec: SegmentSpec;
}

export class LocalEngine implements Engine {
  readonly #module: WebAssembly.Module;
  readonly #worker: number;
  readonly #maximumPages: number;
  readonly #collectGarbage: () => void;
  readonly #indexer: Indexer;
  readonly #segments = new Map<SegmentHandle, Entry>();
  #nextHandle = 1;

  constructor(options: LocalEngineOptions) {
    const { module, worker = 0, maximumPages = MAX_PAGES, collectGarbage = () => {} } = options;
    checkAbi(module);
    this.#module = module;
    this.#worker = worker;
    this.#maximumPages = maximumPages;
    this.#collectGarbage = collectGarbage;
    this.#indexer = new Indexer(options.later ?? null);
  }

  async create(spec: SegmentSpec): Promise<SegmentHandle> {
    const segment = Segment.create(this.#module, spec, this.#worker, this.#maximumPages);
    const handle = this.#nextHandle++;
    this.#segments.set(handle, { segment, spec });
    return handle;
  }

  async createShared(spec: SegmentSpec): Promise<SharedSegment> {
    return this.share(await this.create(spec));
  }

  /** What another thread needs to attach the segment. */
  async share(handle: SegmentHandle): Promise<SharedSegment> {
    const { segment, spec } = this.#entry(handle);
    return { handle, memory: segment.memory, spec };
  }

  async attach({ handle, memory, spec }: SharedSegment): Promise<void> {
    const segment = Segment.attach(this.#module, memory, spec, this.#worker);
    this.#segments.set(handle, { segment, spec });
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

  /** The segment as bytes, in parts; the last one vouches for the others. */
  async image(handle: SegmentHandle): Promise<Uint8Array[]> {
    return [...this.#entry(handle).segment.image()];
  }

  /** A segment from its image. @throws DamagedImage, OutOfMemory */
  async load(spec: SegmentSpec, parts: readonly Uint8Array[]): Promise<SegmentHandle> {
    const segment = Segment.load(this.#module, spec, this.#worker, parts, this.#maximumPages);
    const handle = this.#nextHandle++;
    this.#segments.set(handle, { segment, spec });
    this.#indexer.noteWrite(segment);
    return handle;
  }

  async validate(handle: SegmentHandle): Promise<GraphFaults> {
    return this.#entry(handle).segment.validate();
  }

  async drop(handle: SegmentHandle): Promise<void> {
    const entry = this.#segments.get(handle);
    if (entry) this.#indexer.forget(entry.segment);
    this.#segments.delete(handle);
  }

  async collectGarbage(): Promise<void> {
    this.#collectGarbage();
  }

  async close(): Promise<void> {
    for (const { segment } of this.#segments.values()) this.#indexer.forget(segment);
    this.#segments.clear();
  }

  #entry(handle: SegmentHandle): Entry {
    const entry = this.#segments.get(handle);
    if (!entry) throw new VectorDbError("INTERNAL", `no engine segment ${handle}`);
    return entry;
  }
}
