// The bytes of the write-ahead log: how a segment file begins and how each record in it is framed.
// The decision: every byte that is read back is covered by a CRC seeded with a random salt of the file. So neither a
// frame from an earlier use of the same disk blocks nor bytes inside a payload that look like a frame can be mistaken
// for one.
//
// Integers are little endian; crc32 is zlib's, and crc32(x, seed) continues from `seed` as zlib's does.
// A segment file is a 32-byte header, then frames back to back, then possibly zeros.
//
// Segment header (these 32 bytes keep their places in every version)
//    0 u32 magic "AZWL"       4 u32 crc32 of bytes 8..31     8 u32 format version (1)   12 u32 salt
//   16 u64 segment number    24 u64 startLsn, the LSN of the first frame
//
// Frame header (40 bytes), each on an 8-byte boundary, then `length` bytes of body, then zeros up to the next boundary
//   0 u32 magic "AZFR"       4 u32 crc32(bytes 8..39, salt) 8 u32 length             12 u32 type
//  16 u64 LSN               24 u64 durableLsn              32 u32 chain             36 u32 crc32(body and zeros, salt)
// `durableLsn` is the highest LSN known durable when the frame was written. `chain` is the CRC at byte 4 of the header
// before: of the previous frame's, or of the segment's for its first frame. LSNs count up by one through all segments.
import type { FileSystem } from "./fs.ts";

export const FORMAT_VERSION = 1;
export const SEGMENT_HEADER_BYTES = 32;
export const FRAME_HEADER_BYTES = 40;
export const FRAME_ALIGNMENT = 8;

const SEGMENT_MAGIC = 0x4c575a41;
export const FRAME_MAGIC = 0x52465a41;
const ZEROS = new Uint8Array(FRAME_ALIGNMENT);

export interface SegmentHeader {
  readonly version: number;
  readonly salt: number;
  readonly number: number;
  readonly startLsn: number;
}

export interface FrameHeader {
  readonly length: number;
  readonly type: number;
  readonly lsn: number;
  readonly durableLsn: number;
  readonly chain: number;
  readonly bodyCrc: number;
}

/** Returns the size of a frame: header, body, and the zeros behind it. */
export function frameBytes(length: number): number {
  return FRAME_HEADER_BYTES + length + paddingOf(length);
}

function paddingOf(length: number): number {
  return (FRAME_ALIGNMENT - (length % FRAME_ALIGNMENT)) % FRAME_ALIGNMENT;
}

export function encodeSegmentHeader(fs: FileSystem, header: SegmentHeader): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = viewOf(bytes);
  view.setUint32(0, SEGMENT_MAGIC, true);
  view.setUint32(8, header.version, true);
  view.setUint32(12, header.salt, true);
  setU64(view, 16, header.number);
  setU64(view, 24, header.startLsn);
  view.setUint32(4, fs.crc32(bytes.subarray(8)), true);
  return bytes;
}

/** Decodes a segment header; undefined if the bytes are not an intact one. The caller checks the version. */
export function decodeSegmentHeader(fs: FileSystem, bytes: Uint8Array): SegmentHeader | undefined {
  if (bytes.length < SEGMENT_HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== SEGMENT_MAGIC) return undefined;
  if (view.getUint32(4, true) !== fs.crc32(bytes.subarray(8, SEGMENT_HEADER_BYTES))) return undefined;
  return {
    version: view.getUint32(8, true),
    salt: view.getUint32(12, true),
    number: getU64(view, 16),
    startLsn: getU64(view, 24),
  };
}

function encodeFrameHeader(fs: FileSystem, salt: number, header: FrameHeader): Uint8Array {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES);
  const view = viewOf(bytes);
  view.setUint32(0, FRAME_MAGIC, true);
  view.setUint32(8, header.length, true);
  view.setUint32(12, header.type, true);
  setU64(view, 16, header.lsn);
  setU64(view, 24, header.durableLsn);
  view.setUint32(32, header.chain, true);
  view.setUint32(36, header.bodyCrc, true);
  view.setUint32(4, fs.crc32(bytes.subarray(8), salt), true);
  return bytes;
}

/** Decodes a frame header; undefined if `bytes` do not begin with an intact one of the file with this salt. */
export function decodeFrameHeader(fs: FileSystem, salt: number, bytes: Uint8Array): FrameHeader | undefined {
  if (bytes.length < FRAME_HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== FRAME_MAGIC) return undefined;
  if (view.getUint32(4, true) !== fs.crc32(bytes.subarray(8, FRAME_HEADER_BYTES), salt)) return undefined;
  return {
    length: view.getUint32(8, true),
    type: view.getUint32(12, true),
    lsn: getU64(view, 16),
    durableLsn: getU64(view, 24),
    chain: view.getUint32(32, true),
    bodyCrc: view.getUint32(36, true),
  };
}

/** Returns the value of `chain` in the next frame: the CRC inside this header. */
export function chainAfter(header: Uint8Array): number {
  return viewOf(header).getUint32(4, true);
}

/** The bytes that write records behind a header, and the chain value after them. */
export interface EncodedFrames {
  readonly parts: Uint8Array[];
  readonly sizeBytes: number;
  readonly chain: number;
}

/** Encodes the records of one commit. They become durable together, so all have the same `durableLsn`. */
export function encodeFrames(
  fs: FileSystem,
  after: { readonly salt: number; readonly chain: number; readonly lsn: number; readonly durableLsn: number },
  records: readonly { readonly type: number; readonly body: Uint8Array }[],
): EncodedFrames {
  const { salt, durableLsn } = after;
  const parts: Uint8Array[] = [];
  let { chain, lsn } = after;
  let sizeBytes = 0;
  for (const { type, body } of records) {
    const padding = ZEROS.subarray(0, paddingOf(body.length));
    const bodyCrc = fs.crc32(padding, fs.crc32(body, salt));
    const header = encodeFrameHeader(fs, salt, {
      length: body.length,
      type,
      lsn: ++lsn,
      durableLsn,
      chain,
      bodyCrc,
    });
    chain = chainAfter(header);
    parts.push(header, body, padding);
    sizeBytes += frameBytes(body.length);
  }
  return { parts, sizeBytes, chain };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Writes an LSN. LSNs stay below 2^53, which is 285 years at a million writes a second. */
function setU64(view: DataView, offset: number, value: number): void {
  view.setBigUint64(offset, BigInt(value), true);
}

function getU64(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}
