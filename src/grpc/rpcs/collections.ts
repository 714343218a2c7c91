// The RPCs of collections, their aliases and their snapshots.
import {
  aliases,
  done,
  exists,
  info,
  collections as listed,
  snapshots as listedSnapshots,
  snapshot,
  snapshotDeleted,
} from "../convert/answers.ts";
import {
  changeAliases,
  createCollection,
  deleteCollection,
  listCollections,
  ofCollection,
  ofSnapshot,
  updateCollection,
} from "../convert/collections.ts";
import { services } from "../wire/messages.ts";
import { call, fields, nothing, service } from "./rpc.ts";

const { CollectionsService } = services;

const named = fields(ofCollection);

export const collections = service(
  CollectionsService,
  {
    get: call("getCollection", named, info),
    list: call("listCollections", fields(listCollections), listed),
    create: call("createCollection", fields(createCollection), done),
    update: call("updateCollection", fields(updateCollection), done),
    delete: call("deleteCollection", fields(deleteCollection), done),
    updateAliases: call("changeAliases", fields(changeAliases), done),
    listCollectionAliases: call("listCollectionAliases", named, aliases),
    listAliases: call("listAliases", nothing, aliases),
    collectionExists: call("collectionExists", named, exists),
  },
  "qdrant",
);

// Snapshots are downloaded over REST only, because a response is one message of at most 64 MiB.
const { SnapshotsService } = services;

const FULL = {
  unsupported: "snapshots of the whole server; azimuth backup makes a backup of it",
  permission: "write",
} as const;

export const snapshots = service(
  SnapshotsService,
  {
    create: call("createSnapshot", fields(ofCollection), snapshot),
    list: call("listSnapshots", fields(ofCollection), listedSnapshots),
    delete: call("deleteSnapshot", fields(ofSnapshot), snapshotDeleted),
    createFull: FULL,
    listFull: { ...FULL, permission: "read_admin" },
    deleteFull: FULL,
  },
  "qdrant",
);
