// The server and its collections as whoever runs them sees them, and what keeps them in order.
import type { CollectionStatus } from "../../schema/snapshot.ts";
import type { CheckpointResult, PurgeResult, Status } from "../../schema/status.ts";
import { CollectionStatus as Color } from "../gen/azimuth/v1/collections.ts";
import { MaintenanceService, type ServerStatus, UpkeepService } from "../gen/azimuth/v1/maintenance.ts";
import { service } from "../rpc.ts";

function statusOf({ log, checkpoint, file_system, memory, ...rest }: Status): ServerStatus {
  return {
    ...rest,
    collections_count: BigInt(rest.collections_count),
    log: {
      first_lsn: BigInt(log.first_lsn),
      last_lsn: BigInt(log.last_lsn),
      bytes: BigInt(log.bytes),
      segments: BigInt(log.segments),
      commits: BigInt(log.commits),
      sync_ms: log.sync_ms,
    },
    checkpoint: checkpoint
      ? {
          number: BigInt(checkpoint.number),
          lsn: BigInt(checkpoint.lsn),
          taken_at: checkpoint.taken_at ?? undefined,
          took_ms: checkpoint.took_ms ?? undefined,
          failures: BigInt(checkpoint.failures),
          logged_bytes: BigInt(checkpoint.logged_bytes),
        }
      : undefined,
    file_system: file_system ? { ...file_system, fsync_ms: file_system.fsync_ms ?? undefined } : undefined,
    memory: {
      used_bytes: BigInt(memory.used_bytes),
      limit_bytes: BigInt(memory.limit_bytes),
      resident_bytes: memory.resident_bytes === null ? undefined : BigInt(memory.resident_bytes),
    },
  };
}

export const maintenance = service(MaintenanceService, {
  status: {
    operation: "getStatus",
    decode: () => ({}),
    encode: (result: Status, time) => ({ result: statusOf(result), time }),
  },
  checkpoint: {
    operation: "takeCheckpoint",
    decode: () => ({}),
    encode: ({ number, lsn, collections, trimmed_bytes }: CheckpointResult, time) => ({
      result: {
        number: BigInt(number),
        lsn: BigInt(lsn),
        collections: BigInt(collections),
        trimmed_bytes: BigInt(trimmed_bytes),
      },
      time,
    }),
  },
  purge: {
    operation: "purge",
    decode: () => ({}),
    encode: ({ collections, points, log_bytes, file_bytes }: PurgeResult, time) => ({
      result: {
        collections: BigInt(collections),
        points: BigInt(points),
        log_bytes: BigInt(log_bytes),
        file_bytes: BigInt(file_bytes),
      },
      time,
    }),
  },
});

const COLORS = { green: Color.Green, yellow: Color.Yellow, red: Color.Red } as const;

const named = ({ collection_name }: { readonly collection_name: string }) => ({ collection_name });
const done = (result: boolean, time: number) => ({ result, time });

export const upkeep = service(UpkeepService, {
  status: {
    operation: "getCollectionStatus",
    decode: named,
    encode: (result: CollectionStatus, time) => ({
      result: {
        status: COLORS[result.status],
        optimizer_status:
          result.optimizer_status === "ok"
            ? { ok: true, error: "" }
            : { ok: false, error: result.optimizer_status.error },
        points_count: BigInt(result.points_count),
        indexed_vectors_count: BigInt(result.indexed_vectors_count),
        segments: result.segments.map(({ number, points, deleted, open }) => ({
          number: BigInt(number),
          points: BigInt(points),
          deleted: BigInt(deleted),
          open,
        })),
        last_operation_id: BigInt(result.last_operation_id),
        saved: result.saved,
      },
      time,
    }),
  },
  flush: { operation: "flushCollection", decode: named, encode: done },
  optimize: { operation: "optimizeCollection", decode: named, encode: done },
  rebuildIndex: { operation: "rebuildIndex", decode: named, encode: done },
  restoreCollection: { operation: "restoreCollection", decode: named, encode: done },
  recoverSnapshot: {
    operation: "recoverSnapshot",
    decode: ({ collection_name, snapshot_name }) => ({ collection_name, snapshot_name }),
    encode: done,
  },
});
