// The RPCs for operators: the state of the server and its collections, and their upkeep.

import { checkpoint, collectionReport, purged, serverStatus } from "../convert/administration.ts";
import { done } from "../convert/answers.ts";
import type { Codec } from "../convert/codec.ts";
import { ofCollection, ofSnapshot } from "../convert/collections.ts";
import { services } from "../wire/messages.ts";
import { fields, nothing, service } from "./rpc.ts";

const { MaintenanceService, UpkeepService } = services;

const timed =
  <Message>(codec: Codec<Message>) =>
  (result: unknown, time: number) => ({
    result: codec.write(result),
    time,
  });

export const maintenance = service(MaintenanceService, {
  status: { operation: "getStatus", decode: nothing, encode: timed(serverStatus) },
  checkpoint: { operation: "takeCheckpoint", decode: nothing, encode: timed(checkpoint) },
  purge: { operation: "purge", decode: nothing, encode: timed(purged) },
});

const named = fields(ofCollection);

export const upkeep = service(UpkeepService, {
  status: { operation: "getCollectionStatus", decode: named, encode: timed(collectionReport) },
  flush: { operation: "flushCollection", decode: named, encode: done },
  optimize: { operation: "optimizeCollection", decode: named, encode: done },
  rebuildIndex: { operation: "rebuildIndex", decode: named, encode: done },
  restoreCollection: { operation: "restoreCollection", decode: named, encode: done },
  recoverSnapshot: { operation: "recoverSnapshot", decode: fields(ofSnapshot), encode: done },
});
