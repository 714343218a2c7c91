// Metrics of requests over REST and gRPC, by the names that vector databases have in common.
// The decision: an endpoint is the pattern of a path, so no name, id or secret gets into a label.
import type { Series, Traffics } from "../metrics/traffic.ts";
import { histogram, type Metric } from "./metrics.ts";

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
