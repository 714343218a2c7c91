// The log of a database that is not to last: it counts, and keeps nothing.
import type { Log, LogRecord, LogReport, LogStats } from "./log.ts";

export class NoLog implements Log {
  #lastLsn = 0;

  async open(): Promise<LogReport> {
    return { firstLsn: 1, lastLsn: 0, torn: null, unclean: false };
  }

  async readNext(): Promise<LogRecord[]> {
    return [];
  }

  async append(): Promise<number> {
    return ++this.#lastLsn;
  }

  async trim(): Promise<number> {
    return 0;
  }

  async roll(): Promise<void> {}

  async stats(): Promise<LogStats> {
    const lastLsn = this.#lastLsn;
    const syncMs = { p50: 0, p99: 0, max: 0 };
    return { bytes: 0, segments: 0, firstLsn: lastLsn + 1, lastLsn, state: "ok", commits: lastLsn, syncMs };
  }

  async close(): Promise<void> {}
}
