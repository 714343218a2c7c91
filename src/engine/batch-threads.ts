// The builder threads that search for batches of insertions, as the thread that owns the vector store sees them.
// The decision: they work in the memory of the store, and each batch is one call to each of them. So no thread
// sleeps in a lock or asks repeatedly whether others are done, and the end of a thread is noticed as a call that fails.
import type { Calls } from "../threads/remote.ts";
import { MAX_WORKERS } from "./abi.ts";
import type { Builders } from "./build-threads.ts";
import type { BuilderTask, GraphBuilder } from "./builder.ts";

export class BatchThreads {
  readonly #threads: Calls<GraphBuilder>[] = [];
  #searched: Promise<boolean>;

  constructor({ threads, start }: Builders, task: BuilderTask) {
    const joined: Promise<void>[] = [];
    try {
      for (let thread = 0; thread < threads; thread++) {
        this.#threads.push(start());
        joined.push(this.#threads[thread]!.call("join", task, MAX_WORKERS + thread));
      }
    } catch (error) {
      joined.push(Promise.reject(error));
    }
    this.#searched = Promise.all(joined).then(
      () => true,
      () => false,
    );
  }

  /** Lets the threads search for the members of the batch that was opened. */
  search(): void {
    const before = this.#searched;
    const answers = Promise.all(this.#threads.map((thread) => thread.call("search")));
    const searched = answers.then(
      (all) => all.every((answer) => answer === 0),
      () => false,
    );
    this.#searched = searched.then(async (found) => (await before) && found);
  }

  /** Resolves when no thread searches: whether all threads live and had memory. */
  get searched(): Promise<boolean> {
    return this.#searched;
  }

  /** Ends the threads, wherever they are, within milliseconds. */
  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate().catch(() => {})));
  }
}
