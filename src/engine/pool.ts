// The engine in worker threads: one writes, the others search, all over the same shared memories.
// The decision: a reader attaches a segment when it is first asked to search it. Messages to one thread arrive in
// order, so "attach" needs no waiting for. A reader that dies costs the requests it held and is replaced; the writer
// is not, because a memory it left half-written cannot be trusted: the core reports the collection as damaged.
import type { Remote } from "../threads/remote.ts";
import type { Engine, Hits, SegmentHandle, SegmentSpec, SegmentStats, SegmentWrite } from "./engine.ts";
import type { LocalEngine, SharedSegment } from "./local.ts";

/** Starts the thread number `worker` and calls `onGone` if it ends by itself. */
export type SpawnEngineThread = (worker: number, onGone: () => void) => Remote<LocalEngine>;

const WRITER = 0;

interface Reader {
  readonly remote: Remote<LocalEngine>;
  readonly attached: Set<SegmentHandle>;
}

export class PoolEngine implements Engine {
  readonly #spawn: SpawnEngineThread;
  readonly #writer: Remote<LocalEngine>;
  readonly #readers: Reader[] = [];
  readonly #shared = new Map<SegmentHandle, SharedSegment>();
  #turn = 0;

  constructor(spawn: SpawnEngineThread, readers: number) {
    this.#spawn = spawn;
    this.#writer = spawn(WRITER, () => {});
    for (let i = 0; i < readers; i++) this.#startReader(i);
  }

  async create(spec: SegmentSpec): Promise<SegmentHandle> {
    const handle = await this.#writer.call("create", spec);
    this.#shared.set(handle, await this.#writer.call("share", handle));
    return handle;
  }

  reserve(segment: SegmentHandle, slots: number): Promise<number> {
    return this.#writer.call("reserve", segment, slots);
  }

  write(writes: SegmentWrite[]): Promise<void> {
    return this.#writer.call("write", writes);
  }

  search(segment: SegmentHandle, query: Float32Array, k: number): Promise<Hits> {
    return this.#reader(segment).call("search", segment, query, k);
  }

  read(segment: SegmentHandle, slots: Uint32Array): Promise<Float32Array> {
    return this.#reader(segment).call("read", segment, slots);
  }

  stats(segment: SegmentHandle): Promise<SegmentStats> {
    return this.#writer.call("stats", segment);
  }

  async drop(segment: SegmentHandle): Promise<void> {
    this.#shared.delete(segment);
    const readers = this.#readers.filter(({ attached }) => attached.delete(segment));
    // A reader that is gone has dropped everything it had.
    const forgotten = readers.map(({ remote }) => remote.call("drop", segment).catch(() => {}));
    await Promise.all([this.#writer.call("drop", segment), ...forgotten]);
  }

  async close(): Promise<void> {
    const threads = [this.#writer, ...this.#readers.map(({ remote }) => remote)];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #startReader(index: number): void {
    const remote = this.#spawn(WRITER + 1 + index, () => this.#startReader(index));
    this.#readers[index] = { remote, attached: new Set() };
  }

  /** The reader with the fewest calls in flight, taking turns among equals, with the segment attached. */
  #reader(segment: SegmentHandle): Remote<LocalEngine> {
    const readers = this.#readers;
    this.#turn = (this.#turn + 1) % readers.length;
    let chosen = readers[this.#turn]!;
    for (const reader of readers) if (reader.remote.inFlight < chosen.remote.inFlight) chosen = reader;
    const shared = this.#shared.get(segment);
    if (shared && !chosen.attached.has(segment)) {
      chosen.attached.add(segment);
      // Should attaching fail, the call that follows fails too and is the one that is answered.
      chosen.remote.call("attach", shared).catch(() => chosen.attached.delete(segment));
    }
    return chosen.remote;
  }
}
