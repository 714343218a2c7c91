// The figures of the last hour, which the server keeps, and the series that charts show.
// The decision: the whole hour is loaded once, and then only what is new, so the charts are there when the screen
// opens.
import type { ChartName, ServerHistory as History } from "../../../../schema/history.ts";
import { ask } from "../../api/request.ts";

/** One line of a chart. */
interface ShownSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface Series {
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly lines: readonly ShownSeries[];
}

export type { ChartName, History };

const KEPT_SECONDS = 3_600;
const MAX_LINES = 5;
export const NO_HISTORY: History = { times: [], lines: [] };

export async function loadAfter(before: History, signal: AbortSignal): Promise<History> {
  const since = before.times.at(-1) ?? 0;
  return joined(before, await ask<History>("GET", `/status/history?since=${since}`, { signal }));
}

/** Appends later samples, and removes those that are older than an hour. */
export function joined(before: History, next: History): History {
  if (next.times.length === 0) return before;
  const times = [...before.times, ...next.times];
  const first = times.findIndex((at) => at > times.at(-1)! - KEPT_SECONDS);
  const absent = (many: number) => new Array<null>(many).fill(null);
  const keyOf = ({ chart, name }: History["lines"][number]) => `${chart}\t${name}`;
  const later = new Map(next.lines.map((line) => [keyOf(line), line]));
  const known = before.lines.map((line) => {
    const values = later.get(keyOf(line))?.values ?? absent(next.times.length);
    later.delete(keyOf(line));
    return { ...line, values: [...line.values, ...values].slice(first) };
  });
  const fresh = [...later.values()].map((line) => ({
    ...line,
    values: [...absent(before.times.length), ...line.values].slice(first),
  }));
  return { times: times.slice(first), lines: [...known, ...fresh] };
}

/** Returns the samples of the last seconds. */
export function lastSeconds({ times, lines }: History, seconds: number): History {
  const end = times.at(-1) ?? 0;
  const first = Math.max(
    0,
    times.findIndex((at) => at > end - seconds),
  );
  return {
    times: times.slice(first),
    lines: lines.map((line) => ({ ...line, values: line.values.slice(first) })),
  };
}

/** Returns the lines of a chart that have values. */
export function levels({ times, lines }: History, chart: ChartName): Series {
  const own = lines.filter((line) => line.chart === chart && line.values.some((value) => value !== null));
  return { times, lines: own };
}

/** Returns the busiest lines of a chart, and the sum of the others. */
export function busiest(history: History, chart: ChartName, most = MAX_LINES): Series {
  const totals = levels(history, chart).lines.map(({ name, values }) => ({
    name,
    values: values.map((value) => value ?? 0),
    total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  }));
  const busy = totals.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
  const rest = busy.slice(most);
  const others = {
    name: `${rest.length} others`,
    values: history.times.map((_, i) => rest.reduce((sum, { values }) => sum + values[i]!, 0)),
  };
  const lines = busy.slice(0, most).map(({ name, values }) => ({ name, values }));
  return { times: history.times, lines: rest.length > 0 ? [...lines, others] : lines };
}

/** Returns the lines of a chart with the largest values. */
export function slowest(history: History, chart: ChartName, most = MAX_LINES): Series {
  const { times, lines } = levels(history, chart);
  const peak = ({ values }: ShownSeries) =>
    values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
  return { times, lines: lines.toSorted((a, b) => peak(b) - peak(a)).slice(0, most) };
}
