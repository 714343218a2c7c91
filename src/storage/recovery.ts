// Brings the log into a state to which records can be appended, at every start.
// The decision: the first frame that is not intact ends the log only if nothing proves that it was acknowledged.
//
// Call its LSN L. These prove that L was durable: a WATERMARK >= L, an intact frame header with durableLsn >= L before
// or behind it, or a later segment that starts above L. With a proof, acknowledged data is damaged: the start is
// refused with file, byte and LSN, and nothing is changed. Without one, L and everything behind it is a torn tail that
// was never acknowledged.
//
// After an unclean stop the frames above the highest proven LSN may exist only in the page cache (a failed fdatasync
// leaves them there, readable). They are copied to a new segment that is synced before it appears, and whose startLsn
// replaces the old frames. They are at most one commit, or the few MiB that were to be synced later, so they fit in
// memory. The old file is not changed, so a crash during this step leaves everything as it was. After a clean stop
// (WATERMARK = last LSN, and the file ends with its last frame) nothing is done.
//
// With a checkpoint the log is needed only from `fromLsn` on. Segments wholly below are neither read nor verified; the
// existence of the checkpoint proves that everything below `fromLsn` was durable.
import { StartRefused } from "../errors/server.ts";
import { findBitFlip } from "./bit-flip.ts";
import { decodeFrameHeader, FRAME_ALIGNMENT, FRAME_HEADER_BYTES, FRAME_MAGIC } from "./frame.ts";
import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";
import { RingBuffers } from "./memory.ts";
import { quarantine } from "./quarantine.ts";
import { createSegment, type Frame, listSegments, SegmentReader, type WalSegment } from "./wal-segment.ts";
import { Watermark, watermarkPath } from "./watermark.ts";

const SEARCH_BYTES = 2 ** 20;

/** Where a log ends with bytes that are not intact, and why. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly lsn: number;
  readonly reason: string;
}

/** A recovered log: everything from `segments[0].startLsn` to `lastLsn` is intact and durable. */
export interface RecoveredLog {
  readonly segments: readonly WalSegment[];
  readonly lastLsn: number;
  readonly torn: TornTail | null;
  readonly unclean: boolean;
  readonly watermark: Watermark;
  /** The position of the next frame in the last segment. */
  readonly end: { readonly file: FileHandle; readonly offset: number; readonly chain: number };
}

/** Recovers a log. @param fromLsn records below are not needed */
export function recover(fs: FileSystem, dir: string, fromLsn: number): RecoveredLog {
  fs.mkdir(dir);
  for (const name of fs.list(dir)) if (name.endsWith(".tmp")) fs.remove(joinPath(dir, name));
  const segments = listSegments(fs, dir);
  const isEmpty = segments.length === 0;
  // Checked before a watermark is created, because the next start would take the new one for the old one.
  if (isEmpty && fromLsn > 1 && !fs.exists(watermarkPath(dir))) throw lostWithWatermark(dir, fromLsn);
  const watermark = Watermark.open(fs, dir, isEmpty);
  try {
    return isEmpty
      ? beginEmptyLog(fs, dir, watermark, fromLsn)
      : recoverAbove(fs, dir, watermark, segments, fromLsn);
  } catch (error) {
    watermark.close();
    throw error;
  }
}

/** Makes the first segment: of a new log, or of one whose records are all in a checkpoint. */
function beginEmptyLog(fs: FileSystem, dir: string, watermark: Watermark, fromLsn: number): RecoveredLog {
  if (watermark.lsn >= fromLsn) {
    throw new StartRefused(
      `${dir} has lost its log, which reached LSN ${watermark.lsn}: the acknowledged writes from LSN ${fromLsn} to ` +
        `${watermark.lsn} are missing, and nothing was changed. ${remedyFor(dir, fromLsn)}`,
    );
  }
  return startSegment(fs, dir, watermark, [], fromLsn, []);
}

