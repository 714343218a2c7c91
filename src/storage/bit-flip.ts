// Looks for a single flipped bit that explains why a frame of the log is not intact.
// The decision: it only ever informs the person who has to mend it. A log is never repaired by guessing, but "one bit
// flipped" tells a bad memory or disk from a bug of ours (ClickHouse, Pebble and WiredTiger do the same).
import { decodeFrameHeader, FRAME_HEADER_BYTES, frameBytes } from "./frame.ts";
import type { FileSystem } from "./fs.ts";
import type { WalSegment } from "./wal-segment.ts";

/** The search is quadratic: 16 KiB take about 0.5 s, which only a start that is refused anyway has to wait. */
const MAX_FRAME_BYTES = 2 ** 14;

interface BitFlip {
  /** Byte of the file. */
  readonly offset: number;
  readonly bit: number;
}

/** The one bit that, flipped, makes the frame at `at` intact. */
export function findBitFlip(
  fs: FileSystem,
  segment: WalSegment,
  at: { readonly offset: number; readonly lsn: number; readonly chain: number },
): BitFlip | undefined {
  const file = fs.open(segment.path, "read");
  const buffer = new Uint8Array(MAX_FRAME_BYTES);
  const bytes = buffer.subarray(0, file.read(buffer, at.offset));
  file.close();

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
