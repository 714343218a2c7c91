// The engine in worker threads: one thread writes and the others search, over the same shared memories.
// The decision: a reader attaches a vector store at its first search. Messages to one thread arrive in order, so
// "attach" needs no response. The first search of all is made by the writer, if it is idle, because a reader takes
// longer to start than most searches do. A reader that dies loses its requests and is replaced; if it could not be
// started, the writer answers instead, so that no read fails for want of a file descriptor. The writer is not replaced,
// because a half-written memory cannot be trusted: the engine has failed, and its owner ends.
import { OutOfMemory } from "../errors/failures.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { SerialQueue } from "../scheduling/serial-queue.ts";
import type { Calls } from "../threads/remote.ts";
import { Signal } from "../threads/signal.ts";
import { type ArgsOf, type CallRow, ENGINE_CALLS, type ForwardedCall } from "./calls.ts";
import type { Engine } from "./engine.ts";
import { Garbage } from "./garbage.ts";
import type { InlineSearch } from "./inline-search.ts";
import type { LocalEngine } from "./local.ts";
import type { PoolOptions, SpawnEngineThread } from "./pool-options.ts";
import { PoolSparse } from "./pool-sparse.ts";
import { ReadQueue } from "./read-queue.ts";
import type { SavedStore } from "./restore.ts";
import { readsFile, type SharedStore } from "./shared-store.ts";
import { sizeOf } from "./store-memory.ts";
import type { Hits, RestoredStore, SearchOptions, StoreHandle, StoreSpec, StoreWrite } from "./types.ts";

/** The numbers of threads: the one that writes, and the first of those that search. */
export const WRITER = 0;
const FIRST_READER = WRITER + 1;

interface Reader {
  readonly remote: Calls<LocalEngine>;
  readonly attached: Set<StoreHandle>;
}

export class PoolEngine extends PoolSparse implements Engine {
  readonly memory: MemoryLimit;
  readonly reads: ReadQueue;
  /** Raised when the writer has ended by itself: nothing can be written any more, and writes may be incomplete. */
  readonly failed = new Signal<VectorDbError>();
  readonly #spawn: SpawnEngineThread;
  readonly #options: PoolOptions;
  protected inline: InlineSearch | undefined;
  readonly #writer: Calls<LocalEngine>;
  readonly #readers: Reader[] = [];
  readonly #shared = new Map<StoreHandle, SharedStore>();
  #nextReader = 0;
  #hasSearched = false;
  #closed = false;
  /** Dropped stores that some reader has not released yet. */
  readonly #releasing = new Set<Promise<void>>();
  /** Stores that all threads have released; their memory is freed once the collectors of all threads have run. */
  readonly #garbage: Garbage;
  #collections = 0;
  readonly #collecting = new SerialQueue();

