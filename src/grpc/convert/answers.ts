// Codecs of the responses about collections, aliases, snapshots, and the server itself.
import type {
  CollectionExistsResponse,
  CollectionOperationResponse,
  CreateSnapshotResponse,
  DeleteSnapshotResponse,
  GetCollectionInfoResponse,
  HealthCheckReply,
  ListAliasesResponse,
  ListCollectionsResponse,
  ListSnapshotsResponse,
} from "../gen/azimuth.d.ts";
import { messages } from "../wire/messages.ts";
import { flag, list, text } from "./codec.ts";
import {
  aliasDescription,
  collectionDescription,
  collectionInfo,
  snapshotDescription,
} from "./collections.ts";
import { record } from "./record.ts";
import type { Encode } from "./results.ts";

type Json = Record<string, unknown>;

export const done: Encode<CollectionOperationResponse> = (result, seconds) => ({
  result: flag.write(result),
  time: seconds,
});

export const exists: Encode<CollectionExistsResponse> = (result, seconds) => ({
  result: record(messages.CollectionExists).write(result),
  time: seconds,
});

export const info: Encode<GetCollectionInfoResponse> = (result, seconds) => ({
  result: collectionInfo.write(result),
  time: seconds,
});

export const collections: Encode<ListCollectionsResponse> = (result, seconds) => ({
  collections: list(collectionDescription).write((result as Json).collections),
  time: seconds,
});

export const aliases: Encode<ListAliasesResponse> = (result, seconds) => ({
  aliases: list(aliasDescription).write((result as Json).aliases),
  time: seconds,
});

export const snapshot: Encode<CreateSnapshotResponse> = (result, seconds) => ({
  snapshot_description: snapshotDescription.write(result),
  time: seconds,
});

export const snapshots: Encode<ListSnapshotsResponse> = (result, seconds) => ({
  snapshot_descriptions: list(snapshotDescription).write(result),
  time: seconds,
});

export const snapshotDeleted: Encode<DeleteSnapshotResponse> = (_result, seconds) => ({ time: seconds });

export const reply = record(messages.HealthCheckReply, {
  warnings: list(text, "none"),
});
export const serverInfo: Encode<HealthCheckReply> = (result) => reply.write(result);
