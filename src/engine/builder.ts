// What one builder thread does: its part of a bulk build in the memory of the build, or searches for batches of
// insertions in the memory of the store.
// The decision: a builder does one of the two and takes no other calls. To end it before its call has returned, its
// thread is ended.
import { MemoryLimit } from "../memory/memory-limit.ts";
import { instantiateOver } from "./instance.ts";
import { Growth } from "./store-memory.ts";

/** The work between two calls of the module, in thousands of products: about ten milliseconds. */
const STEP_WORK = 200_000;

/** The work that a builder thread takes part in. */
export interface BuilderTask {
  readonly module: WebAssembly.Module;
  /** The memory of the build, after `beginBulk`; or that of a vector store. */
  readonly memory: WebAssembly.Memory;
  /** The account of this memory, see `MemoryLimit.shared`. */
  readonly account: ArrayBufferLike;
}

export class GraphBuilder {
  /** Searches for one member of a batch. */
  #searchBatch = () => 0;

  /**
   * Builds until the build has ended.
   * @param worker the number of this thread among those of the build
   * @returns the last answer of `buildBulk`
   */
  async build({ module, memory, account }: BuilderTask, worker: number): Promise<number> {
    const growth = new Growth(memory, MemoryLimit.attach(account));
    const { buildBulk } = instantiateOver(module, memory, growth.grow);
    let answer = 1;
    while (answer === 1) answer = buildBulk(worker, STEP_WORK);
    return answer;
  }

  /** Joins the threads that search for batches of a vector store. @param worker the number of this thread there */
  async join({ module, memory, account }: BuilderTask, worker: number): Promise<void> {
    const growth = new Growth(memory, MemoryLimit.attach(account));
    const { searchBatch } = instantiateOver(module, memory, growth.grow);
    this.#searchBatch = () => searchBatch(worker);
  }

  /** Searches until no member of the batch is left. @returns the last answer of `searchBatch` */
  async search(): Promise<number> {
    let answer = 1;
    while (answer === 1) answer = this.#searchBatch();
    return answer;
  }
}
