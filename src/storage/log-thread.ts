// The log in a thread of its own, with the interface of the log in this thread.
// The decision: bodies are passed in shared memory in both directions, so no record is copied between threads. If the
// thread ends, the record it was writing may be durable or not; this is treated as a failed write, and the log becomes
// read-only.
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
  /** Is set when the thread has ended by itself; then nothing can be written any more. */
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

  /**
   * Returns the figures of the log. Once the thread has ended, it returns the last known ones with the state
   * "read-only".
   */
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
