// Metrics of a server's activities: requests, snapshots, and lines of its log.
// The decision: an event that has not happened yet is 0 and not missing, so an alert on it works before the first one.
import type { SnapshotCounts } from "../metrics/snapshots.ts";
import type { Series, Traffics } from "../metrics/traffic.ts";
import { counter, histogram, MAX_REPORTED_COLLECTIONS, type Metric } from "./metrics.ts";

/** @param collections those that have samples of their own */
export function snapshotMetrics(
  { creating, recovering, created, backups }: SnapshotCounts,
  collections: readonly string[],
): Metric[] {
  return [
    counter("snapshot_created_total", "Snapshots made since the start.", created),
    counter("azimuth_backups_total", "Backups made for GET /backup since the start.", backups),
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
  const names = [...new Set([...counts.keys(), ...collections])].slice(0, MAX_REPORTED_COLLECTIONS);
  const samples = names.map((collection) => [{ collection }, counts.get(collection) ?? 0] as const);
  return { name, type: "gauge", help, samples };
}

// Metrics of requests over REST and gRPC, by the names that vector databases have in common. An endpoint is the
// pattern of a path, so no name, id or secret gets into a label.
type Labels = (series: Series) => Record<string, string>;

export function trafficMetrics({ rest, grpc }: Traffics): Metric[] {
  return [
    ...metricsOf("rest", "HTTP requests", rest.all, ({ endpoint, method }) => ({ endpoint, method })),
    ...metricsOf("grpc", "gRPC calls", grpc.all, ({ endpoint }) => ({ method: endpoint })),
  ];
}

function metricsOf(prefix: string, what: string, all: readonly Series[], labels: Labels): Metric[] {
  const answered = all.flatMap((series) =>
    Array.from(series.byStatus, ([status, count]) => {
      return [{ ...labels(series), status: String(status) }, count] as const;
    }),
  );
  const failed = all.map((series) => [labels(series), series.failed] as const);
  const durations = all.map((series) => [labels(series), series.durations.distribution] as const);
  return [
    {
      ...{ name: `${prefix}_responses_total`, type: "counter", samples: answered },
      help: `${what} that were answered, by the pattern of their path and the status.`,
    },
    {
      ...{ name: `${prefix}_responses_fail_total`, type: "counter", samples: failed },
      help: `${what} that were answered with an error, of the client or of the server.`,
    },
    histogram(
      `${prefix}_responses_duration_seconds`,
      `${what}: from the head of the request until the answer is ready to be sent.`,
      durations,
    ),
  ];
}
