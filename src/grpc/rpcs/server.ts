// The RPCs for operators: the state of the server and its collections, and their upkeep.
import {
  addLicense,
  checkpoint,
  collectionReport,
  licenseStatus,
  purged,
  serverStatus,
} from "../convert/administration.ts";
import { done, serverInfo } from "../convert/answers.ts";
import type { Codec } from "../convert/codec.ts";
import { ofCollection, ofSnapshot } from "../convert/collections.ts";
import { services } from "../wire/messages.ts";
import { call, fields, nothing, service } from "./rpc.ts";

const { MaintenanceService, UpkeepService } = services;

const timed =
  <Message>(codec: Codec<Message>) =>
  (result: unknown, time: number) => ({
    result: codec.write(result),
    time,
  });

export const maintenance = service(MaintenanceService, {
  status: call("getStatus", nothing, timed(serverStatus)),
  checkpoint: call("takeCheckpoint", nothing, timed(checkpoint)),
  purge: call("purge", nothing, timed(purged)),
});

const named = fields(ofCollection);

export const upkeep = service(UpkeepService, {
  status: call("getCollectionStatus", named, timed(collectionReport)),
  flush: call("flushCollection", named, done),
  optimize: call("optimizeCollection", named, done),
  rebuildIndex: call("rebuildIndex", named, done),
  restoreCollection: call("restoreCollection", named, done),
  recoverSnapshot: call("recoverSnapshot", fields(ofSnapshot), done),
});

// The RPCs of the license.
const { LicenseService } = services;

export const license = service(LicenseService, {
  status: call("getLicenseStatus", nothing, licenseStatus.write),
  add: call("addLicense", fields(addLicense), licenseStatus.write),
});

// The RPC that tells name and version of the server.
const { ServerService } = services;

export const server = service(
  ServerService,
  {
    healthCheck: call("getServerInfo", nothing, serverInfo),
  },
  "qdrant",
);
