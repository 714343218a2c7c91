// The current parameters of the server, and the only way to change them.
// The decision: changes wait in a serial queue, and each starts from the result of the one before. A new value becomes
// visible when it is durable, so a crash undoes no acknowledged change, and of two conflicting changes one succeeds.
import { SerialQueue } from "../scheduling/serial-queue.ts";
import type { Params, ParamsStore, ReplaceOptions } from "./params.ts";

/** The result of a change. `next` is null if nothing is to be written. */
export interface ParamsChange<T> extends ReplaceOptions {
  readonly next: Omit<Params, "generation"> | null;
  readonly result: T;
}

export class ServerParams {
  readonly #store: ParamsStore;
  #current: Params;
  /**
   * The highest generation that was ever passed to the store, because a failed write may be on the disk all the same.
   */
  #generation: number;
  readonly #changes = new SerialQueue();

  private constructor(store: ParamsStore, params: Params) {
    this.#store = store;
    this.#current = params;
    this.#generation = params.generation;
  }

  /**
   * @param before the parameters in the store, if there are any
   * @param first makes the parameters otherwise; they are durable when this resolves
   */
  static async open(store: ParamsStore, before: Params | null, first: () => Params): Promise<ServerParams> {
    if (before !== null) return new ServerParams(store, before);
    const params = first();
    await store.replace(params);
    return new ServerParams(store, params);
  }

  /** The durable parameters. The caller must not change them. */
  get current(): Params {
    return this.#current;
  }

  /**
   * Resolves with the result when the change is durable and visible. When it rejects, no change is visible; after an
   * error of the disk the next start may find the change all the same.
   * @param make is called when all earlier changes have ended; it may throw
   */
  change<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    return this.#changes.run(() => this.#run(make));
  }

  async #run<T>(make: (now: Params) => ParamsChange<T>): Promise<T> {
    const { next, result, ...options } = make(this.#current);
    if (next !== null) {
      const params: Params = { ...next, generation: ++this.#generation };
      await this.#store.replace(params, options);
      this.#current = params;
    }
    return result;
  }
}
