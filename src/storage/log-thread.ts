// The log on a thread of its own, behind the same interface as the log on this one.
// The decision: bodies cross in shared memory both ways, so a record is never copied between threads.
// If the thread dies, what it was writing may or may not be durable: that is the same as a failed write, and read-only.
import type { Worker } from "node:worker_threads";
import { StorageReadOnly } from "../errors/failures.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import { Remote } from "../threads/remote.ts";
import { Signal } from "../threads/signal.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { LogOptions } from "./local-log.ts";
import { type Log, type LogRecord, type LogReport, type LogStats, type NewRecord, NO_STATS } from "./log.ts";
import { toShared } from "./memory.ts";

export class ThreadLog implements Log {
  /** The thread has ended by itself: nothing can be written any more. */
  readonly failed = new Signal<VectorDbError>();
  readonly #remote: Remote<Log>;
  #dead: StorageReadOnly | undefined;
  #stats: LogStats = NO_STATS;

  /** @param worker a thread that serves the calls of a {@link Log} */
  constructor(worker: Worker) {
    this.#remote = new Remote<Log>(worker, (cause) => {
      this.#dead = new StorageReadOnly({ cause });
      this.failed.note(cause);
    });
  }

  static start(dataDir: string, options: LogOptions = {}): ThreadLog {
    return new ThreadLog(spawnThread("storage/log-worker", { dataDir, options }));
  }

  holds(fromLsn: number, toLsn: number): Promise<boolean> {
    return this.#remote.call("holds", fromLsn, toLsn);
  }

  open(fromLsn?: number): Promise<LogReport> {
    return this.#remote.call("open", fromLsn);
  }

  read(fromLsn: number): Promise<LogRecord[]> {
    return this.#remote.call("read", fromLsn);
  }

  async append(record: NewRecord): Promise<number> {
    try {
      return await this.#remote.call("append", { ...record, body: toShared(record.body) });
    } catch (error) {
      throw this.#dead ?? error;
    }
  }

  trim(lsn: number): Promise<number> {
    return this.#remote.call("trim", lsn);
  }

  async roll(): Promise<void> {
    try {
      await this.#remote.call("roll");
    } catch (error) {
      throw this.#dead ?? error;
    }
  }

  /** Goes on saying what was known last, and that nothing can be written, once the thread has died. */
  async stats(): Promise<LogStats> {
    try {
      this.#stats = await this.#remote.call("stats");
    } catch (error) {
      if (this.#dead === undefined) throw error;
      this.#stats = { ...this.#stats, state: "read-only" };
    }
    return this.#stats;
  }

  async close(): Promise<void> {
    try {
      await this.#remote.call("close");
    } finally {
      await this.#remote.terminate();
    }
  }
}
