// The parts with which an engine of one thread is made.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Builders } from "./build-threads.ts";
import type { StoreFiles } from "./files.ts";
import type { Scheduler } from "./indexer.ts";

export interface LocalEngineOptions {
  readonly module: WebAssembly.Module;
  /** The number of this thread among the threads that share stores, below MAX_WORKERS. */
  readonly worker?: number;
  /** The maximum size of one store in pages of 64 KiB. */
  readonly maximumPages?: number | undefined;
  /** The account of memory; absent: an account without a limit. */
  readonly memory?: MemoryLimit | undefined;
  /** Runs the garbage collector of this thread. */
  readonly collectGarbage?: () => void;
  /** The files in which stores keep rows, and from which saved stores are read. */
  readonly files?: StoreFiles | undefined;
  /** Runs indexing in the background; absent: graphs grow only while a caller waits for `indexed`. */
  readonly later?: Scheduler;
  /** The threads for bulk builds in the background; absent: this thread builds. */
  readonly builders?: Builders | undefined;
}
