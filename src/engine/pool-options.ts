// What a pool of engine threads is put together from.
// The decision: how a thread is started is the caller's affair, so that Node, pages and tests each bring their own.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Calls, OnGone } from "../threads/remote.ts";
import type { GarbageOptions } from "./garbage.ts";
import type { InlineSearch } from "./inline-search.ts";
import type { LocalEngine } from "./local.ts";

/** Starts the thread number `worker` and calls `onGone` if it ends by itself. */
export type SpawnEngineThread = (worker: number, onGone: OnGone) => Calls<LocalEngine>;

export interface PoolOptions extends Pick<GarbageOptions, "isIdle"> {
  readonly readers: number;
  /** Reads that may wait for one reader, and calls of them that are handed to it. */
  readonly maxWaiting: number;
  /** The account that the threads take from; one without a limit unless given. */
  readonly memory?: MemoryLimit;
  /** Frees memory that nothing refers to any more, in this thread. */
  readonly collectGarbage: () => void;
  /** Does in this thread what takes less than handing it to another. */
  readonly near?: InlineSearch;
  /** Readers cannot open files of rows: the writer answers for the segments that have one. */
  readonly filesAtWriter?: boolean;
}
