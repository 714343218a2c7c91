// Reads a log without holding the lock of its directory: beside a running server, or when the log is damaged.
// The decision: it reads the watermark first, then the names of the segments, then each of them once from its
// beginning. So everything that the watermark covers is read. A reader that stops at the first frame that is not intact
// has all records that were acknowledged before it started, because a record is acknowledged after its frame is
// complete.
//
// Finished segments do not change. In the last one the server appends frames and removes zeros at the end. Frames are
// written in order, so an intact frame is followed by intact ones up to the end. If a frame is not intact although
// there is proof that it was acknowledged (recovery.ts), the server may have written it after the first read; it is
// read again, and only if it is still not intact is it damaged.
import { DamagedFile } from "../errors/failures.ts";
import {
  chainAfter,
  decodeFrameHeader,
  decodeSegmentHeader,
  FORMAT_VERSION,
  FRAME_ALIGNMENT,
  FRAME_HEADER_BYTES,
  FRAME_MAGIC,
  type FrameHeader,
  SEGMENT_HEADER_BYTES,
} from "./frame.ts";
import { type FileSystem, joinPath, readBytes, withFile } from "./fs.ts";
import { RingBuffers } from "./memory.ts";
import type { TornTail } from "./recovery.ts";
import {
  type Frame,
  type FramePosition,
  SegmentReader,
  segmentName,
  type WalSegment,
} from "./wal-segment.ts";
import { readWatermark } from "./watermark.ts";

/** Acknowledged records that cannot be read. */
interface LogDamage {
  readonly file: string;
  readonly offset: number;
  /** The first record that cannot be read. */
  readonly lsn: number;
  /** The next record that can be read, or null if there is none. */
  readonly nextLsn: number | null;
  readonly reason: string;
}

interface LogEnd {
  readonly nextLsn: number;
  /** Bytes behind the last record that were not acknowledged. A running server may be writing them. */
  readonly torn: TornTail | null;
  readonly segments: number;
}

export type LogPiece =
  | { readonly kind: "segment"; readonly segment: WalSegment }
  /** Intact frames in order, adjacent in memory. They are valid until the next piece is requested. */
  | { readonly kind: "frames"; readonly frames: readonly Frame[] }
  | { readonly kind: "damage"; readonly damage: LogDamage }
  | { readonly kind: "end"; readonly end: LogEnd };

/** The name of a segment that exists, or one that is missing between others. */
interface LogName {
  readonly path: string;
  readonly segment: WalSegment | null;
  readonly fault: string;
}

/** Returns the collection that a record drops, or null. The core brings this function, because it knows the records. */
export type DropOf = (type: number, body: Uint8Array) => string | null;

const SEARCH_BYTES = 2 ** 20;

/**
 * Reads the log of a data directory. The last piece describes its end.
 * @param fromLsn the first record that must exist; 0: read whatever exists
 * @param all reads also segments whose records are all below `fromLsn`
 */
export function* readLog(fs: FileSystem, dataDir: string, fromLsn: number, all = false): Generator<LogPiece> {
  const dir = joinPath(dataDir, "wal");
  let proven = -1;
  try {
    proven = readWatermark(fs, dir) ?? -1;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    yield damageAt(error.file, 0, fromLsn, fromLsn, error.reason);
  }
  const found = findSegments(fs, dir);
  const firstLsn = found[0]?.segment?.startLsn;
  let lsn = fromLsn || 1;
  if (firstLsn !== undefined && (fromLsn === 0 || (all && firstLsn < fromLsn))) lsn = firstLsn;
  let torn: TornTail | null = null;
  for (const [i, { path, segment, fault }] of found.entries()) {
    const following = found.slice(i + 1).find((other) => other.segment !== null)?.segment;
    if (!all && following && following.startLsn <= fromLsn) continue;
    if (segment === null) {
      yield damageAt(path, 0, lsn, following?.startLsn ?? null, fault);
      lsn = following?.startLsn ?? lsn;
      continue;
    }
    if (segment.startLsn > lsn) {
      const reason = `it starts at LSN ${segment.startLsn}, and no segment before it holds LSN ${lsn}`;
      yield damageAt(path, 0, lsn, segment.startLsn, reason);
    }
    yield { kind: "segment", segment };
    const endLsn = found[i + 1]?.segment?.startLsn;
    const isLast = i === found.length - 1;
    const end = yield* readSegment(fs, segment, endLsn, isLast ? Math.max(proven, fromLsn - 1) : -1);
    lsn = end.lsn;
    torn = isLast ? end.torn : null;
  }
  if (found.length === 0 && (proven >= lsn || (proven < 0 && fromLsn > 1))) {
    const reason = proven < 0 ? "and so is WATERMARK" : `which reached LSN ${proven}`;
    yield damageAt(dir, 0, lsn, null, `the log is missing, ${reason}`);
  }
  yield { kind: "end", end: { nextLsn: lsn, torn, segments: found.length } };
}

