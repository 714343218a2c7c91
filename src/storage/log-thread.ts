// The log in a thread of its own, with the interface of the log in this thread.
// The decision: bodies are passed in shared memory in both directions, so no record is copied between threads. Records
// of one turn of the event loop are passed in one message, as are their LSNs, and those that come while a message is on
// its way wait for its response: the thread commits all that a message has at once. If the thread ends, the record it
// was writing may be durable or not; this is treated as a failed write, and the log becomes read-only.
import type { Worker } from "node:worker_threads";
import { StorageReadOnly } from "../errors/failures.ts";
import { type ErrorMessage, fromErrorMessage } from "../errors/message.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import { defer } from "../scheduling/defer.ts";
import { Remote } from "../threads/remote.ts";
import { Signal } from "../threads/signal.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { LogOptions } from "./local-log.ts";
import { type Log, type LogRecord, type LogReport, type LogStats, type NewRecord, NO_STATS } from "./log.ts";
import { toShared } from "./memory.ts";

/** The log as its thread serves it. */
export interface ServedLog extends Log {
  /** Appends the records, in their order. @returns the LSN of each, or its error */
  appendAll(records: readonly NewRecord[]): Promise<(number | ErrorMessage)[]>;
}

/** Waiting records of this size are passed at once. */
const PROMPT_BYTES = 256 * 1024;

interface Waiting {
  readonly record: NewRecord;
  resolve(lsn: number): void;
  reject(error: unknown): void;
}

export class ThreadLog implements Log {
  /** Is set when the thread has ended by itself; then nothing can be written any more. */
  readonly failed = new Signal<VectorDbError>();
  readonly #remote: Remote<ServedLog>;
  #dead: StorageReadOnly | undefined;
  #stats: LogStats = NO_STATS;
  /** Records that are not passed to the thread yet. */
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** Messages with records that have no response yet. */
  #underWay = 0;
  /** Resolves, and never rejects, when the last of them has its response. */
  #passed: Promise<void> = Promise.resolve();

  /** @param worker a thread that serves the calls of a {@link Log} */
  constructor(worker: Worker) {
    this.#remote = new Remote<ServedLog>(worker, (cause) => {
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
    this.#pass();
    return this.#remote.call("read", fromLsn);
  }

  append({ body, ...record }: NewRecord): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record: { body: toShared(body), ...record }, resolve, reject });
      this.#waitingBytes += body.length;
      if (this.#waitingBytes >= PROMPT_BYTES) this.#pass();
      else if (this.#waiting.length === 1 && this.#underWay === 0) defer(() => this.#pass());
    });
  }

  /** Passes all waiting records to the thread. */
  #pass(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#underWay++;
    const records = group.map(({ record }) => record);
    this.#passed = this.#remote
      .call("appendAll", records)
      .then(
        (results) => {
          for (const [i, result] of results.entries()) settle(group[i]!, result);
        },
        (error) => {
          for (const { reject } of group) reject(this.#dead ?? error);
        },
      )
      .then(() => {
        this.#underWay--;
        if (this.#underWay === 0) this.#pass();
      });
  }

  trim(lsn: number): Promise<number> {
    this.#pass();
    return this.#remote.call("trim", lsn);
  }

  sync(): Promise<void> {
    return this.#ask("sync");
  }

  roll(): Promise<void> {
    return this.#ask("roll");
  }

  async #ask(what: "sync" | "roll"): Promise<void> {
    this.#pass();
    try {
      await this.#remote.call(what);
    } catch (error) {
      throw this.#dead ?? error;
    }
  }

  /**
   * Returns the figures of the log. Once the thread has ended, it returns the last known ones with the state
   * "read-only".
   */
  async stats(): Promise<LogStats> {
    this.#pass();
    try {
      this.#stats = await this.#remote.call("stats");
    } catch (error) {
      if (this.#dead === undefined) throw error;
      this.#stats = { ...this.#stats, state: "read-only" };
    }
    return this.#stats;
  }

  async close(): Promise<void> {
    this.#pass();
    await this.#passed;
    try {
      await this.#remote.call("close");
    } finally {
      await this.#remote.terminate();
    }
  }
}

function settle({ resolve, reject }: Waiting, result: number | ErrorMessage): void {
  if (typeof result === "number") resolve(result);
  else reject(fromErrorMessage(result));
}
