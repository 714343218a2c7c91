// Sends a shard to a server that copies it: its points at one moment, then the records behind that moment, for as long
// as the other server reads.
// The decision: the records are those of the local log, where it is decided already which of them take effect. The other
// server could not decide it, because it has no points that the conditions are about. The shard keeps its number: a
// split ends the sending, and records that are still sent then are told by the number of shards from before.
import { type CancelSignal, throwIfCancelled } from "../../scheduling/cancel.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { LogRecord } from "../../storage/log.ts";
import { encodeRecord, encodeState, type LeaderState, recordIn } from "../../storage/log-stream.ts";
import type { Collection } from "../collection/collection.ts";
import { ensureServes } from "../collection/local-shards.ts";
import { isAboutPoints } from "../record/operation.ts";
import { decodeOperation } from "../record/record.ts";
import { shardOfOperation } from "../record/shard-order.ts";
import type { DividedShard } from "../slots/shard-division.ts";
import { recordBuffer, takeSnapshot } from "../snapshot/take.ts";
import type { LogFeed } from "./log-feed.ts";
import { encodePoints, POINTS } from "./shard-stream.ts";

export interface ShardSource {
  readonly collection: Collection;
  readonly shard: number;
  /** Names the server that copies. */
  readonly copier: string;
  readonly feed: LogFeed;
  readonly sums: Pick<FileSystem, "crc32">;
  /** Returns the state of this server as a leader tells it. */
  readonly state: () => LeaderState;
}

/** How often the other server hears of this one when there are no records. */
const HEARTBEAT_MS = 100;

/**
 * Sends the messages of a shard; see shard-stream.ts. Ends when the collection or the shard is gone, or the server stops.
 * @param send resolves when the other server can take more
 * @throws ShardUnavailable if this server has not all points of the shard; DeadlineExceeded when the signal is set
 */
export async function sendShard(
  source: ShardSource,
  send: (message: Uint8Array) => Promise<void>,
  signal: CancelSignal,
): Promise<void> {
  const { collection, shard, copier, feed, sums } = source;
  const { shards: division } = collection.segments;
  ensureServes(collection, { shards: [shard], division });
  const name = `${copier} ${collection.uuid}/${shard}`;
  // The records behind the snapshot must not be trimmed while it is sent.
  const release = feed.hold(name);
  const from = source.state().lastLsn + 1;
  try {
    let moment = 0;
    const sink = {
      begin: async ({ points, lsn }: { points: number; lsn: number }) => {
        moment = lsn;
        // The number of points, for the progress.
        await send(encodeState(sums, { ...source.state(), lastLsn: lsn, points }));
      },
      write: async ({ body }: { body: Uint8Array }, versions: Float64Array) => {
        throwIfCancelled(signal);
        await send(encodeRecord(sums, { lsn: moment, type: POINTS, body: encodePoints(body, versions) }));
      },
    };
    await takeSnapshot(collection, sink, recordBuffer(), { shard, division });
  } finally {
    release();
  }
  const reader = feed.open(from, name);
  try {
    while (!feed.isStopped && !signal?.aborted && isHere(source, division)) {
      for (const message of await reader.read(HEARTBEAT_MS))
        if (isOf({ collection, shard, division }, recordIn(message))) await send(message);
      await send(encodeState(sums, { ...source.state(), lastLsn: reader.next - 1 }));
    }
  } finally {
    reader.close();
  }
}

function isHere({ collection: { local, segments }, shard }: ShardSource, division: number): boolean {
  return segments.shards === division && local.has(shard);
}

/** Whether a record is about points of the shard. */
function isOf(
  { collection, shard, division }: DividedShard & Pick<ShardSource, "collection">,
  { type, body }: LogRecord,
): boolean {
  const operation = decodeOperation(type, body);
  if (!isAboutPoints(operation) || operation.collection !== collection.uuid) return false;
  return shardOfOperation(operation, division, !collection.local.areEverywhere) === shard;
}
