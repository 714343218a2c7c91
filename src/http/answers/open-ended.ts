// The chunks of a response of unknown length, on their way to a client.
// The decision: a connection without traffic is closed because its client does not read, which is not the client's
// fault while there is nothing to read. So the time limit rests while a chunk is awaited, and only then.
import type { ServerResponse } from "node:http";

export class OpenEnded implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #response: ServerResponse;

  constructor(chunks: AsyncIterable<Uint8Array>, response: ServerResponse) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#response = response;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { socket } = this.#response.req;
    // The client learns that it is served, however long the first chunk takes.
    if (!this.#response.headersSent) this.#response.flushHeaders();
    const silenceMs = socket.timeout ?? 0;
    socket.setTimeout(0);
    try {
      return await this.#chunks.next();
    } finally {
      socket.setTimeout(silenceMs);
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#chunks.return?.();
    return { done: true, value: undefined };
  }
}
