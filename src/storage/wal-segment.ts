// Segment files: their names, how one is made, and how its frames are read in order.
// The decision: a segment appears complete, by rename, with a durable header. So a segment without an intact header is
// damage, and the existence of a segment proves that all LSNs below its `startLsn` are durable.
//
// Segments are in `wal/` as 00000001.wal, 00000002.wal, ... without gaps (the oldest may have been trimmed). A segment
// is read up to the `startLsn` of the next one: what is behind that was copied to the next one or never acknowledged.
// The format of the bytes is in frame.ts.
import { StartRefused } from "../errors/server.ts";
import {
  chainAfter,
  decodeFrameHeader,
  decodeSegmentHeader,
  encodeFrames,
  encodeSegmentHeader,
  FORMAT_VERSION,
  FRAME_HEADER_BYTES,
  type FrameHeader,
  frameBytes,
  SEGMENT_HEADER_BYTES,
  type SegmentHeader,
} from "./frame.ts";
import { type FileHandle, type FileSystem, joinPath, readBytes, withFile, writeFileDurably } from "./fs.ts";
import { quarantine } from "./quarantine.ts";

/** The bytes that are read at once; a larger frame is read alone. */
const READ_BYTES = 2 * 2 ** 20;

export interface WalSegment extends SegmentHeader {
  readonly path: string;
  /** The size of the file when it was opened or finished. */
  readonly sizeBytes: number;
  /** The `chain` of its first frame. */
  readonly chain: number;
}

/** The position of a frame, and what its header must contain. */
export interface FramePosition {
  readonly offset: number;
  readonly lsn: number;
  readonly chain: number;
}

export interface Frame extends FrameHeader {
  readonly offset: number;
  /** A view of a chunk, which stays valid as long as the memory that `allocate` returned. */
  readonly body: Uint8Array;
}

export function segmentName(number: number): string {
  return `${String(number).padStart(8, "0")}.wal`;
}

/** Returns all segments in order of their numbers. It refuses gaps, damaged headers and newer formats. */
export function listSegments(fs: FileSystem, dir: string): WalSegment[] {
  const names = fs.list(dir).filter((name) => /^\d{8,}\.wal$/.test(name));
  const numbers = names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
  numbers.forEach((number, i) => {
    const missing = joinPath(dir, segmentName(numbers[0]! + i));
    if (number === numbers[0]! + i) return;
    throw new StartRefused(
      `${missing} is missing although later segments exist; restore it, nothing was changed`,
    );
  });
  const segments = numbers.map((number) => openSegment(fs, joinPath(dir, segmentName(number)), number));
  segments.forEach((segment, i) => {
    if (i === 0 || segment.startLsn >= segments[i - 1]!.startLsn) return;
    throw new StartRefused(
      `${segment.path} starts at LSN ${segment.startLsn}, before the segment it follows; restore it`,
    );
  });
  return segments;
}

function openSegment(fs: FileSystem, path: string, number: number): WalSegment {
  const { bytes, sizeBytes } = withFile(fs, path, "read", (file) => ({
    bytes: readBytes(file, 0, SEGMENT_HEADER_BYTES),
    sizeBytes: file.size(),
  }));
  const header = decodeSegmentHeader(fs, bytes);
  if (header === undefined || header.number !== number) {
    const what = header ? `it says it is segment ${header.number}` : "its header is damaged";
    throw new StartRefused(
      `${path} cannot be read from byte 0, so the first LSN in it is unknown: ${what}; restore it, nothing was changed. ` +
        quarantine(fs, path, 0),
    );
  }
  if (header.version > FORMAT_VERSION) {
    throw new StartRefused(
      `${path} has log format ${header.version}, this server knows formats up to ${FORMAT_VERSION}; start a newer server`,
    );
  }
  return { ...header, path, sizeBytes, chain: chainAfter(bytes) };
}

/** A new segment, open for writing, and the position of its next frame. */
export interface NewSegment {
  readonly segment: WalSegment;
  readonly file: FileHandle;
  readonly offset: number;
  readonly chain: number;
}

/**
 * Makes a segment with `records`, all of them durable when it appears.
 * @param write writes the file: `writeFileDurably`, or `writeFile` if the caller makes the name durable
 */
