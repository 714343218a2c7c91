// The parts of a pool of engine threads.
// The decision: the caller starts the threads, so Node, pages and tests each bring their own way.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Calls, OnGone } from "../threads/remote.ts";
import type { GarbageOptions } from "./garbage.ts";
import type { InlineSearch } from "./inline-search.ts";
import type { LocalEngine } from "./local.ts";

/** Starts the thread number `worker` and calls `onGone` if it ends by itself. */
export type SpawnEngineThread = (worker: number, onGone: OnGone) => Calls<LocalEngine>;

export interface PoolOptions extends Pick<GarbageOptions, "isIdle"> {
  readonly readers: number;
  /** Reads that may wait for one reader, and their calls that are passed to it. */
  readonly maxWaiting: number;
  /** The account from which the threads take memory; absent: one without a limit. */
  readonly memory?: MemoryLimit;
  readonly collectGarbage: () => void;
  /** Runs short work in this thread. */
  readonly inline?: InlineSearch;
  /** Readers cannot open files of rows: the writer answers for the vector stores that have one. */
  readonly filesAtWriter?: boolean;
}