  constructor(spawn: SpawnEngineThread, options: PoolOptions) {
    super((method, args) => this.#forward(method, args));
    this.#spawn = spawn;
    this.#options = options;
    this.inline = options.inline;
    this.reads = new ReadQueue((options.maxWaiting + 1) * options.readers);
    this.memory = options.memory ?? MemoryLimit.unlimited();
    const collect = () => void this.collectGarbage();
    this.#garbage = new Garbage({ limitBytes: this.memory.limit, isIdle: options.isIdle, collect });
    this.#writer = spawn(WRITER, (cause) => this.failed.note(cause));
    for (let i = 0; i < options.readers; i++) this.#startReader(i);
  }

  get #threads(): Calls<LocalEngine>[] {
    return [this.#writer, ...this.#readers.map(({ remote }) => remote)];
  }

  get wasmBytes(): number {
    return [...this.#shared.values()].reduce((sum, { memory }) => sum + sizeOf(memory), 0);
  }

  create(spec: StoreSpec): Promise<StoreHandle> {
    return this.make((writer) => writer.call("createShared", spec));
  }

  async restore(spec: StoreSpec, saved: SavedStore): Promise<RestoredStore> {
    const { shared, ...filled } = await this.#withMemory(() =>
      this.#writer.call("restoreShared", spec, saved),
    );
    return { store: this.#keep(shared), ...filled };
  }

  write(writes: StoreWrite[]): Promise<void> {
    this.inline?.noteWritten(writes);
    return this.#writer.call("write", writes);
  }

  async search(store: StoreHandle, query: Float32Array, options: SearchOptions): Promise<Hits> {
    const now = this.searchNow(store, query, options);
    if (now) return now;
    const written = this.inline?.written(store);
    const hits = await this.askReader("search", store, query, options);
    this.#note(store, options, hits, written);
    return hits;
  }

  searchNow(store: StoreHandle, query: Float32Array, options: SearchOptions): Hits | null {
    const here = this.inline?.forSearch(this.#shared.get(store), options);
    if (!here) return null;
    const hits = here.searchNow(store, query, options);
    this.#note(store, options, hits, this.inline?.written(store));
    return hits;
  }

  async searchBatch(store: StoreHandle, queries: Float32Array, options: SearchOptions): Promise<Hits[]> {
    const here = this.inline?.forSearch(this.#shared.get(store), options, queries.length);
    const written = this.inline?.written(store);
    const hits = await (here?.searchBatch(store, queries, options) ??
      this.askReader("searchBatch", store, queries, options));
    if (hits.length > 0) this.#note(store, options, hits[0]!, written);
    return hits;
  }

  async read(store: StoreHandle, slots: Uint32Array): Promise<Float32Array> {
    const here = this.inline?.forRows(this.#shared.get(store), slots.length);
    return here ? here.read(store, slots) : this.askReader("read", store, slots);
  }

  async drop(store: StoreHandle): Promise<void> {
    const shared = this.#shared.get(store);
    if (!shared) return;
    this.#shared.delete(store);
    this.inline?.drop(store);
    // Readers release it in their own time, since waiting for them would be waiting for their searches. A reader that
    // has ended holds nothing.
    const forgetting = this.#readers
      .filter(({ attached }) => attached.delete(store))
      .map(({ remote }) => remote.call("drop", store).catch(() => {}));
    await this.#writer.call("drop", store);
    // Until then a search may make the memory grow.
    const released = Promise.all(forgetting).then(() => {
      this.#releasing.delete(released);
      this.#garbage.note(sizeOf(shared.memory), 1);
    });
    this.#releasing.add(released);
    if (forgetting.length === 0) await released;
  }

  noteGarbage(bytes: number): void {
    this.#garbage.note(bytes);
  }

  async reclaim(): Promise<boolean> {
    // Another thread that was refused memory could not ask this one to release some.
    const yielded = this.memory.releaseCaches(Number.POSITIVE_INFINITY);
    if (this.#releasing.size + this.#collections + this.#garbage.bytes === 0) return yielded;
    await Promise.all(this.#releasing);
    await this.collectGarbage();
    return true;
  }

  async tidyThreads(): Promise<void> {
    const running = this.#threads.filter(({ started }) => started);
    await Promise.all(running.map((thread) => thread.call("collectGarbage").catch(() => {})));
  }

  collectGarbage(): Promise<void> {
    const bytes = this.#garbage.take();
    this.#collections++;
    return this.#collecting.run(async () => {
      await this.tidyThreads();
      // Last, when nothing on this thread's stack refers to dropped memory.
      this.#options.collectGarbage();
      this.memory.release(bytes);
      this.#collections--;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#garbage.take();
    this.inline = undefined;
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  protected async make(work: (writer: Calls<LocalEngine>) => Promise<SharedStore>): Promise<StoreHandle> {
    return this.#keep(await this.#withMemory(() => work(this.#writer)));
  }

  protected shared(store: StoreHandle): SharedStore | undefined {
    return this.#shared.get(store);
  }

  #keep(shared: SharedStore): StoreHandle {
    this.#shared.set(shared.handle, shared);
    return shared.handle;
  }

  #forward(method: ForwardedCall, args: ArgsOf<ForwardedCall>): Promise<unknown> {
    const { thread, reclaims }: CallRow = ENGINE_CALLS[method];
    // The compiler would have all calls take the arguments of each.
    const given = args as never;
    if (thread === "reader") return this.askReader(method, ...given);
    const call = () => this.#writer.call(method, ...given);
    return reclaims ? this.#withMemory(call) : call();
  }

  /**
   * Collects garbage and tries again if memory is missing: dropped memories take memory and address space until then.
   */
  async #withMemory<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutOfMemory) || !(await this.reclaim())) throw error;
      return work();
    }
  }

  /** Records the cost of a search for the next one, unless the store was dropped meanwhile. */
  #note(store: StoreHandle, options: SearchOptions, hits: Hits, written = 0): void {
    if (this.#shared.has(store)) this.inline?.note(store, options, hits, written);
  }

  /**
   * Starts a reader. A reader that ends at once, again and again, is replaced when it is next needed, not in a loop.
   */
  #startReader(index: number): void {
    const reader: Reader = {
      remote: this.#spawn(FIRST_READER + index, () => {
        if (reader.attached.size > 0) this.#startReader(index);
      }),
      attached: new Set(),
    };
    this.#readers[index] = reader;
  }

  /** Calls a reader when the call has its place; the writer, beside its writes, if the reader cannot be started. */
  protected readonly askReader: Calls<LocalEngine>["call"] = (method, ...args) =>
    this.reads.call(async () => {
      if (this.#isForWriter(method)) return this.#writer.call(method, ...args);
      const reader = this.#reader(args[0] as StoreHandle);
      try {
        return await reader.call(method, ...args);
      } catch (error) {
        if (!reader.failedToStart || this.#closed) throw error;
        return this.#writer.call(method, ...args);
      }
    });

  /** Returns whether this is the first search: the writer is there already, and a reader takes longer to start. */
  #isForWriter(method: string): boolean {
    if (this.#hasSearched || method !== "search" || this.#writer.inFlight > 0) return false;
    this.#hasSearched = true;
    return !this.#readers.some(({ remote }) => remote.started);
  }

  /**
   * Returns the reader with the fewest running calls, with the store attached. Among equals, one that runs comes first,
   * and those that run take turns.
   */
  #reader(store: StoreHandle): Calls<LocalEngine> {
    const readers = this.#readers;
    const shared = this.#shared.get(store);
    if (this.#options.filesAtWriter && shared && readsFile(shared)) return this.#writer;
    this.#nextReader = (this.#nextReader + 1) % readers.length;
    if (readers[this.#nextReader]!.remote.gone && !this.#closed) this.#startReader(this.#nextReader);
    let chosen = readers[this.#nextReader]!;
    for (const reader of readers) {
      if (!reader.remote.gone && isFreer(reader.remote, chosen.remote)) chosen = reader;
    }
    if (shared && !chosen.attached.has(store)) {
      chosen.attached.add(store);
      // If attaching fails, the call that follows fails too, and its error is reported.
      chosen.remote.call("attach", shared).catch(() => chosen.attached.delete(store));
    }
    return chosen.remote;
  }
}

function isFreer(one: Calls<LocalEngine>, other: Calls<LocalEngine>): boolean {
  return one.inFlight < other.inFlight || (one.inFlight === other.inFlight && one.started && !other.started);
}
