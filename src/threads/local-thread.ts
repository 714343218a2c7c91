// Offers an object of this thread through the interface of a remote one, for objects that have to live in the thread of
// their caller.
import type { Calls, MethodOf } from "./remote.ts";

export class LocalThread<T extends object> implements Calls<T> {
  readonly gone = false;
  readonly failedToStart = false;
  readonly started = true;
  readonly #target: T;
  readonly #onTerminate: () => Promise<void>;
  #inFlight = 0;

  constructor(target: T, onTerminate: () => Promise<void>) {
    this.#target = target;
    this.#onTerminate = onTerminate;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  readonly call: Calls<T>["call"] = async (method: MethodOf<T>, ...args: unknown[]) => {
    this.#inFlight++;
    try {
      return await (this.#target[method] as (...args: unknown[]) => Promise<never>)(...args);
    } finally {
      this.#inFlight--;
    }
  };

  terminate(): Promise<void> {
    return this.#onTerminate();
  }
}
