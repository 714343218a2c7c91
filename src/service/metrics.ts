// Writes metrics in the text format of Prometheus, version 0.0.4.
// The decision: the list is made for each request, and there is no registry: values are counted where they arise. Names
// without `azimuth_` are those that vector databases have in common.
import type { DatabaseStatus } from "../core/database/status.ts";
import type { Distribution } from "../metrics/histogram.ts";
import type { Problem } from "../schema/status.ts";

/** One line: its labels and its value; a value of null is left out. */
type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number | null, suffix?: string];

export interface Metric {
  readonly name: string;
  /** `untyped` marks gauges whose common name ends like that of a counter. */
  readonly type: "gauge" | "counter" | "histogram" | "summary" | "untyped";
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** The number of collections that have samples of their own. */
export const MAX_REPORTED_COLLECTIONS = 200;

export function gauge(name: string, help: string, value: number | null): Metric {
  return { name, type: "gauge", help, samples: [[{}, value]] };
}

export function counter(name: string, help: string, value: number): Metric {
  return { name, type: "counter", help, samples: [[{}, value]] };
}

/** Makes a gauge whose name ends in _total. */
export function total(name: string, help: string, value: number): Metric {
  return { name, type: "untyped", help, samples: [[{}, value]] };
}

/** @param all distributions by their labels; the count of each bound includes those below it */
export function histogram(
  name: string,
  help: string,
  all: readonly (readonly [labels: Labels, distribution: Distribution])[],
): Metric {
  return { name, type: "histogram", help, samples: all.flatMap((series) => histogramSamples(...series)) };
}

function histogramSamples(labels: Labels, { bounds, counts, sum }: Distribution): Sample[] {
  let total = 0;
  const buckets = counts.map((count, i): Sample => {
    total += count;
    return [{ ...labels, le: i < bounds.length ? String(bounds[i]) : "+Inf" }, total, "_bucket"];
  });
  return [...buckets, [labels, sum, "_sum"], [labels, total, "_count"]];
}

/** Returns the whole response. It also lists metrics without a value, with their type and help. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(textOf).join("");
}

function textOf({ name, type, help, samples }: Metric): string {
  const lines = samples.flatMap(([labels, value, suffix = ""]) =>
    value === null ? [] : `${name}${suffix}${labelsText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelsText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}

/** Returns the metrics of log, checkpoints and collections of a database that is ready. */
export function databaseMetrics(
  { log, checkpoint, damaged, collections, wasmBytes }: DatabaseStatus,
  now: number,
): Metric[] {
  const { p50, p99, max } = log.syncMs;
  const age = checkpoint?.takenAt == null ? null : (now - checkpoint.takenAt) / 1000;
  return [
    total("collections_total", "Collections, those marked as deleted included.", collections),
    gauge("azimuth_collections_damaged", "Collections that cannot be used.", damaged.length),
    gauge("azimuth_wasm_memory_bytes", "Linear memory of all segments.", wasmBytes),
    gauge("azimuth_log_bytes", "Bytes of all files of the log.", log.bytes),
    gauge("azimuth_log_segments", "Files of the log that hold records.", log.segments),
    gauge("azimuth_log_first_lsn", "The oldest record in the log.", log.firstLsn),
    gauge("azimuth_log_last_lsn", "The newest record in the log.", log.lastLsn),
    counter("azimuth_log_commits_total", "Groups of records made durable since the start.", log.commits),
    {
      name: "azimuth_log_fsync_seconds",
      type: "summary",
      help: "Duration of commits to disk; quantiles are of the last 512, 1 is the slowest.",
      samples: [
        [{ quantile: "0.5" }, p50 / 1000],
        [{ quantile: "0.99" }, p99 / 1000],
        [{ quantile: "1" }, max / 1000],
        [{}, log.syncSeconds.sum, "_sum"],
        [{}, log.syncSeconds.counts.reduce((sum, count) => sum + count, 0), "_count"],
      ],
    },
    histogram("azimuth_log_fsync_duration_seconds", "Duration of commits to disk.", [[{}, log.syncSeconds]]),
    ...(checkpoint === null
      ? []
      : [
          gauge("azimuth_checkpoint_number", "The newest checkpoint; 0: there is none.", checkpoint.number),
          gauge("azimuth_checkpoint_lsn", "The last LSN that the newest checkpoint covers.", checkpoint.lsn),
          gauge("azimuth_checkpoint_age_seconds", "Age of the newest checkpoint since the start.", age),
          gauge(
            "azimuth_checkpoint_duration_seconds",
            "Duration of the newest checkpoint.",
            seconds(checkpoint.tookMs),
          ),
          counter("azimuth_checkpoint_failures_total", "Checkpoints that failed.", checkpoint.failures),
          gauge(
            "azimuth_checkpoint_pending_bytes",
            "Bytes logged since the newest checkpoint.",
            checkpoint.loggedBytes,
          ),
        ]),
  ];
}

/** Kinds of problems that prevent the use of data. */
const UNUSABLE: readonly Problem["kind"][] = ["read_only", "collection_damaged"];

/** Returns 1 for each kind of problem that exists, and 0 for the others. */
export function degradedMetrics(problems: readonly Problem[]): Metric[] {
  const kinds: Problem["kind"][] = [
    "read_only",
    "disk_full",
    "collection_damaged",
    "checkpoint_failed",
    "no_leader",
    "no_cluster_log",
    "replaced",
  ];
  const samples = kinds.map((reason): Sample => {
    return [{ reason }, problems.some(({ kind }) => kind === reason) ? 1 : 0];
  });
  const isUnusable = problems.some(({ kind }) => UNUSABLE.includes(kind));
  return [
    { name: "azimuth_degraded", type: "gauge", help: "1: the server is degraded by this.", samples },
    gauge(
      "app_status_recovery_mode",
      "1: the storage is read-only, or a collection is damaged and cannot be used.",
      Number(isUnusable),
    ),
  ];
}

export function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
