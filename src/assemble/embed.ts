// Opens a database in the caller's own process or page as a `VectorDb`: assembles it, loads it, and releases everything
// when it is closed.
import type { CheckpointReport } from "../core/checkpoint/checkpointer.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import { vectorDbOf } from "../embedded/vector-db.ts";
import { ModelTraffic } from "../metrics/models.ts";
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { Traffics } from "../metrics/traffic.ts";
import { defer } from "../scheduling/defer.ts";
import type { Watched } from "../service/server.ts";
import { assemble, type Edge, type Platform } from "./assemble.ts";

interface EmbedOptions extends Pick<Edge, "warnings"> {
  readonly vectors: "float32" | "array" | undefined;
  /** Receives the messages that a server would write to its log. */
  readonly onWarning: (message: string) => void;
  /** Releases what the platform holds; called after the database is closed. */
  readonly release: () => void;
}

/** @throws StartRefused when the data is damaged; everything has been released by then */
export async function embed(
  platform: Omit<Platform, "reports">,
  { vectors, warnings, onWarning, release }: EmbedOptions,
): Promise<VectorDb<Values>> {
  const reports = {
    onCheckpoint: (outcome: CheckpointReport | Error) => reportCheckpoint(outcome, onWarning),
    onNotice: onWarning,
  };
  const { database, services } = assemble({ ...platform, reports });
  const close = () => database.close().finally(release);
  try {
    const report = await database.load();
    for (const fault of report?.faults ?? []) onWarning(fault);
  } catch (error) {
    await close();
    throw error;
  }
  const { failure } = platform;
  return vectorDbOf({
    services: services({ warnings, watched: UNWATCHED, cap: null }),
    release: close,
    ...(failure && { failure }),
    vectors,
    defer: defer,
  });
}

function reportCheckpoint(outcome: CheckpointReport | Error, onWarning: (message: string) => void): void {
  if (outcome instanceof Error) {
    onWarning(`checkpoint failed; the log keeps what it would have saved: ${outcome.message}`);
    return;
  }
  for (const fault of outcome.faults)
    onWarning(`checkpoint is not complete; the log keeps what it has not: ${fault}`);
}

// The figures of a database in a program's own process: it has no traffic, and no license that limits it.
const UNWATCHED: Watched = {
  traffic: new Traffics(),
  models: { traffic: new ModelTraffic(), names: () => [] },
  maxVectors: () => Number.POSITIVE_INFINITY,
  authEnabled: () => false,
  addresses: () => null,
  // In a library all operations are available.
  extendedApi: true,
  logLines: () => new Map(),
  snapshots: new SnapshotCounts(),
};
