// Opens the source of rows: a file, compressed or not, or stdin.
// The decision: errors of the file are reported before the server is called. Stdin has no name that ends in .gz, so it
// is decompressed if it begins with the magic number of gzip, with which no row can begin.
import { createReadStream, type Stats, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { unreadable } from "./file-faults.ts";
import type { Source } from "./row.ts";

const STDIN = "-";
const PACKED = /\.gz$/;
/** The magic number of gzip. */
const GZIP = Buffer.of(0x1f, 0x8b);

/** @throws InvalidArgument */
export function sourceAt(path: string, stdin: Readable): Source {
  let read = 0;
  const advance = (bytes: number) => {
    read += bytes;
  };
  const counted = (stream: Readable) =>
    stream.on("data", (chunk: Uint8Array) => (read += chunk.length)).pause();
  if (path === STDIN) {
    const open = () => unpackedIfPacked(counted(stdin));
    return { name: "stdin", path: null, bytes: null, read: () => read, advance, open };
  }
  const found = statOf(path);
  if (!found.isFile() && !found.isFIFO())
    throw new InvalidArgument(`${path} is a directory; name a file in it`);
  if (found.isFile() && found.size === 0)
    throw new InvalidArgument(`${path} is empty: there is nothing to import`);
  return {
    name: path,
    path,
    bytes: found.size,
    read: () => read,
    advance,
    open: () => {
      const file = counted(createReadStream(path));
      if (!PACKED.test(path)) return file;
      const unpacked = createGunzip();
      file.on("error", (error) => unpacked.destroy(error));
      return file.pipe(unpacked);
    },
  };
}

async function* unpackedIfPacked(stream: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  let begin = Buffer.alloc(0);
  let isEnd = false;
  while (begin.length < GZIP.length && !isEnd) {
    const { value, done } = await chunks.next();
    if (done) isEnd = true;
    else begin = Buffer.concat([begin, value]);
  }
  const all = joined(begin, chunks);
  if (!begin.subarray(0, GZIP.length).equals(GZIP)) return yield* all;
  const unpacked = createGunzip();
  void feed(unpacked, all);
  yield* unpacked;
}

async function* joined(begin: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (begin.length > 0) yield begin;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function feed(unpacked: Gunzip, chunks: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of chunks)
      if (!unpacked.write(chunk)) await new Promise((resolve) => unpacked.once("drain", resolve));
    unpacked.end();
  } catch (error) {
    unpacked.destroy(error as Error);
  }
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Returns the chunks of a source. @throws InvalidArgument if reading fails */
export async function* chunksOf(source: Source): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source.open()) yield chunk as Buffer;
  } catch (cause) {
    throw unreadable(source.name, cause);
  }
}

/** Reads given numbers of bytes, for formats that state lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: Source) {
    this.#chunks = chunksOf(source);
  }

  /** Returns this number of bytes, or fewer at the end. */
  async take(bytes: number): Promise<Buffer> {
    const parts = [this.#held];
    let size = this.#held.length;
    while (size < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts, size);
    this.#held = all.subarray(bytes);
    return all.subarray(0, bytes);
  }
}
