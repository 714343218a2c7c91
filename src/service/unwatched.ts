// What there is to be seen of a database in somebody's own process: no traffic, and no license that could limit anything.
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { Traffics } from "../metrics/traffic.ts";
import type { Watched } from "./server.ts";

export const UNWATCHED: Watched = {
  traffic: new Traffics(),
  maxVectors: () => Number.POSITIVE_INFINITY,
  authEnabled: () => false,
  // A library has no groups that are closed.
  extendedApi: true,
  logLines: () => new Map(),
  snapshots: new SnapshotCounts(),
};
