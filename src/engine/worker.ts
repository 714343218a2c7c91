// The entry of an engine thread: a local engine that answers calls.
import { parentPort, workerData } from "node:worker_threads";
import { MemoryLimit } from "../memory-limit.ts";
import { collectGarbage } from "../threads/garbage.ts";
import { serveCalls } from "../threads/remote.ts";
import { LocalEngine } from "./local.ts";
import type { EngineThreadData } from "./node-threads.ts";

if (!parentPort) throw new Error("engine/worker is the entry of a thread, not of a process");
const { account, ...options } = workerData as EngineThreadData;
const memory = account && MemoryLimit.attach(account);
// Messages that wait are served before the next slice of indexing.
serveCalls(parentPort, new LocalEngine({ ...options, memory, collectGarbage, later: setImmediate }));
