// What a server is at besides requests, as metrics: snapshots, and lines of its log.
import type { SnapshotCounts } from "../metrics/snapshots.ts";
import { counter, type Metric, MOST_COLLECTIONS } from "./metrics.ts";

export function snapshotMetrics({ creating, recovering, created }: SnapshotCounts): Metric[] {
  return [
    counter("snapshot_created_total", "Snapshots made since the start.", created),
    running("snapshot_creation_running", "Snapshots that are being made.", creating),
    running(
      "snapshot_recovery_running",
      "Collections that are being brought back from a snapshot.",
      recovering,
    ),
  ];
}

export function logLinesMetric(byLevel: ReadonlyMap<string, number>): Metric {
  return {
    ...{ name: "azimuth_log_lines_total", type: "counter", help: "Lines of the server's log by level." },
    samples: Array.from(byLevel, ([level, count]) => [{ level }, count]),
  };
}

function running(name: string, help: string, counts: ReadonlyMap<string, number>): Metric {
  const samples = Array.from(counts, ([collection, count]) => [{ collection }, count] as const);
  return { name, type: "gauge", help, samples: samples.slice(0, MOST_COLLECTIONS) };
}
