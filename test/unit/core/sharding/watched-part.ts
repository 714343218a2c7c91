// A part whose calls a test sees, and before whose answers it does something.
import type { Method, PartCall, ReadPart } from "../../../../src/core/sharding/part.ts";

/** Lets a test see the calls to a part, and do something before they are answered. */
export class WatchedPart implements ReadPart {
  readonly methods: Method[] = [];
  before: (method: Method) => Promise<void> | void = () => {};
  readonly #part: ReadPart;

  constructor(part: ReadPart) {
    this.#part = part;
  }

  get shards(): readonly number[] {
    return this.#part.shards;
  }

  get division(): number {
    return this.#part.division;
  }

  async ask<M extends Method>(call: PartCall<M>, signal: Parameters<ReadPart["ask"]>[1]) {
    this.methods.push(call.method);
    await this.before(call.method);
    return this.#part.ask(call, signal);
  }
}
