// Files that only grow: the data of the slots of a segment.
// The decision: the manifest keeps a CRC for every MiB of a file. So a file may be longer than a checkpoint says, for
// example when the power failed during the next checkpoint, and still be intact up to that length. The CRC of the last
// MiB can be continued, so appending never reads the file.
import { DamagedFile } from "../errors/failures.ts";
import { systemCodeOf } from "../errors/files.ts";
import { type FileHandle, type FileSystem, withFile } from "./fs.ts";

export const CHUNK_BYTES = 2 ** 20;
/** The number of MiB that are read at once. */
const READ_CHUNKS = 8;
const WRONG_SUM = "the MiB from there on does not match its CRC";

/** The length of the first part of a file, and the CRC-32 of each MiB of it. The last one may be shorter. */
export interface FileSums {
  readonly bytes: number;
  readonly sums: Uint32Array;
}

export const NO_BYTES: FileSums = { bytes: 0, sums: new Uint32Array(0) };

/** Returns the checksums of the file after `parts` are appended. */
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

/**
 * Writes `parts` behind the first `before.bytes` bytes and overwrites what is there. The bytes are durable when it
 * returns; the name is not.
 * @throws DamagedFile when the file is shorter than `before.bytes`
 */
export function appendData(
  fs: FileSystem,
  path: string,
  before: FileSums,
  parts: readonly Uint8Array[],
): FileSums {
  const isThere = fs.exists(path);
  if (before.bytes > 0 && !isThere) throw new DamagedFile(path, 0, "it is missing");
  const after = sumsAfter(fs, before, parts);
  withFile(fs, path, isThere ? "write" : "create", (file) => {
    const size = file.size();
    if (size < before.bytes) throw new DamagedFile(path, size, tooShort(before.bytes));
    file.write(parts, before.bytes);
    if (file.size() > after.bytes) file.truncate(after.bytes);
    file.sync();
  });
  return after;
}

/** Computes the checksums of a file up to `bytes` that another writer has written, and makes its bytes durable. */
export function sumData(fs: FileSystem, path: string, before: FileSums, bytes: number): FileSums {
  return withFile(fs, path, "write", (file) => {
    file.sync();
    return sumsAfter(fs, before, pieces(file, path, before.bytes, bytes));
  });
}

/** Computes the checksums of a whole file. */
export function sumFile(fs: FileSystem, path: string): FileSums {
  return withFile(fs, path, "read", (file) => sumsAfter(fs, NO_BYTES, pieces(file, path, 0, file.size())));
}

/** Returns an error for every MiB that does not match its checksum, and one if the file is too short or unreadable. */
export function damageOf(fs: FileSystem, path: string, expected: FileSums): DamagedFile[] {
  if (!fs.exists(path)) return [new DamagedFile(path, 0, "it is missing")];
  const file = fs.open(path, "read");
  try {
    const size = file.size();
    const bytes = Math.min(size, expected.bytes);
    const found = sumsAfter(fs, NO_BYTES, pieces(file, path, 0, bytes));
    const whole = bytes < expected.bytes ? Math.floor(bytes / CHUNK_BYTES) : expected.sums.length;
    const damage = Array.from({ length: whole }, (_, chunk) => chunk)
      .filter((chunk) => found.sums[chunk] !== expected.sums[chunk])
      .map((chunk) => new DamagedFile(path, chunk * CHUNK_BYTES, WRONG_SUM));
    return bytes < expected.bytes
      ? [...damage, new DamagedFile(path, size, tooShort(expected.bytes))]
      : damage;
  } catch (error) {
    if (error instanceof DamagedFile) return [error];
    throw error;
  } finally {
    file.close();
  }
}

/**
 * Copies the first bytes of a file to a new one and checks them. The new file is durable, its name is not.
 * @param have the part that the new file already has
 * @throws DamagedFile when the bytes do not match their checksums
 */
export function copyData(
  fs: FileSystem,
  from: string,
  to: string,
  expected: FileSums,
  have: FileSums = NO_BYTES,
): void {
  if (!fs.exists(from)) throw new DamagedFile(from, 0, "it is missing");
  withFile(fs, from, "read", (source) =>
    withFile(fs, to, have.bytes === 0 ? "create" : "write", (target) => {
      let at = have.bytes;
      let sums = have;
      for (const piece of pieces(source, from, at, expected.bytes)) {
        sums = sumsAfter(fs, sums, [piece]);
        target.write([piece], at);
        at += piece.length;
      }
      compare(from, sums, expected);
      target.sync();
    }),
  );
}

/** Reads a file in slices and checks it. @throws DamagedFile */
export function* readData(fs: FileSystem, path: string, expected: FileSums): Generator<void, Uint8Array> {
  if (!fs.exists(path)) throw new DamagedFile(path, 0, "it is missing");
  const file = fs.open(path, "read");
  try {
    const size = file.size();
    if (size < expected.bytes) throw new DamagedFile(path, size, tooShort(expected.bytes));
    const bytes = new Uint8Array(expected.bytes);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const piece = bytes.subarray(at, at + CHUNK_BYTES);
      const count = readPiece(file, path, piece, at);
      if (count < piece.length) throw new DamagedFile(path, at + count, tooShort(expected.bytes));
      if (fs.crc32(piece) !== expected.sums[at / CHUNK_BYTES]) throw new DamagedFile(path, at, WRONG_SUM);
      yield;
    }
    return bytes;
  } finally {
    file.close();
  }
}

/** Copies a file without checking it. The new file is durable, its name is not. */
export function copyFile(fs: FileSystem, from: string, to: string): void {
  withFile(fs, from, "read", (source) =>
    withFile(fs, to, "create", (target) => {
      let at = 0;
      for (const piece of pieces(source, from, 0, source.size())) {
        target.write([piece], at);
        at += piece.length;
      }
      target.sync();
    }),
  );
}

function compare(path: string, found: FileSums, expected: FileSums): void {
  const wrong = expected.sums.findIndex((sum, chunk) => sum !== found.sums[chunk]);
  if (wrong >= 0) throw new DamagedFile(path, wrong * CHUNK_BYTES, WRONG_SUM);
}

function* pieces(file: FileHandle, path: string, from: number, to: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(READ_CHUNKS * CHUNK_BYTES, to - from));
  for (let at = from; at < to; at += buffer.length) {
    const piece = buffer.subarray(0, Math.min(buffer.length, to - at));
    const count = readPiece(file, path, piece, at);
    if (count < piece.length) throw new DamagedFile(path, at + count, tooShort(to));
    yield piece;
  }
}

/** Reads bytes. A sector that cannot be read is treated like changed bytes. */
function readPiece(file: FileHandle, path: string, into: Uint8Array, at: number): number {
  try {
    return file.read(into, at);
  } catch (cause) {
    if (systemCodeOf(cause) !== "EIO") throw cause;
    throw new DamagedFile(path, at, (cause as Error).message, { cause });
  }
}

function tooShort(bytes: number): string {
  return `it ends there and should have ${bytes} bytes`;
}
