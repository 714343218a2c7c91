// The bytes of a snapshot: one file from which a collection can be restored.
// The decision: it has the format of a log segment (frame.ts): a header, then frames, each with a CRC and chained to
// the one before. The contents are the records that would be logged to create the collection, so the bytes of a point
// have one format, and restoring is a replay. The last frame has the number of points: a file that ends early, or that
// has bytes behind it, is refused.
//
//   frame of type 1024  the head, JSON: {created, by, collection, config, points}
//   frames of type 16   upsert_points records (core/record/record.ts) of all points
//   frame of type 1025  the end, JSON: {points}

import { DamagedFile } from "../errors/failures.ts";
import { readKept, writeKept } from "../json/kept.ts";
import {
  chainAfter,
  decodeFrameHeader,
  decodeSegmentHeader,
  encodeFrames,
  encodeSegmentHeader,
  FORMAT_VERSION,
  FRAME_HEADER_BYTES,
  frameBytes,
  SEGMENT_HEADER_BYTES,
} from "./frame.ts";
import type { FileHandle, FileSystem } from "./fs.ts";

export const HEAD = 1024;
export const END = 1025;

/** The upper bound of the length of a record. */
const MAX_RECORD_BYTES = 2 ** 30;

export interface SnapshotRecord {
  readonly type: number;
  readonly body: Uint8Array;
}

/** The description of a snapshot in its first frame. */
export interface SnapshotHead {
  /** The time as in RFC 3339. */
  readonly created: string;
  /** The version that made the snapshot. */
  readonly by: string;
  /** The name of the collection. */
  readonly collection: string;
  readonly config: unknown;
  readonly points: number;
}

/** Writes records to a new file. */
export class SnapshotWriter {
  readonly #fs: FileSystem;
  readonly #file: FileHandle;
  readonly #salt: number;
  #chain: number;
  #lsn = 0;
  #size = SEGMENT_HEADER_BYTES;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#file = fs.open(path, "create");
    const [salt] = new Uint32Array(fs.randomBytes(4).slice().buffer);
    this.#salt = salt!;
    const header = encodeSegmentHeader(fs, { version: FORMAT_VERSION, salt: salt!, number: 0, startLsn: 1 });
    closingOnError(this.#file, () => this.#file.write([header], 0));
    this.#chain = chainAfter(header);
  }

  get size(): number {
    return this.#size;
  }

  append(records: readonly SnapshotRecord[]): void {
    const after = { salt: this.#salt, chain: this.#chain, lsn: this.#lsn, durableLsn: 0 };
    const { parts, sizeBytes, chain } = encodeFrames(this.#fs, after, records);
    this.#file.write(parts, this.#size);
    this.#size += sizeBytes;
    this.#chain = chain;
    this.#lsn += records.length;
  }

  /** Makes the file durable. */
  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }
}

/** Reads the records of a file in order. Anything that is not as it was written is a DamagedFile. */
export class SnapshotReader {
  readonly #fs: FileSystem;
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #salt: number;
  #chain: number;
  #at = SEGMENT_HEADER_BYTES;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#path = path;
    this.#file = fs.open(path, "read");
    const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
    const read = closingOnError(this.#file, () => this.#file.read(bytes, 0));
    const header = decodeSegmentHeader(fs, bytes.subarray(0, read));
    if (!header) {
      this.#file.close();
      throw new DamagedFile(path, 0, "it does not begin as a snapshot");
    }
    this.#salt = header.salt;
    this.#chain = chainAfter(bytes);
  }

  /** Returns the next record; the last one is the end. */
  next(): SnapshotRecord {
    const head = new Uint8Array(FRAME_HEADER_BYTES);
    const got = this.#file.read(head, this.#at);
    const header = decodeFrameHeader(this.#fs, this.#salt, head.subarray(0, got));
    if (!header || header.chain !== this.#chain || header.length > MAX_RECORD_BYTES) {
      throw new DamagedFile(this.#path, this.#at, "it has no intact frame there");
    }
    const padded = frameBytes(header.length) - FRAME_HEADER_BYTES;
    const body = new Uint8Array(padded);
    const read = this.#file.read(body, this.#at + FRAME_HEADER_BYTES);
    if (read < padded || this.#fs.crc32(body, this.#salt) !== header.bodyCrc) {
      throw new DamagedFile(this.#path, this.#at, "a record does not match its CRC");
    }
    this.#at += FRAME_HEADER_BYTES + padded;
    if (header.type === END && this.#file.size() > this.#at) {
      throw new DamagedFile(this.#path, this.#at, "it goes on behind its end");
    }
    this.#chain = chainAfter(head);
    return { type: header.type, body: body.subarray(0, header.length) };
  }

  close(): void {
    this.#file.close();
  }
}

/** Runs `work` and closes a file that was just opened if it throws. */
function closingOnError<T>(file: FileHandle, work: () => T): T {
  try {
    return work();
  } catch (error) {
    file.close();
    throw error;
  }
}

export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(writeKept(value));
}

export function decodeJson(bytes: Uint8Array): unknown {
  // In a web page TextDecoder refuses shared memory.
  return readKept(new TextDecoder().decode(bytes.slice()));
}
