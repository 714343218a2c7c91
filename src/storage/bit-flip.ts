// Looks for a single flipped bit that explains why a frame of the log is not intact.
// The decision: the result is only reported. A log is never repaired by guessing, but one flipped bit points to bad
// memory or a bad disk and not to a bug of the software (ClickHouse, Pebble and WiredTiger report it, too).
import { decodeFrameHeader, FRAME_HEADER_BYTES, frameBytes } from "./frame.ts";
import { type FileSystem, readBytes, withFile } from "./fs.ts";
import type { WalSegment } from "./wal-segment.ts";

/**
 * The largest frame that is searched. The search is quadratic: 16 KiB take about 0.5 s, in a start that is refused
 * anyway.
 */
const MAX_FRAME_BYTES = 2 ** 14;

interface BitFlip {
  /** The position of the byte in the file. */
  readonly offset: number;
  readonly bit: number;
}

/** Returns the first bit that makes the frame at `at` intact when it is flipped; undefined if no single bit does. */
export function findBitFlip(
  fs: FileSystem,
  segment: WalSegment,
  at: { readonly offset: number; readonly lsn: number; readonly chain: number },
): BitFlip | undefined {
  const bytes = withFile(fs, segment.path, "read", (file) => readBytes(file, at.offset, MAX_FRAME_BYTES));
  const isIntact = (): boolean => {
    const header = decodeFrameHeader(fs, segment.salt, bytes);
    if (header?.lsn !== at.lsn || header.chain !== at.chain) return false;
    const size = frameBytes(header.length);
    const body = bytes.subarray(FRAME_HEADER_BYTES, size);
    return size <= bytes.length && fs.crc32(body, segment.salt) === header.bodyCrc;
  };
  const header = decodeFrameHeader(fs, segment.salt, bytes);
  const [from, to] = header ? [FRAME_HEADER_BYTES, frameBytes(header.length)] : [0, FRAME_HEADER_BYTES];
  for (let i = from; i < Math.min(to, bytes.length); i++) {
    for (let bit = 0; bit < 8; bit++) {
      bytes[i]! ^= 1 << bit;
      if (isIntact()) return { offset: at.offset + i, bit };
      bytes[i]! ^= 1 << bit;
    }
  }
  return undefined;
}
