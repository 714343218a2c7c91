// The chunks of a file that a client downloads.
// The decision: the file is open from the first chunk to the last, so a download that was answered needs no further
// descriptor, and a reader that stops before the end, even before the first chunk, closes it.

import type { PayloadFiles } from "../../storage/payload-files.ts";

const CHUNK_BYTES = 256 * 1024;

export class FileChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #read: (offset: number, into: Uint8Array) => Promise<number>;
  readonly #bytes: number;
  #close: (() => void) | null;
  /** The chunk that was read when the file was opened; null: it was taken. */
  #first: Uint8Array | null = null;
  #offset = 0;

  private constructor(
    read: (offset: number, into: Uint8Array) => Promise<number>,
    bytes: number,
    close: () => void,
  ) {
    this.#read = read;
    this.#bytes = bytes;
    this.#close = close;
  }

  /**
   * Reads the first chunk, so that a file that cannot be read is refused while an error response is still possible.
   * @param close is called once, when no more is read
   */
  static async open(
    files: Pick<PayloadFiles, "read">,
    name: string,
    bytes: number,
    close: () => void,
  ): Promise<FileChunks> {
    const chunks = new FileChunks((offset, into) => files.read(name, offset, into), bytes, close);
    chunks.#first = await chunks.#chunk();
    return chunks;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = this.#first ?? (await this.#chunk());
    this.#first = null;
    return value.length > 0 ? { done: false, value } : this.return();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  /** @returns an empty chunk at the end */
  async #chunk(): Promise<Uint8Array> {
    const chunk = new Uint8Array(this.#close ? Math.min(CHUNK_BYTES, this.#bytes - this.#offset) : 0);
    if (chunk.length === 0) return chunk;
    try {
      const read = chunk.subarray(0, await this.#read(this.#offset, chunk));
      // A reader in another thread takes the memory of the chunk with it, so its length is gone afterwards.
      this.#offset += read.length;
      return read;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #end(): void {
    this.#first = null;
    this.#close?.();
    this.#close = null;
  }
}
