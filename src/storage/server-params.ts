// The parameters of the server as everybody sees them, and the one way to change them.
// The decision: changes wait in line, and each is made from what the one before it left; a new value is seen when it is
// durable and not before, so nothing that was answered is undone by a crash, and of two that want one thing one gets it.
import { SerialQueue } from "../scheduling/serial-queue.ts";
import type { Params, ParamsStore, ReplaceOptions } from "./params.ts";

/** What a change makes of the parameters. `next` null: nothing is to be written. */
export interface ParamsChange<T> extends ReplaceOptions {
  readonly next: Omit<Params, "generation"> | null;
  readonly result: T;
}

export class ServerParams {
  readonly #store: ParamsStore;
  #current: Params;
  /** The highest that was ever handed to the store: what failed may be on the disk all the same. */
  #generation: number;
  readonly #changes = new SerialQueue();

  private constructor(store: ParamsStore, params: Params) {
    this.#store = store;
    this.#current = params;
    this.#generation = params.generation;
  }

  /**
   * @param before what the store keeps, if anything
   * @param first makes what it is to keep otherwise; durable when this resolves
   */
  static async open(store: ParamsStore, before: Params | null, first: () => Params): Promise<ServerParams> {
    if (before !== null) return new ServerParams(store, before);
    const params = first();
    await store.replace(params);
    return new ServerParams(store, params);
  }

  /** Durable. Not to be changed, nor anything in it. */
  get current(): Params {
    return this.#current;
  }

  /**
   * Resolves with the result when the change is durable and to be seen. When it rejects, nothing has changed to be seen;
   * after an error of the disk the next start may find the change all the same.
   * @param make is called when all changes before have ended; may throw
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
