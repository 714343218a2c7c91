// The thread the log runs on: its blocking calls hold up nobody else, and nobody else's work holds up a commit.
import { parentPort, workerData } from "node:worker_threads";
import { serveCalls } from "../threads/remote.ts";
import { LocalLog, type LogOptions } from "./log.ts";
import { nodeFs } from "./node-fs.ts";

const { dataDir, options } = workerData as { dataDir: string; options: LogOptions };
serveCalls(parentPort!, new LocalLog(nodeFs, dataDir, options));
