// The entry of an engine thread: a local engine that answers calls.
import { parentPort, workerData } from "node:worker_threads";
import { serveCalls } from "../threads/remote.ts";
import { LocalEngine, type LocalEngineOptions } from "./local.ts";
import { collectGarbage } from "./node-threads.ts";

if (!parentPort) throw new Error("engine/worker is the entry of a thread, not of a process");
const options = workerData as LocalEngineOptions;
// Messages that wait are served before the next slice of indexing.
serveCalls(parentPort, new LocalEngine({ ...options, collectGarbage, later: setImmediate }));