function recoverAbove(
  fs: FileSystem,
  dir: string,
  watermark: Watermark,
  segments: readonly WalSegment[],
  fromLsn: number,
): RecoveredLog {
  const [first, last] = [segments[0]!, segments.at(-1)!];
  if (first.startLsn > fromLsn) {
    throw new StartRefused(
      `${first.path} is the oldest segment of the log and starts at LSN ${first.startLsn}, but writes are needed from ` +
        `LSN ${fromLsn} on: LSN ${fromLsn} to ${first.startLsn - 1} are missing, and nothing was changed. ` +
        "Restore the segments before it, or the data directory from a backup.",
    );
  }
  for (const [i, next] of segments.slice(1).entries()) {
    if (next.startLsn > fromLsn) checkSegment(fs, segments[i]!, next.startLsn, fromLsn);
  }
  const scan = scanLast(fs, last, Math.max(watermark.lsn, last.startLsn - 1, fromLsn - 1), fromLsn);
  const { offset, lsn, chain } = scan;
  if (watermark.lsn === lsn - 1 && offset === scan.fileBytes) {
    const end = { file: fs.open(last.path, "write"), offset, chain };
    return { segments, lastLsn: lsn - 1, torn: null, unclean: false, watermark, end };
  }
  const torn = scan.reason === undefined ? null : { file: last.path, offset, lsn, reason: scan.reason };
  const recovered = startSegment(fs, dir, watermark, segments, scan.durableLsn + 1, scan.tail);
  return { ...recovered, torn, unclean: true };
}

/** Adds a segment with `frames`, durable as a whole, and updates the watermark. */
function startSegment(
  fs: FileSystem,
  dir: string,
  watermark: Watermark,
  before: readonly WalSegment[],
  startLsn: number,
  frames: readonly Frame[],
): RecoveredLog {
  const number = (before.at(-1)?.number ?? 0) + 1;
  const { segment, file, offset, chain } = createSegment(fs, dir, number, startLsn, frames);
  const lastLsn = startLsn - 1 + frames.length;
  try {
    if (lastLsn > watermark.lsn) watermark.write(lastLsn);
  } catch (error) {
    file.close();
    throw error;
  }
  const segments = [...before, segment];
  return { segments, lastLsn, torn: null, unclean: false, watermark, end: { file, offset, chain } };
}

/** Requires a segment with a successor to have every frame up to it. */
function checkSegment(fs: FileSystem, segment: WalSegment, endLsn: number, fromLsn: number): void {
  const buffers = new RingBuffers(1);
  const reader = new SegmentReader(fs, segment, endLsn, (sizeBytes) => buffers.take(sizeBytes));
  try {
    while (reader.next().length > 0);
    if (reader.fault !== undefined) throw damage(fs, segment, reader, reader.fault, endLsn - 1, fromLsn);
  } finally {
    reader.close();
  }
}

interface Scan {
  /** The intact frames that nothing proves to be durable. */
  readonly tail: readonly Frame[];
  readonly durableLsn: number;
  readonly offset: number;
  readonly lsn: number;
  readonly chain: number;
  readonly fileBytes: number;
  /** Why the log ends here; undefined if it simply has no more bytes. */
  readonly reason: string | undefined;
}

function scanLast(fs: FileSystem, segment: WalSegment, provenLsn: number, fromLsn: number): Scan {
  const buffers = new RingBuffers(1);
  const reader = new SegmentReader(fs, segment, Number.POSITIVE_INFINITY, (size) => buffers.take(size));
  try {
    let durableLsn = provenLsn;
    let tail: Frame[] = [];
    for (let frames = reader.next(); frames.length > 0; frames = reader.next()) {
      durableLsn = Math.max(durableLsn, frames.at(-1)!.durableLsn);
      // So it holds the last few commits at most. The memory of the others is that of the next frames.
      tail = [...aboveLsn(tail, durableLsn), ...aboveLsn(frames, durableLsn).map(copied)];
    }
    const { offset, lsn, chain, fileBytes } = reader;
    const behind = searchBehind(fs, segment, offset);
    durableLsn = Math.max(durableLsn, behind.durableLsn);
    if (lsn <= durableLsn) throw damage(fs, segment, reader, reader.fault!, durableLsn, fromLsn);
    const reason = behind.empty ? undefined : reader.fault;
    return { tail: aboveLsn(tail, durableLsn), durableLsn, offset, lsn, chain, fileBytes, reason };
  } finally {
    reader.close();
  }
}

