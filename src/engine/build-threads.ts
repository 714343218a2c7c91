// The builder threads of one bulk build, as the thread that owns the vector store sees them.
// The decision: they are started for one build and end with it. So nothing runs and nothing is held between builds, a
// build is cancelled by ending its threads, and a memory that they no longer refer to needs no garbage collection of
// theirs. A start takes some 30 ms, and a build a tenth of a second at least.
import type { Calls } from "../threads/remote.ts";
import { Signal } from "../threads/signal.ts";
import { STATUS } from "./abi.ts";
import type { BuilderTask, GraphBuilder } from "./builder.ts";

/** The threads that may build at a time, for one graph. */
export interface Builders {
  /** From 1 to `MAX_WORKERS`. */
  readonly threads: number;
  /** Starts a thread. */
  readonly start: () => Calls<GraphBuilder>;
}

export class BuildThreads {
  readonly #threads: Calls<GraphBuilder>[] = [];
  readonly #ended = new Signal<number>();

  constructor({ threads, start }: Builders, task: BuilderTask) {
    const answers: Promise<number>[] = [];
    try {
      for (let worker = 0; worker < threads; worker++) {
        this.#threads.push(start());
        answers.push(this.#threads[worker]!.call("build", task, worker));
      }
    } catch (error) {
      answers.push(Promise.reject(error));
    }
    // A thread that dies, or cannot be started, may have left the graph half-written.
    void Promise.all(answers)
      .then((all) => Math.min(...all))
      .catch(() => STATUS.OutOfMemory)
      .then(async (answer) => {
        await this.#terminate();
        this.#ended.note(answer);
      });
  }

  /** The last answer of `buildBulk`, once all threads have ended; OutOfMemory if one has died. Null before. */
  get answer(): number | null {
    return this.#ended.value;
  }

  /** Resolves when there is an answer. */
  get ended(): Promise<unknown> {
    return this.#ended.happened;
  }

  /** Ends the threads, wherever they are, within milliseconds. There is an answer at once. */
  stop(): void {
    void this.#terminate();
    this.#ended.note(STATUS.OutOfMemory);
  }

  async #terminate(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate().catch(() => {})));
  }
}
