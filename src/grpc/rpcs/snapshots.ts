// Snapshots of collections. They are downloaded over REST alone: a call is one message of at most 64 MiB.
import type { SnapshotDescription } from "../../schema/snapshot.ts";
import { SnapshotsService } from "../gen/azimuth/v1/snapshots.ts";
import { service } from "../rpc.ts";

const FULL = {
  unserved: "snapshots of the whole server; a backup of it is made by azimuth backup",
  permission: "write",
} as const;

const description = ({ name, creation_time, size }: SnapshotDescription) => ({
  name,
  creation_time: creation_time === null ? undefined : momentOf(creation_time),
  size: BigInt(size),
  checksum: undefined,
});

/** @param time RFC 3339 */
function momentOf(time: string) {
  const ms = Date.parse(time);
  const seconds = Math.floor(ms / 1000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}

export const snapshots = service(SnapshotsService, {
  create: {
    operation: "createSnapshot",
    decode: ({ collection_name }) => ({ collection_name }),
    encode: (result: SnapshotDescription, time) => ({ snapshot_description: description(result), time }),
  },
  list: {
    operation: "listSnapshots",
    decode: ({ collection_name }) => ({ collection_name }),
    encode: (result: readonly SnapshotDescription[], time) => ({
      snapshot_descriptions: result.map(description),
      time,
    }),
  },
  delete: {
    operation: "deleteSnapshot",
    decode: ({ collection_name, snapshot_name }) => ({ collection_name, snapshot_name }),
    encode: (_result: boolean, time) => ({ time }),
  },
  createFull: FULL,
  listFull: { ...FULL, permission: "read_admin" },
  deleteFull: FULL,
});
