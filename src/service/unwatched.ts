// The figures of a database in a program's own process: it has no traffic, and no license that limits it.
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { Traffics } from "../metrics/traffic.ts";
import type { Watched } from "./server.ts";

export const UNWATCHED: Watched = {
  traffic: new Traffics(),
  maxVectors: () => Number.POSITIVE_INFINITY,
  authEnabled: () => false,
  // In a library all operations are available.
  extendedApi: true,
  logLines: () => new Map(),
  snapshots: new SnapshotCounts(),
};
