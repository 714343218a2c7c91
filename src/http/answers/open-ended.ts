// The chunks of a response of unknown length, on their way to a client.
// The decision: a connection without traffic is closed because its client does not read, which is not the client's
// fault while there is nothing to read. So the time limit rests while a chunk is awaited, and only then. A response
// may last for months, so the credential of its client is checked again and again.
import type { ServerResponse } from "node:http";

/** How often a credential is checked again. */
const CHECK_MS = 1_000;

export class OpenEnded implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #response: ServerResponse;
  readonly #ensureLetIn: () => unknown;
  #checkedAt = performance.now();

  /** @param ensureLetIn throws, or rejects, when the client may not have more */
  constructor(chunks: AsyncIterable<Uint8Array>, response: ServerResponse, ensureLetIn: () => unknown) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#response = response;
    this.#ensureLetIn = ensureLetIn;
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
      const result = await this.#chunks.next();
      if (performance.now() - this.#checkedAt < CHECK_MS) return result;
      await this.#ensureLetIn();
      this.#checkedAt = performance.now();
      return result;
    } catch (error) {
      await this.return().catch(() => {});
      throw error;
    } finally {
      socket.setTimeout(silenceMs);
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#chunks.return?.();
    return { done: true, value: undefined };
  }
}
