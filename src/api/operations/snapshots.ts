// Operations on the snapshots and the upkeep of a collection: groups of the specification that answer 501 natively.
import Type from "typebox";
import { CollectionRequestSchema } from "../../schema/collection.ts";
import {
  CollectionStatusSchema,
  FileSchema,
  RecoverByLocationSchema,
  SnapshotListSchema,
  SnapshotRequestSchema,
  SnapshotSchema,
} from "../../schema/snapshot.ts";
import { operation } from "../operation.ts";

const COLLECTION = "/collections/{collection_name}";
const SNAPSHOTS = `${COLLECTION}/snapshots`;
const snapshot = { extended: true, lasting: true, failure: "Snapshot failed" };
const upkeep = {
  extended: true,
  lasting: true,
  permission: "write",
  request: CollectionRequestSchema,
  result: Type.Boolean(),
} as const;

export const snapshotOperations = [
  operation({
    ...snapshot,
    id: "createSnapshot",
    summary: "Makes a snapshot of a collection.",
    permission: "write",
    rest: { method: "post", path: SNAPSHOTS },
    request: CollectionRequestSchema,
    result: SnapshotSchema,
    run: ({ snapshots }, request) => snapshots.create(request),
  }),
  operation({
    ...snapshot,
    id: "listSnapshots",
    summary: "Lists the snapshots of a collection.",
    permission: "read_admin",
    rest: { method: "get", path: SNAPSHOTS },
    request: CollectionRequestSchema,
    result: SnapshotListSchema,
    run: ({ snapshots }, request) => snapshots.list(request),
  }),
  operation({
    ...snapshot,
    id: "downloadSnapshot",
    summary: "Downloads a snapshot.",
    permission: "read_admin",
    rest: { method: "get", path: `${SNAPSHOTS}/{snapshot_name}` },
    success: "file",
    request: SnapshotRequestSchema,
    result: FileSchema,
    run: ({ snapshots }, request) => snapshots.download(request),
  }),
  operation({
    ...snapshot,
    id: "deleteSnapshot",
    summary: "Deletes a snapshot.",
    permission: "write",
    rest: { method: "delete", path: `${SNAPSHOTS}/{snapshot_name}` },
    request: SnapshotRequestSchema,
    result: Type.Boolean(),
    run: ({ snapshots }, request) => snapshots.delete(request),
  }),
  operation({
    ...snapshot,
    id: "recoverSnapshot",
    summary: "Replaces a collection by a snapshot of it.",
    permission: "login",
    errors: ["NOT_FOUND", "COLLECTION_DELETED", "CAPACITY_EXCEEDED", "INTERNAL"],
    rest: { method: "put", path: `${SNAPSHOTS}/{snapshot_name}/recover` },
    request: SnapshotRequestSchema,
    result: Type.Boolean(),
    run: ({ snapshots }, request) => snapshots.recover(request),
  }),
  operation({
    ...snapshot,
    id: "recoverSnapshotByLocation",
    summary: "Replaces a collection by the snapshot at a location.",
    permission: "login",
    errors: ["NOT_FOUND", "COLLECTION_DELETED", "CAPACITY_EXCEEDED", "INTERNAL"],
    rest: { method: "put", path: `${SNAPSHOTS}/recover` },
    request: RecoverByLocationSchema,
    result: Type.Boolean(),
    run: ({ snapshots }, request) => snapshots.recoverByLocation(request),
  }),
  operation({
    ...upkeep,
    id: "flushCollection",
    summary: "Writes all data of a collection to the disk.",
    rest: { method: "post", path: `${COLLECTION}/operations/flush` },
    failure: "Flush failed",
    run: ({ upkeep }, request) => upkeep.flush(request),
  }),
  operation({
    ...upkeep,
    id: "optimizeCollection",
    summary: "Merges small segments and rebuilds those with many deleted points.",
    rest: { method: "post", path: `${COLLECTION}/operations/optimize` },
    failure: "Optimization failed",
    run: ({ upkeep }, request) => upkeep.optimize(request),
  }),
  operation({
    ...upkeep,
    id: "rebuildIndex",
    summary: "Rebuilds the HNSW graphs of a collection.",
    rest: { method: "post", path: `${COLLECTION}/operations/rebuild_index` },
    failure: "Index rebuild failed",
    run: ({ upkeep }, request) => upkeep.rebuildIndex(request),
  }),
  operation({
    ...upkeep,
    id: "getCollectionStatus",
    summary: "Returns the background work on a collection.",
    permission: "read",
    rest: { method: "get", path: `${COLLECTION}/status` },
    failure: "Collection status failed",
    result: CollectionStatusSchema,
    run: ({ upkeep }, request) => upkeep.status(request),
  }),
];
