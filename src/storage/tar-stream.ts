// Writes and reads tar archives (tar.ts) piece by piece.
// The decision: neither side keeps more than one piece, whatever the size of a file. A reader that stops closes the
// source of the archive.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import {
  BLOCK_BYTES,
  decodeHeader,
  END_BYTES,
  encodeHeader,
  isZero,
  paddingAfter,
  type TarHeader,
} from "./tar.ts";

/** The bytes of a file that are read at once. */
const PIECE_BYTES = 2 ** 20;

/** Fills `into` from the byte `offset` of a file on. @returns the number of bytes: fewer only at the end of the file */
type ReadFile = (name: string, offset: number, into: Uint8Array) => Promise<number>;

/** @throws Error if a file is shorter than its header says */
export async function* archiveOf(headers: readonly TarHeader[], read: ReadFile): AsyncGenerator<Uint8Array> {
  for (const header of headers) {
    const { name, bytes } = header;
    yield encodeHeader(header);
    for (let at = 0; at < bytes; at += PIECE_BYTES) {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, bytes - at));
      const count = await read(name, at, piece);
      if (count < piece.length)
        throw new Error(`${name} should have ${bytes} bytes and ends at byte ${at + count}`);
      yield piece;
    }
    if (paddingAfter(bytes) > 0) yield new Uint8Array(paddingAfter(bytes));
  }
  yield new Uint8Array(END_BYTES);
}

export interface TarEntry extends TarHeader {
  /** The bytes of the file, to be read before the next entry. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive. It has to be complete, and nothing but zeros may follow it.
 * @throws InvalidArgument if it is damaged, ends too early, or contains anything but regular files
 */
export async function* entriesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = new Source(chunks);
  try {
    for (;;) {
      const block = await source.block();
      if (isZero(block)) return await source.end();
      const header = decodeHeader(block, source.at - BLOCK_BYTES);
      const content = new Content(source, header.bytes);
      yield { ...header, content };
      // What was not read is skipped.
      for (let left = content.left + paddingAfter(header.bytes); left > 0; ) {
        left -= (await source.piece(left)).length;
      }
    }
  } finally {
    await source.close();
  }
}

/** The bytes of one file. */
class Content implements AsyncIterable<Uint8Array> {
  readonly #source: Source;
  left: number;

  constructor(source: Source, bytes: number) {
    this.#source = source;
    this.left = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.left > 0) {
      const piece = await this.#source.piece(this.left);
      this.left -= piece.length;
      yield piece;
    }
  }
}

/** The bytes of an archive, in pieces as they come. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** The rest of the last chunk. */
  #rest: Uint8Array = new Uint8Array(0);
  /** The number of bytes that were taken. */
  at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next bytes, at least one and at most `most`. */
  async piece(most: number): Promise<Uint8Array> {
    if (!(await this.#fill())) {
      throw new InvalidArgument(`the tar archive ends at byte ${this.at} and is not complete`);
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    this.at += piece.length;
    return piece;
  }

  async block(): Promise<Uint8Array> {
    const block = new Uint8Array(BLOCK_BYTES);
    for (let done = 0; done < BLOCK_BYTES; ) {
      const piece = await this.piece(BLOCK_BYTES - done);
      block.set(piece, done);
      done += piece.length;
    }
    return block;
  }

  /** Reads what follows the first of the two blocks that end an archive. */
  async end(): Promise<void> {
    let isEnd = isZero(await this.block());
    while (isEnd && (await this.#fill())) isEnd = isZero(await this.piece(this.#rest.length));
    if (!isEnd) throw new InvalidArgument(`the tar archive is damaged: there is data behind its end`);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** @returns false at the end */
  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
