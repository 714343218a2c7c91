// The readings of the last ten minutes, in the memory of this page, and the series that charts show.
import { type Exposition, sumOf } from "./exposition.ts";
import { type AcceptsLabels, growth, quantiles } from "./rates.ts";

export interface Reading {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly figures: Exposition;
}

/** One line of a chart. */
interface ShownSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface Series {
  readonly times: readonly number[];
  readonly lines: readonly ShownSeries[];
}

const KEPT_SECONDS = 600;
const MAX_ROUTES = 5;
const SHARES = [0.5, 0.95, 0.99];
/** The requests that the console sends by itself are not counted. */
const OWN = new Set(["/metrics", "/status", "/status/collections", "(ui)", "(preflight)"]);
export const isAsked: AcceptsLabels = ({ endpoint }) => endpoint === undefined || !OWN.has(endpoint);

export function append(history: readonly Reading[], reading: Reading): readonly Reading[] {
  const first = history.findIndex(({ at }) => at >= reading.at - KEPT_SECONDS);
  return [...(first < 0 ? [] : history.slice(first)), reading];
}

/** Returns the readings of the last seconds and one before, which the first difference needs. */
export function lastSeconds(history: readonly Reading[], seconds: number): readonly Reading[] {
  const end = history.at(-1)?.at ?? 0;
  const first = history.findIndex(({ at }) => at >= end - seconds);
  return first < 0 ? [] : history.slice(Math.max(0, first - 1));
}

const timesOf = (history: readonly Reading[]) => history.slice(1).map(({ at }) => at);

function eachPair<T>(history: readonly Reading[], make: (before: Reading, now: Reading) => T): T[] {
  return history.slice(1).map((now, i) => make(history[i]!, now));
}

/** Returns rates per second, one line for each group: the largest groups, and the sum of the others. */
export function rates(
  history: readonly Reading[],
  name: string,
  group: (labels: Readonly<Record<string, string>>) => string | null,
  most = MAX_ROUTES,
): Series {
  const steps = eachPair(history, (before, now) => ({
    seconds: Math.max(0.001, now.at - before.at),
    grown: growth(before.figures, now.figures, name, group),
  }));
  const totals = new Map<string, number>();
  for (const { grown } of steps)
    for (const [key, value] of grown) totals.set(key, (totals.get(key) ?? 0) + value);
  const busiest = [...totals].filter(([, total]) => total > 0);
  const keys = busiest.sort(([, a], [, b]) => b - a).map(([key]) => key);
  const lines: ShownSeries[] = keys.slice(0, most).map((key) => ({
    name: key,
    values: steps.map(({ grown, seconds }) => (grown.get(key) ?? 0) / seconds),
  }));
  const rest = keys.slice(most);
  if (rest.length > 0)
    lines.push({
      name: `${rest.length} others`,
      values: steps.map(
        ({ grown, seconds }) => rest.reduce((sum, key) => sum + (grown.get(key) ?? 0), 0) / seconds,
      ),
    });
  return { times: timesOf(history), lines };
}

/** Returns p50, p95 and p99 of a histogram, in seconds. */
export function latencies(history: readonly Reading[], name: string, accepts?: AcceptsLabels): Series {
  const steps = eachPair(history, (before, now) =>
    quantiles(before.figures, now.figures, name, SHARES, accepts),
  );
  const isKnown = history.some(({ figures }) => figures.has(`${name}_bucket`));
  const lines = isKnown
    ? SHARES.map((share, i) => ({ name: `p${share * 100}`, values: steps.map((step) => step[i]!) }))
    : [];
  return { times: timesOf(history), lines };
}

/** Returns the values of gauges; those that the server does not report are left out. */
export function levels(history: readonly Reading[], names: Readonly<Record<string, string>>): Series {
  const lines = Object.entries(names).map(([name, metric]) => ({
    name,
    values: history.slice(1).map(({ figures }) => sumOf(figures, metric)),
  }));
  return {
    times: timesOf(history),
    lines: lines.filter(({ values }) => values.some((value) => value !== null)),
  };
}
