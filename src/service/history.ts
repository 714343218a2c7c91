// Use cases of the last hour of the server: the figures that the console draws, and the slow requests.
// The decision: the figures are sampled by a timer and not while requests are answered, so they cost the same whatever
// the load is. Requests for figures are left out, because the console makes them while it shows them.
import type { Database } from "../core/database/database.ts";
import { type Distribution, quantileOf } from "../metrics/histogram.ts";
import { History } from "../metrics/history.ts";
import { isAboutFigures, type ObservedRequests } from "../metrics/requests.ts";
import type { Series, Traffics } from "../metrics/traffic.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { ChartName, HistoryRequest, ServerHistory, SlowRequests } from "../schema/history.ts";
import type { HostInfo } from "./server.ts";

const SAMPLE_MS = 2_000;
/** An hour. */
const SAMPLES = 1_800;
const SHARES = [0.5, 0.95, 0.99];
/** Digits of a sample. */
const DIGITS = 4;
/** Separates the chart from the name of a line; no name contains it. */
const TAB = "\t";

interface HistoryParts {
  readonly database: Database;
  readonly traffic: Traffics;
  readonly requests: ObservedRequests;
  readonly slowMs: number;
  readonly host: Pick<HostInfo, "residentBytes" | "loopDelay">;
  readonly maxVectors: () => number;
  readonly clock: Clock;
}

export class HistoryService {
  readonly #parts: HistoryParts;
  readonly #history = new History(SAMPLES);
  /** Counters and distributions at the last sample, by line. */
  readonly #counted = new Map<string, number>();
  readonly #distributed = new Map<string, readonly number[]>();
  #sampledAt: number;
  #cancel = () => {};

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#sampledAt = parts.clock.now();
  }

  /** Takes samples from now on. */
  start(): void {
    this.#cancel = this.#parts.clock.after(SAMPLE_MS, () => {
      void this.sample().catch(() => {});
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }

  async history({ since }: HistoryRequest): Promise<ServerHistory> {
    const { times, lines } = this.#history.since(Number(since ?? 0) || 0);
    return {
      times: [...times],
      lines: Array.from(lines, ([key, values]) => {
        const [chart, name] = key.split(TAB) as [ChartName, string];
        return { chart, name, values: [...values] };
      }),
    };
  }

  async slowRequests(): Promise<SlowRequests> {
    const { requests, slowMs } = this.#parts;
    const slow = requests.slow.map((request) => ({ ...request, at: new Date(request.at).toISOString() }));
    return { slow_ms: slowMs, requests: slow };
  }

  async sample(): Promise<void> {
    const { clock, database, traffic, host, requests, maxVectors } = this.#parts;
    const status = database.ready ? await database.status() : null;
    const now = clock.now();
    const seconds = (now - this.#sampledAt) / 1000;
    // The clock was set back: this sample is left out.
    this.#sampledAt = now;
    if (seconds <= 0) return;
    const values = new Map<string, number>();
    const add = (chart: ChartName, name: string, value: number | null) => {
      if (value !== null && Number.isFinite(value))
        values.set(`${chart}${TAB}${name}`, Number(value.toPrecision(DIGITS)));
    };
    const grow = (chart: ChartName, name: string, total: number) =>
      add(chart, name, this.#growth(`${chart}${TAB}${name}`, total) / seconds);
    const asked = traffic.rest.all.filter(({ endpoint }) => !isAboutFigures(endpoint));
    for (const series of asked) {
      const route = `${series.method} ${series.endpoint}`;
      grow("routes", route, countOf(series));
      if (series.failed > 0) grow("errors", route, series.failed);
    }
    for (const [code, total] of byStatus(asked)) grow("statuses", String(code), total);
    for (const series of traffic.grpc.all) grow("calls", series.method, countOf(series));
    for (const [name, { requests: many, ms }] of requests.collections) {
      const grown = this.#growth(`requests${TAB}${name}`, many);
      const spent = this.#growth(`ms${TAB}${name}`, ms);
      add("collections", name, grown / seconds);
      if (grown > 0) add("collection_latency", name, spent / 1000 / grown);
    }
    const spread = (chart: ChartName, distribution: Distribution | null) => {
      const grown = distribution && this.#grown(chart, distribution);
      for (const share of SHARES) add(chart, `p${share * 100}`, grown && quantileOf(grown, share));
    };
    spread("latency", together(asked));
    spread("event_loop", host.loopDelay());
    spread("fsync", status?.log.syncSeconds ?? null);
    const { used, limit } = database.memory;
    add("memory", "resident", host.residentBytes());
    add("memory", "used of the limit", used);
    add("memory", "limit", limit < Number.MAX_SAFE_INTEGER ? limit : null);
    add("memory", "WASM", status?.wasmBytes ?? null);
    add("vectors", "vectors", status && database.vectors);
    add("vectors", "cap", maxVectors());
    this.#history.add(now / 1000, values);
  }

  /** Returns by how much a counter has grown since the last sample. */
  #growth(key: string, total: number): number {
    const before = this.#counted.get(key) ?? 0;
    this.#counted.set(key, total);
    // A counter that was given up has begun again.
    return total >= before ? total - before : total;
  }

  #grown(key: string, { bounds, counts }: Distribution): Omit<Distribution, "sum"> {
    const before = this.#distributed.get(key) ?? [];
    this.#distributed.set(key, counts);
    return { bounds, counts: counts.map((count, i) => count - (before[i] ?? 0)) };
  }
}

function countOf({ byStatus }: Series): number {
  let sum = 0;
  for (const count of byStatus.values()) sum += count;
  return sum;
}

function byStatus(all: readonly Series[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [status, count] of all.flatMap((series) => [...series.byStatus]))
    sums.set(status, (sums.get(status) ?? 0) + count);
  return sums;
}

/** Adds up the durations of all; null if there are none. */
function together(all: readonly Series[]): Distribution | null {
  const distributions = all.map(({ durations }) => durations.distribution);
  const [first] = distributions;
  if (!first) return null;
  const counts = first.counts.map((_, i) => distributions.reduce((sum, { counts }) => sum + counts[i]!, 0));
  return { bounds: first.bounds, counts, sum: 0 };
}
