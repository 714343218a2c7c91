// The log of a database without a directory. The decision: it counts records and keeps none.
import { type Log, type LogRecord, type LogReport, type LogStats, NO_STATS } from "./log.ts";

export class NoLog implements Log {
  #lastLsn = 0;

  async holds(): Promise<boolean> {
    return false;
  }

  async open(): Promise<LogReport> {
    return { firstLsn: 1, lastLsn: 0, torn: null, unclean: false };
  }

  async read(): Promise<LogRecord[]> {
    return [];
  }

  async append(): Promise<number> {
    return ++this.#lastLsn;
  }

  async trim(): Promise<number> {
    return 0;
  }

  async sync(): Promise<void> {}

  async roll(): Promise<void> {}

  async stats(): Promise<LogStats> {
    const lastLsn = this.#lastLsn;
    return { ...NO_STATS, firstLsn: lastLsn + 1, lastLsn, state: "ok", commits: lastLsn };
  }

  async close(): Promise<void> {}
}
