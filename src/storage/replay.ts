// Returns the records of a recovered log in order, so that the state in memory can be rebuilt from them.
// The decision: the caller pulls them, a few MiB at a time, so that a log of any size needs the memory of a few
// batches.
import type { FileSystem } from "./fs.ts";
import { RingBuffers } from "./memory.ts";
import { damage } from "./recovery.ts";
import { SegmentReader, type WalSegment } from "./wal-segment.ts";

export interface LogRecord {
  readonly lsn: number;
  readonly type: number;
  /**
   * The body, aligned to 8 bytes, in shared memory where it is available. The caller of `replay` knows how long it is
   * valid.
   */
  readonly body: Uint8Array;
}

/**
 * One batch that is being applied, one that is being read, and one more because a chunk that ends inside a frame is
 * read again.
 */
const BUFFERS = 3;

/** Returns batches of records from `fromLsn` on. A batch is overwritten when the second one after it is requested. */
export function* replay(
  fs: FileSystem,
  segments: readonly WalSegment[],
  fromLsn: number,
  lastLsn: number,
): Generator<LogRecord[]> {
  const buffers = new RingBuffers(BUFFERS);
  for (const [i, segment] of segments.entries()) {
    const endLsn = segments[i + 1]?.startLsn ?? lastLsn + 1;
    if (endLsn <= fromLsn) continue;
    const reader = new SegmentReader(fs, segment, endLsn, (sizeBytes) => buffers.take(sizeBytes));
    try {
      for (let frames = reader.next(); frames.length > 0; frames = reader.next()) {
        const records = frames.filter(({ lsn }) => lsn >= fromLsn);
        if (records.length > 0) yield records.map(({ lsn, type, body }) => ({ lsn, type, body }));
      }
      if (reader.fault !== undefined) throw damage(fs, segment, reader, reader.fault, lastLsn, fromLsn);
    } finally {
      reader.close();
    }
  }
}
