// Metrics of a server's activities besides requests: snapshots, and lines of its log.
// The decision: an event that has not happened yet is 0 and not missing, so an alert on it works before the first one.
import type { SnapshotCounts } from "../metrics/snapshots.ts";
import { counter, type Metric, MOST_COLLECTIONS } from "./metrics.ts";

/** @param collections those that have samples of their own */
export function snapshotMetrics(
  { creating, recovering, created }: SnapshotCounts,
  collections: readonly string[],
): Metric[] {
  return [
    counter("snapshot_created_total", "Snapshots made since the start.", created),
    running("snapshot_creation_running", "Snapshots that are being made.", creating, collections),
    running(
      "snapshot_recovery_running",
      "Collections that are being restored from a snapshot.",
      recovering,
      collections,
    ),
  ];
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"];

export function logLinesMetric(byLevel: ReadonlyMap<string, number>): Metric {
  return {
    ...{ name: "azimuth_log_lines_total", type: "counter", help: "Lines of the server's log by level." },
    samples: LEVELS.map((level) => [{ level }, byLevel.get(level) ?? 0]),
  };
}

function running(
  name: string,
  help: string,
  counts: ReadonlyMap<string, number>,
  collections: readonly string[],
): Metric {
  // The collection that a snapshot restores may not exist yet.
  const names = [...new Set([...counts.keys(), ...collections])].slice(0, MOST_COLLECTIONS);
  const samples = names.map((collection) => [{ collection }, counts.get(collection) ?? 0] as const);
  return { name, type: "gauge", help, samples };
}
