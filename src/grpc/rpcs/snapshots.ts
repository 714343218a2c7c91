// The RPCs of snapshots. They are downloaded over REST only, because a response is one message of at most 64 MiB.

import { snapshots as listed, snapshot, snapshotDeleted } from "../convert/answers.ts";
import { ofCollection, ofSnapshot } from "../convert/collections.ts";
import { services } from "../wire/messages.ts";
import { fields, service } from "./rpc.ts";

const { SnapshotsService } = services;

const FULL = {
  unserved: "snapshots of the whole server; azimuth backup makes a backup of it",
  permission: "write",
} as const;

const named = fields(ofCollection);

export const snapshots = service(
  SnapshotsService,
  {
    create: { operation: "createSnapshot", decode: named, encode: snapshot },
    list: { operation: "listSnapshots", decode: named, encode: listed },
    delete: { operation: "deleteSnapshot", decode: fields(ofSnapshot), encode: snapshotDeleted },
    createFull: FULL,
    listFull: { ...FULL, permission: "read_admin" },
    deleteFull: FULL,
  },
  "qdrant",
);