/** Returns the collections that the log drops. Their files may be gone although a checkpoint refers to them. */
export function droppedIn(fs: FileSystem, dataDir: string, fromLsn: number, dropOf: DropOf): Set<string> {
  const dropped = new Set<string>();
  for (const piece of readLog(fs, dataDir, fromLsn)) {
    if (piece.kind !== "frames") continue;
    for (const { type, body } of piece.frames) {
      const uuid = dropOf(type, body);
      if (uuid !== null) dropped.add(uuid);
    }
  }
  return dropped;
}

function damageAt(
  file: string,
  offset: number,
  lsn: number,
  nextLsn: number | null,
  reason: string,
): LogPiece {
  return { kind: "damage", damage: { file, offset, lsn, nextLsn, reason } };
}

/**
 * Returns every segment from the lowest number to the highest, also those that are missing or have no intact header.
 */
function findSegments(fs: FileSystem, dir: string): LogName[] {
  if (!fs.exists(dir)) return [];
  const numbers = fs
    .list(dir)
    .flatMap((name) => (/^\d{8,}\.wal$/.test(name) ? Number.parseInt(name, 10) : []));
  numbers.sort((a, b) => a - b);
  return numbers.flatMap((number, i) => {
    const missing = number - (numbers[i - 1] ?? number - 1) - 1;
    const gap = { path: joinPath(dir, segmentName(number - 1)), segment: null, fault: "it is missing" };
    const here = openSegment(fs, joinPath(dir, segmentName(number)), number);
    return missing > 0 ? [gap, here] : [here];
  });
}

function openSegment(fs: FileSystem, path: string, number: number): LogName {
  return withFile(fs, path, "read", (file) => {
    const bytes = readBytes(file, 0, SEGMENT_HEADER_BYTES);
    const header = decodeSegmentHeader(fs, bytes);
    if (header === undefined) return { path, segment: null, fault: "its header is not intact" };
    if (header.number !== number)
      return { path, segment: null, fault: `it says it is segment ${header.number}` };
    if (header.version > FORMAT_VERSION)
      return { path, segment: null, fault: `it has log format ${header.version}, newer than this version` };
    return {
      path,
      segment: { ...header, path, sizeBytes: file.size(), chain: chainAfter(bytes) },
      fault: "",
    };
  });
}

/**
 * Reads one segment.
 * @param endLsn the first LSN of the next segment; undefined if there is none or it is unknown
 * @param proven the highest LSN that must exist
 * @returns where the records end
 */
