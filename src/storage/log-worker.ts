// The thread the log runs on: its blocking calls hold up nobody else, and nobody else's work holds up a commit.
import { parentPort, workerData } from "node:worker_threads";
import { collectGarbage } from "../threads/garbage.ts";
import { serveCalls } from "../threads/remote.ts";
import { LocalLog, type LogOptions } from "./local-log.ts";
import type { LogRecord } from "./log.ts";
import { nodeFs } from "./node-fs.ts";

/** What was read for a replay would stay in memory: this thread's heap is too small to be collected by itself. */
class TidyLog extends LocalLog {
  override async read(fromLsn: number): Promise<LogRecord[]> {
    const records = await super.read(fromLsn);
    if (records.length === 0) collectGarbage();
    return records;
  }
}

const { dataDir, options } = workerData as { dataDir: string; options: LogOptions };
serveCalls(parentPort!, new TidyLog(nodeFs, dataDir, options));
