// Hands out the records of a recovered log in order, for the state in memory to be made again from them.
// The decision: pulled, a few MiB at a time, so that a log of any size is replayed in the memory of one batch.
import type { FileSystem } from "./fs.ts";
import { TurnBuffers } from "./memory.ts";
import { damage } from "./recovery.ts";
import { SegmentReader, type WalSegment } from "./wal-segment.ts";

export interface LogRecord {
  readonly lsn: number;
  readonly type: number;
  /** In shared memory wherever there is any, aligned to 8 bytes; its lifetime is said where records are handed out. */
  readonly body: Uint8Array;
}

/** One batch being applied, one on its way, and one more, because a chunk too short for its frame is read again. */
const BUFFERS = 3;

/** Records from `fromLsn` on. A batch is overwritten when the second batch after it is asked for. */
export function* replay(
  fs: FileSystem,
  segments: readonly WalSegment[],
  fromLsn: number,
  lastLsn: number,
): Generator<LogRecord[]> {
  const buffers = new TurnBuffers(BUFFERS);
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
