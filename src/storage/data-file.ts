// Files that only grow: what is written of the slots of a segment.
// The decision: a CRC for every MiB, kept by whoever refers to the file, so that a file can be longer than a checkpoint
// says (the next one was under way when the power went) and is good all the same. A CRC goes on where it stopped, so
// adding to a file never reads it.
import { DamagedFile } from "../errors.ts";
import { type FileHandle, type FileSystem, readFile } from "./fs.ts";

export const CHUNK_BYTES = 2 ** 20;
/** Read at once. */
const READ_CHUNKS = 8;

/** The first `bytes` bytes of a file, and the CRC-32 of each MiB of them; the last one may be shorter. */
export interface FileSums {
  readonly bytes: number;
  readonly sums: Uint32Array;
}

export const NO_BYTES: FileSums = { bytes: 0, sums: new Uint32Array(0) };

/** What the file holds when `parts` follow. */
export function sumsAfter(fs: FileSystem, before: FileSums, parts: Iterable<Uint8Array>): FileSums {
  const sums = [...before.sums];
  let { bytes } = before;
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const inChunk = bytes % CHUNK_BYTES;
      const piece = part.subarray(from, from + CHUNK_BYTES - inChunk);
      if (inChunk === 0) sums.push(fs.crc32(piece));
      else sums.push(fs.crc32(piece, sums.pop()));
      from += piece.length;
      bytes += piece.length;
    }
  }
  return { bytes, sums: Uint32Array.from(sums) };
}

/** Puts `parts` behind the first `before.bytes` bytes, over whatever is there. Durable when it returns, but for the name. */
export function appendData(
  fs: FileSystem,
  path: string,
  before: FileSums,
  parts: readonly Uint8Array[],
): FileSums {
  const after = sumsAfter(fs, before, parts);
  const file = fs.open(path, fs.exists(path) ? "write" : "create");
  try {
    file.write(parts, before.bytes);
    if (file.size() > after.bytes) file.truncate(after.bytes);
    file.sync();
  } finally {
    file.close();
  }
  return after;
}

/** The same for what another has written to the file already: reads it, and makes it durable. */
export function sumData(fs: FileSystem, path: string, before: FileSums, bytes: number): FileSums {
  const file = fs.open(path, "write");
  try {
    file.sync();
    return sumsAfter(fs, before, pieces(file, path, before.bytes, bytes));
  } finally {
    file.close();
  }
}

/** @throws DamagedFile naming the first byte of the chunk that is not what was written */
export function checkData(fs: FileSystem, path: string, wanted: FileSums): void {
  if (!fs.exists(path)) throw new DamagedFile(path, 0, "it is missing");
  const file = fs.open(path, "read");
  try {
    compare(path, sumsAfter(fs, NO_BYTES, pieces(file, path, 0, wanted.bytes)), wanted);
  } finally {
    file.close();
  }
}

/**
 * Copies the first bytes of a file to a new one, which is durable but for its name.
 * @throws DamagedFile when they are not what was written
 */
export function copyData(fs: FileSystem, from: string, to: string, wanted: FileSums): void {
  if (!fs.exists(from)) throw new DamagedFile(from, 0, "it is missing");
  const source = fs.open(from, "read");
  const target = fs.open(to, "create");
  try {
    let at = 0;
    let sums = NO_BYTES;
    for (const piece of pieces(source, from, 0, wanted.bytes)) {
      sums = sumsAfter(fs, sums, [piece]);
      target.write([piece], at);
      at += piece.length;
    }
    compare(from, sums, wanted);
    target.sync();
  } finally {
    source.close();
    target.close();
  }
}

/** The bytes of a file that is not large. @throws DamagedFile */
export function readData(fs: FileSystem, path: string, wanted: FileSums): Uint8Array {
  const all = readFile(fs, path);
  if (all === undefined) throw new DamagedFile(path, 0, "it is missing");
  if (all.length < wanted.bytes) throw new DamagedFile(path, all.length, tooShort(wanted.bytes));
  const bytes = all.subarray(0, wanted.bytes);
  compare(path, sumsAfter(fs, NO_BYTES, [bytes]), wanted);
  return bytes;
}

/** Copies a file as it is, sound or not. The new one is durable but for its name. */
export function copyFile(fs: FileSystem, from: string, to: string): void {
  const source = fs.open(from, "read");
  const target = fs.open(to, "create");
  try {
    let at = 0;
    for (const piece of pieces(source, from, 0, source.size())) {
      target.write([piece], at);
      at += piece.length;
    }
    target.sync();
  } finally {
    source.close();
    target.close();
  }
}

function compare(path: string, found: FileSums, wanted: FileSums): void {
  const wrong = wanted.sums.findIndex((sum, chunk) => sum !== found.sums[chunk]);
  if (wrong >= 0)
    throw new DamagedFile(path, wrong * CHUNK_BYTES, "the MiB from there on does not match its CRC");
}

function* pieces(file: FileHandle, path: string, from: number, to: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(READ_CHUNKS * CHUNK_BYTES, to - from));
  for (let at = from; at < to; at += buffer.length) {
    const piece = buffer.subarray(0, Math.min(buffer.length, to - at));
    const count = file.read(piece, at);
    if (count < piece.length) throw new DamagedFile(path, at + count, tooShort(to));
    yield piece;
  }
}

function tooShort(bytes: number): string {
  return `it ends there and should have ${bytes} bytes`;
}
