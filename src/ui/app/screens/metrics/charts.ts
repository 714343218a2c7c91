// The list of charts and the metrics of each.
import { bytes, milliseconds, shortCount } from "../../kit/format.ts";
import { isAsked, latencies, levels, type Reading, rates, type Series } from "./history.ts";

export interface ChartKind {
  readonly title: string;
  readonly unit: string;
  /** The name of the series that limits the others. */
  readonly limit?: string;
  read(history: readonly Reading[]): Series;
  format(value: number): string;
}

const perSecond = (value: number): string => (value < 10 ? value.toFixed(1) : shortCount(value));
/** A server without a limit tells the largest safe integer. */
const bytesOrNone = (value: number): string => (value < Number.MAX_SAFE_INTEGER ? bytes(value) : "none");
const duration = (seconds: number): string => milliseconds(seconds * 1000);

const routeOf = (labels: Readonly<Record<string, string>>): string | null =>
  isAsked(labels)
    ? `${(labels.method ?? "").toUpperCase()} ${shortened(labels.endpoint ?? "")}`.trim()
    : null;

/** Shortens the placeholder of a path. */
function shortened(endpoint: string): string {
  return endpoint.replace("{collection_name}", "…");
}

export const CHARTS: readonly ChartKind[] = [
  {
    title: "Requests by route",
    unit: "per second",
    read: (history) => rates(history, "rest_responses_total", routeOf),
    format: perSecond,
  },
  {
    title: "Requests by status",
    unit: "per second",
    read: (history) =>
      rates(history, "rest_responses_total", (labels) => (isAsked(labels) ? (labels.status ?? null) : null)),
    format: perSecond,
  },
  {
    title: "Latency",
    unit: "REST, all routes",
    read: (history) => latencies(history, "rest_responses_duration_seconds", isAsked),
    format: duration,
  },
  {
    title: "Errors by route",
    unit: "per second",
    read: (history) => rates(history, "rest_responses_fail_total", routeOf),
    format: perSecond,
  },
  {
    title: "gRPC calls",
    unit: "per second",
    read: (history) => rates(history, "grpc_responses_total", ({ method }) => method ?? null),
    format: perSecond,
  },
  {
    title: "Memory",
    unit: "bytes; the limit applies to used",
    limit: "limit",
    read: (history) =>
      levels(history, {
        resident: "memory_resident_bytes",
        used: "azimuth_memory_used_bytes",
        WebAssembly: "azimuth_wasm_memory_bytes",
        limit: "azimuth_memory_limit_bytes",
      }),
    format: bytesOrNone,
  },
  {
    title: "Event-loop delay",
    unit: "delay of timers",
    read: (history) => latencies(history, "azimuth_event_loop_delay_seconds"),
    format: duration,
  },
  {
    title: "Log fsync",
    unit: "per commit",
    read: (history) => latencies(history, "azimuth_log_fsync_duration_seconds"),
    format: duration,
  },
  {
    title: "Vectors",
    unit: "as counted by the license",
    limit: "limit",
    read: (history) =>
      levels(history, { vectors: "collections_vector_total", limit: "azimuth_vectors_limit" }),
    format: shortCount,
  },
];
