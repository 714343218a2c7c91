// A thread that is started when the first message is sent to it.
// The decision: a thread of Node takes nine megabytes and 25 ms of CPU time, which a server whose searches never run at
// the same time does not need for more than one of them. Listeners and `ref` are kept until the thread exists. A thread
// that cannot be started has ended with an error, like one that fails later.
import type { Thread } from "./remote.ts";

export class LazyThread implements Thread {
  readonly #spawn: () => Thread;
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  readonly #listeners: [event: string, listener: (value: any) => void][] = [];
  #thread: Thread | null = null;
  #isReferenced = true;

  constructor(spawn: () => Thread) {
    this.#spawn = spawn;
  }

  get started(): boolean {
    return this.#thread !== null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on which it is.
  on(event: string, listener: (value: any) => void): void {
    if (this.#thread) this.#thread.on(event, listener);
    else this.#listeners.push([event, listener]);
  }

  postMessage(value: unknown): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(value);
  }

  ref(): void {
    this.#isReferenced = true;
    this.#thread?.ref();
  }

  unref(): void {
    this.#isReferenced = false;
    this.#thread?.unref();
  }

  async terminate(): Promise<unknown> {
    return this.#thread?.terminate();
  }

  #start(): Thread {
    const thread = this.#trySpawn();
    for (const [event, listener] of this.#listeners) thread.on(event, listener);
    if (!this.#isReferenced) thread.unref();
    return thread;
  }

  #trySpawn(): Thread {
    try {
      return this.#spawn();
    } catch (error) {
      for (const [event, listener] of this.#listeners) if (event === "error") listener(error);
      throw error;
    }
  }
}
