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
function ofBusiest(title: string, unit: string, chart: ChartName): ChartKind {
  return { title, unit, read: (history) => shortened(busiest(history, chart)), format: perSecond };
}

function ofLevels(
  title: string,
  unit: string,
  chart: ChartName,
  format: (value: number) => string,
): ChartKind {
  return { title, unit, read: (history) => levels(history, chart), format };
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
  const largest = (of: readonly (number | null)[]) =>
    of.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const rest = lines.filter(({ name }) => name !== limit);
  const most = Math.max(0, ...rest.map(({ values }) => largest(values)));
  const own = lines.find(({ name }) => name === limit);
  return { times, lines: own && largest(own.values) <= most * DISTANT_LIMIT ? lines : rest };
}

function ofLimited(
  title: string,
  unit: string,
  chart: ChartName,
  limit: string,
  format: (value: number) => string,
): ChartKind {
  return { title, unit, read: (history) => withoutDistantLimit(limit, levels(history, chart)), format };
}

export const CHARTS: readonly ChartKind[] = [
  ofBusiest("Requests by route", "per second", "routes"),
  ofBusiest("Requests by status", "per second", "statuses"),
  ofLevels("Latency", "REST, all routes", "latency", duration),
  ofBusiest("Requests by collection", "per second", "collections"),
  {
    title: "Latency by collection",
    unit: "mean per request, slowest first",
    read: (history) => slowest(history, "collection_latency"),
    format: duration,
  },
  ofBusiest("Errors by route", "per second", "errors"),
  ofBusiest("gRPC calls", "per second", "calls"),
  ofLimited("Memory", "bytes", "memory", "limit", bytes),
  ofLevels("Event-loop delay", "delay of timers", "event_loop", duration),
  ofLevels("Log fsync", "duration of a commit", "fsync", duration),
  ofLimited("Vectors", "as counted by the license", "vectors", "cap", shortCount),
];
