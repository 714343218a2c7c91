// The part of a bulk build that one builder thread does, in the memory of the build.
// The decision: a builder has no state and takes no other calls. It works until the graph is built; to end it before,
// its thread is ended.
import { MemoryLimit } from "../memory/memory-limit.ts";
import { instantiateOver } from "./instance.ts";
import { Growth } from "./store-memory.ts";

/** The work between two calls of the module, in thousands of products: about ten milliseconds. */
const STEP_WORK = 200_000;

/** The build that a builder thread takes part in. */
export interface BuilderTask {
  readonly module: WebAssembly.Module;
  /** The memory of the build, after `beginBulk`. */
  readonly memory: WebAssembly.Memory;
  /** The account of this memory, see `MemoryLimit.shared`. */
  readonly account: ArrayBufferLike;
}

export class GraphBuilder {
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
}