function copied(frame: Frame): Frame {
  return { ...frame, body: Uint8Array.from(frame.body) };
}

function aboveLsn(frames: readonly Frame[], lsn: number): Frame[] {
  return frames.filter((frame) => frame.lsn > lsn);
}

/** Searches behind the last intact frame for bytes other than zeros, and for frame headers that prove later records. */
function searchBehind(
  fs: FileSystem,
  segment: WalSegment,
  from: number,
): { empty: boolean; durableLsn: number } {
  const file = fs.open(segment.path, "read");
  const buffer = new Uint8Array(SEARCH_BYTES);
  const words = new Uint32Array(buffer.buffer);
  let empty = true;
  let durableLsn = 0;
  try {
    for (
      let at = from, count = SEARCH_BYTES;
      count === SEARCH_BYTES;
      at += SEARCH_BYTES - FRAME_HEADER_BYTES
    ) {
      count = file.read(buffer, at);
      buffer.fill(0, count, Math.min(count + FRAME_HEADER_BYTES, SEARCH_BYTES));
      if (!words.subarray(0, Math.ceil(count / 4)).some((word) => word !== 0)) continue;
      empty = false;
      for (let i = 0; i < count; i += FRAME_ALIGNMENT) {
        if (words[i / 4] !== FRAME_MAGIC) continue;
        const header = decodeFrameHeader(fs, segment.salt, buffer.subarray(i, count));
        if (header !== undefined) durableLsn = Math.max(durableLsn, header.durableLsn);
      }
    }
  } finally {
    file.close();
  }
  return { empty, durableLsn };
}

/**
 * Makes the refusal for acknowledged data that cannot be read. It is also used when a segment was intact and is not any
 * more.
 */
export function damage(
  fs: FileSystem,
  segment: WalSegment,
  at: { readonly offset: number; readonly lsn: number; readonly chain: number },
  reason: string,
  durableLsn: number,
  fromLsn: number,
): StartRefused {
  const flip = findBitFlip(fs, segment, at);
  const dir = segment.path.slice(0, segment.path.lastIndexOf("/"));
  return new StartRefused(
    `${segment.path} is damaged at byte ${at.offset}, LSN ${at.lsn}: ${reason}. ` +
      `Writes up to LSN ${durableLsn} were acknowledged, so nothing was changed. ` +
      `${quarantine(fs, segment.path, at.offset)} ` +
      (flip === undefined
        ? ""
        : `Flipping bit ${flip.bit} of byte ${flip.offset} back makes the frame whole, which points to bad memory or a bad disk. `) +
      (at.lsn < fromLsn
        ? remedyFor(dir, fromLsn)
        : `Restore the data directory from a backup. To give up LSN ${at.lsn} and all later writes instead, cut the file ` +
          `to ${at.offset} bytes and remove the segments after it and WATERMARK.`),
  );
}

function lostWithWatermark(dir: string, fromLsn: number): StartRefused {
  return new StartRefused(
    `${dir} has lost its log and its WATERMARK. A checkpoint holds the writes up to LSN ${fromLsn - 1}; whether later ones ` +
      `were acknowledged nobody can know, and nothing was changed. ${remedyFor(dir, fromLsn)}`,
  );
}

/** Returns the instructions for a log that ends before the checkpoint does. */
function remedyFor(dir: string, fromLsn: number): string {
  const kept = fromLsn > 1 ? `all writes after LSN ${fromLsn - 1}` : "everything it held";
  return (
    `Restore the data directory from a backup. To give up ${kept} instead, remove all .wal files of ${dir} and ` +
    `put an empty file in the place of ${watermarkPath(dir)}.`
  );
}