export function createSegment(
  fs: FileSystem,
  dir: string,
  number: number,
  startLsn: number,
  records: readonly { readonly type: number; readonly body: Uint8Array }[] = [],
  write: typeof writeFileDurably = writeFileDurably,
): NewSegment {
  const salt = new DataView(fs.randomBytes(4).slice().buffer).getUint32(0, true);
  const header = { version: FORMAT_VERSION, salt, number, startLsn };
  const bytes = encodeSegmentHeader(fs, header);
  const chain = chainAfter(bytes);
  const lsn = startLsn - 1;
  const frames = encodeFrames(fs, { salt, chain, lsn, durableLsn: lsn + records.length }, records);
  const offset = SEGMENT_HEADER_BYTES + frames.sizeBytes;
  const segment = { ...header, path: joinPath(dir, segmentName(number)), sizeBytes: offset, chain };
  const file = write(fs, dir, segmentName(number), [bytes, ...frames.parts]);
  return { segment, file, offset, chain: frames.chain };
}

/** Reads the frames of one segment in order, a few MiB at a time. */
export class SegmentReader {
  readonly #fs: FileSystem;
  readonly #segment: WalSegment;
  readonly #endLsn: number;
  readonly #allocate: (sizeBytes: number) => Uint8Array;
  readonly #file: FileHandle;
  #fileBytes: number;
  #offset: number;
  #lsn: number;
  #chain: number;
  #fault: string | undefined;

  /**
   * @param endLsn the first LSN not to be read
   * @param allocate returns memory for a chunk: shared or not, new or used before
   * @param from the frame to begin with, if not the first
   */
  constructor(
    fs: FileSystem,
    segment: WalSegment,
    endLsn: number,
    allocate: (sizeBytes: number) => Uint8Array,
    from: FramePosition = { offset: SEGMENT_HEADER_BYTES, lsn: segment.startLsn, chain: segment.chain },
  ) {
    this.#fs = fs;
    this.#segment = segment;
    this.#endLsn = endLsn;
    this.#allocate = allocate;
    this.#file = fs.open(segment.path, "read");
    this.#fileBytes = this.#file.size();
    this.#offset = from.offset;
    this.#lsn = from.lsn;
    this.#chain = from.chain;
  }

  /** The position of the next frame. */
  get offset(): number {
    return this.#offset;
  }

  /** The LSN of the next frame. */
  get lsn(): number {
    return this.#lsn;
  }

  /** The value of `chain` that the next frame must have. */
  get chain(): number {
    return this.#chain;
  }

  get fileBytes(): number {
    return this.#fileBytes;
  }

  /** Why reading stopped before `endLsn`. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Returns the next frames, at least one; none at `endLsn` or at the first that is not intact. */
  next(): Frame[] {
    const frames: Frame[] = [];
    if (this.#lsn >= this.#endLsn) return frames; // memory taken in vain would be that of a batch still in use
    let chunk = this.#readChunk(READ_BYTES);
    const start = this.#offset;
    while (this.#lsn < this.#endLsn) {
      const rest = chunk.subarray(this.#offset - start);
      const header = decodeFrameHeader(this.#fs, this.#segment.salt, rest);
      const size = header ? frameBytes(header.length) : FRAME_HEADER_BYTES;
      if (size > rest.length && start + chunk.length < this.#fileBytes) {
        if (frames.length > 0) break;
        chunk = this.#readChunk(size);
        continue;
      }
      this.#fault = this.#faultOf(header, rest);
      if (header === undefined || this.#fault !== undefined) break;
      const body = rest.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + header.length);
      frames.push({ offset: this.#offset, body, ...header });
      this.#chain = chainAfter(rest);
      this.#offset += size;
      this.#lsn++;
    }
    return frames;
  }

  close(): void {
    this.#file.close();
  }

  #readChunk(maxBytes: number): Uint8Array {
    const chunk = this.#allocate(Math.min(maxBytes, Math.max(0, this.#fileBytes - this.#offset)));
    const count = this.#file.read(chunk, this.#offset);
    // The writer of the log has given back the zeros behind its last frame.
    if (count < chunk.length) this.#fileBytes = this.#offset + count;
    return chunk.subarray(0, count);
  }

  #faultOf(header: FrameHeader | undefined, bytes: Uint8Array): string | undefined {
    if (header === undefined)
      return bytes.length < FRAME_HEADER_BYTES ? "the file ends" : "no intact frame header";
    if (header.lsn !== this.#lsn) return `the frame has LSN ${header.lsn}`;
    if (header.chain !== this.#chain) return "the frame does not follow the one before";
    const size = frameBytes(header.length);
    if (size > bytes.length) return "the file ends inside the frame";
    const crc = this.#fs.crc32(bytes.subarray(FRAME_HEADER_BYTES, size), this.#segment.salt);
    return crc === header.bodyCrc ? undefined : "the body does not match its CRC";
  }
}
