// The entry of the thread of the log. Its blocking calls delay no requests, and other work does not delay a commit.
import { parentPort, workerData } from "node:worker_threads";
import { type ErrorMessage, toErrorMessage } from "../errors/message.ts";
import { collectGarbage } from "../threads/garbage.ts";
import { serveCalls } from "../threads/remote.ts";
import { LocalLog, type LogOptions } from "./local-log.ts";
import type { LogRecord, NewRecord } from "./log.ts";
import type { ServedLog } from "./log-thread.ts";
import { nodeFs } from "./node-fs.ts";

/** When buffers are freed after a replay: once the first requests, which wait for the replay, have been answered. */
const TIDY_MS = 1000;

/**
 * A log that frees buffers after a replay. The heap of this thread is so small that garbage collection may not run by
 * itself.
 */
class TidyLog extends LocalLog implements ServedLog {
  #hasRead = false;

  appendAll(records: readonly NewRecord[]): Promise<(number | ErrorMessage)[]> {
    return Promise.all(records.map((record) => this.append(record).catch(toErrorMessage)));
  }

  override async read(fromLsn: number): Promise<LogRecord[]> {
    const records = await super.read(fromLsn);
    if (records.length === 0 && this.#hasRead) setTimeout(collectGarbage, TIDY_MS).unref();
    this.#hasRead = records.length > 0;
    return records;
  }
}

const { dataDir, options } = workerData as { dataDir: string; options: LogOptions };
serveCalls(parentPort!, new TidyLog(nodeFs, dataDir, options));