function* readSegment(
  fs: FileSystem,
  segment: WalSegment,
  endLsn: number | undefined,
  proven: number,
): Generator<LogPiece, { lsn: number; torn: TornTail | null }> {
  const buffers = new RingBuffers(1);
  let durableLsn = Math.max(proven, (endLsn ?? segment.startLsn) - 1);
  let from: FramePosition | undefined;
  for (;;) {
    const take = (sizeBytes: number) => buffers.take(sizeBytes);
    const reader = new SegmentReader(fs, segment, endLsn ?? Number.POSITIVE_INFINITY, take, from);
    try {
      for (let frames = reader.next(); frames.length > 0; frames = reader.next()) {
        durableLsn = Math.max(durableLsn, frames.at(-1)!.durableLsn);
        yield { kind: "frames", frames };
      }
    } finally {
      reader.close();
    }
    const { offset, lsn, chain, fault: reason } = reader;
    if (reason === undefined) return { lsn, torn: null };
    if (lsn > durableLsn) durableLsn = highestNote(fs, segment, offset, durableLsn);
    if (lsn > durableLsn) {
      const isEnd = isZeroFrom(fs, segment, offset);
      return { lsn, torn: isEnd ? null : { file: segment.path, offset, lsn, reason } };
    }
    if (endLsn === undefined && isIntact(fs, segment, { offset, lsn, chain })) return { lsn, torn: null };
    const next = nextIntact(fs, segment, { offset, lsn, chain }, endLsn);
    yield damageAt(segment.path, offset, lsn, next?.lsn ?? endLsn ?? null, reason);
    if (next === undefined) return { lsn: endLsn ?? lsn, torn: null };
    from = next;
  }
}

function isIntact(fs: FileSystem, segment: WalSegment, position: FramePosition): boolean {
  const newBytes = (sizeBytes: number) => new Uint8Array(sizeBytes);
  const reader = new SegmentReader(fs, segment, position.lsn + 1, newBytes, position);
  try {
    return reader.next().length > 0;
  } finally {
    reader.close();
  }
}

/** Returns the highest `durableLsn` of the frame headers behind `offset`, at least `lsn`. */
function highestNote(fs: FileSystem, segment: WalSegment, offset: number, lsn: number): number {
  let highest = lsn;
  for (const { durableLsn } of headersFrom(fs, segment, offset)) highest = Math.max(highest, durableLsn);
  return highest;
}

/** Returns the first intact frame behind one that is not. */
function nextIntact(
  fs: FileSystem,
  segment: WalSegment,
  after: FramePosition,
  endLsn = Number.POSITIVE_INFINITY,
): FramePosition | undefined {
  for (const position of headersFrom(fs, segment, after.offset + FRAME_ALIGNMENT)) {
    if (position.lsn > after.lsn && position.lsn < endLsn && isIntact(fs, segment, position)) return position;
  }
  return undefined;
}

/** Returns every intact frame header from `from` on, whatever is between them. */
function* headersFrom(
  fs: FileSystem,
  segment: WalSegment,
  from: number,
): Generator<FrameHeader & { readonly offset: number }> {
  for (const { at, bytes } of windows(fs, segment, from, FRAME_HEADER_BYTES)) {
    const view = new DataView(bytes.buffer, 0, bytes.length);
    for (let i = 0; i + FRAME_HEADER_BYTES <= bytes.length; i += FRAME_ALIGNMENT) {
      if (view.getUint32(i, true) !== FRAME_MAGIC) continue;
      const header = decodeFrameHeader(fs, segment.salt, bytes.subarray(i));
      if (header !== undefined) yield { offset: at + i, ...header };
    }
  }
}

function isZeroFrom(fs: FileSystem, segment: WalSegment, from: number): boolean {
  for (const { bytes } of windows(fs, segment, from, 0)) {
    if (bytes.some((byte) => byte !== 0)) return false;
  }
  return true;
}

/** Reads the rest of a file in pieces that overlap by the size of a header. */
function* windows(
  fs: FileSystem,
  segment: WalSegment,
  from: number,
  overlap: number,
): Generator<{ at: number; bytes: Uint8Array }> {
  const file = fs.open(segment.path, "read");
  const buffer = new Uint8Array(SEARCH_BYTES);
  try {
    for (let at = from, count = SEARCH_BYTES; count === SEARCH_BYTES; at += SEARCH_BYTES - overlap) {
      count = file.read(buffer, at);
      yield { at, bytes: buffer.subarray(0, count) };
    }
  } finally {
    file.close();
  }
}
