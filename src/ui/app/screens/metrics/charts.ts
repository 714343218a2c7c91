// The list of charts and what each shows.
import { bytes, milliseconds, shortCount } from "../../kit/format.ts";
import { busiest, type ChartName, type History, levels, type Series, slowest } from "./history.ts";

export interface ChartKind {
  readonly title: string;
  readonly unit: string;
  read(history: History): Series;
  format(value: number): string;
}

const perSecond = (value: number): string => (value < 10 ? value.toFixed(1) : shortCount(value));
const duration = (seconds: number): string => milliseconds(seconds * 1000);

/** A chart of rates, with its busiest lines. */
function rates(title: string, chart: ChartName): ChartKind {
  return {
    title,
    unit: "per second",
    read: (history) => shortened(busiest(history, chart)),
    format: perSecond,
  };
}

/** Shortens the placeholder of a path. */
function shortened({ times, lines }: Series): Series {
  return {
    times,
    lines: lines.map((line) => ({ ...line, name: line.name.replace("{collection_name}", "…") })),
  };
}

/** A level beside a limit that is much higher would be a flat line: the limit is left out of the picture. */
const DISTANT_LIMIT = 4;

function withoutDistantLimit(limit: string, { times, lines }: Series): Series {
  const largest = (of: Series["lines"]) =>
    Math.max(0, ...of.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const rest = lines.filter(({ name }) => name !== limit);
  const own = lines.filter(({ name }) => name === limit);
  return { times, lines: largest(own) <= largest(rest) * DISTANT_LIMIT ? lines : rest };
}

export const CHARTS: readonly ChartKind[] = [
  rates("Requests by route", "routes"),
  rates("Requests by status", "statuses"),
  {
    title: "Latency",
    unit: "REST, all routes",
    read: (history) => levels(history, "latency"),
    format: duration,
  },
  rates("Requests by collection", "collections"),
  {
    title: "Latency by collection",
    unit: "mean per request, slowest first",
    read: (history) => slowest(history, "collection_latency"),
    format: duration,
  },
  rates("Errors by route", "errors"),
  rates("gRPC calls", "calls"),
  {
    title: "Memory",
    unit: "bytes",
    read: (history) => withoutDistantLimit("limit", levels(history, "memory")),
    format: bytes,
  },
  {
    title: "Event-loop delay",
    unit: "delay of timers",
    read: (history) => levels(history, "event_loop"),
    format: duration,
  },
  {
    title: "Log fsync",
    unit: "duration of a commit",
    read: (history) => levels(history, "fsync"),
    format: duration,
  },
  {
    title: "Vectors",
    unit: "as counted by the license",
    read: (history) => withoutDistantLimit("cap", levels(history, "vectors")),
    format: shortCount,
  },
];
