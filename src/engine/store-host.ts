// The parts that the vector stores of a thread share.
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Builders } from "./build-threads.ts";

export interface StoreHost {
  readonly module: WebAssembly.Module;
  /** This thread's number among the threads that share stores. */
  readonly worker: number;
  readonly account: MemoryLimit;
  /** The maximum size of one store in pages of 64 KiB. */
  readonly maximumPages: number;
  /** Runs the garbage collector of this thread. */
  readonly collectGarbage: () => void;
  /** The threads for bulk builds; absent: this thread builds. */
  readonly builders?: Builders | undefined;
}
