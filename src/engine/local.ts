// The engine in this thread: what embedded use runs, and what every worker of the pool runs.
// A thread can also share a segment it made, or attach one that another thread made; that is all a pool needs.
import { VectorDbError } from "../errors.ts";
import type { Engine, Hits, SegmentHandle, SegmentSpec, SegmentStats, SegmentWrite } from "./engine.ts";
import { checkAbi, MAX_PAGES, Segment } from "./wasm.ts";

/** What one thread hands to another to give it a segment. */
export interface SharedSegment {
  readonly handle: SegmentHandle;
  readonly memory: WebAssembly.Memory;
  readonly dimension: number;
}

export interface LocalEngineOptions {
  readonly module: WebAssembly.Module;
  /** This thread's number among those that share segments, below MAX_WORKERS. */
  readonly worker?: number;
  /** The most 64 KiB pages one segment may grow to. */
  readonly maximumPages?: number | undefined;
  /** Frees memory that nothing refers to any more, in this thread. */
  readonly collectGarbage?: () => void;
}

export class LocalEngine implements Engine {
  readonly #module: WebAssembly.Module;
  readonly #worker: number;
  readonly #maximumPages: number;
  readonly #collectGarbage: () => void;
  readonly #segments = new Map<SegmentHandle, { segment: Segment; dimension: number }>();
  #nextHandle = 1;

  constructor(options: LocalEngineOptions) {
    const { module, worker = 0, maximumPages = MAX_PAGES, collectGarbage = () => {} } = options;
    checkAbi(module);
    this.#module = module;
    this.#worker = worker;
    this.#maximumPages = maximumPages;
    this.#collectGarbage = collectGarbage;
  }

  async create(spec: SegmentSpec): Promise<SegmentHandle> {
    const segment = Segment.create(this.#module, spec, this.#worker, this.#maximumPages);
    const handle = this.#nextHandle++;
    this.#segments.set(handle, { segment, dimension: spec.dimension });
    return handle;
  }

  async createShared(spec: SegmentSpec): Promise<SharedSegment> {
    return this.share(await this.create(spec));
  }

  /** What another thread needs to attach the segment. */
  async share(handle: SegmentHandle): Promise<SharedSegment> {
    const { segment, dimension } = this.#entry(handle);
    return { handle, memory: segment.memory, dimension };
  }

  async attach({ handle, memory, dimension }: SharedSegment): Promise<void> {
    const segment = Segment.attach(this.#module, memory, dimension, this.#worker);
    this.#segments.set(handle, { segment, dimension });
  }

  async reserve(handle: SegmentHandle, slots: number): Promise<number> {
    return this.#entry(handle).segment.reserve(slots);
  }

  async write(writes: SegmentWrite[]): Promise<void> {
    for (const write of writes) this.#entry(write.segment).segment.write(write);
  }

  async search(handle: SegmentHandle, query: Float32Array, k: number): Promise<Hits> {
    return this.#entry(handle).segment.search(query, k);
  }

  async read(handle: SegmentHandle, slots: Uint32Array): Promise<Float32Array> {
    return this.#entry(handle).segment.read(slots);
  }

  async stats(handle: SegmentHandle): Promise<SegmentStats> {
    return this.#entry(handle).segment.stats();
  }

  async drop(handle: SegmentHandle): Promise<void> {
    this.#segments.delete(handle);
  }

  async collectGarbage(): Promise<void> {
    this.#collectGarbage();
  }

  async close(): Promise<void> {
    this.#segments.clear();
  }

  #entry(handle: SegmentHandle): { segment: Segment; dimension: number } {
    const entry = this.#segments.get(handle);
    if (!entry) throw new VectorDbError("INTERNAL", `no engine segment ${handle}`);
    return entry;
  }
}
