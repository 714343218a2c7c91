// The entry of an engine thread: a local engine that answers calls, with the files that storage keeps.
// It stands here because it puts engine and storage together, which know nothing of each other.
import { parentPort, workerData } from "node:worker_threads";
import { LocalEngine } from "./engine/local.ts";
import type { EngineThreadData } from "./engine/node-threads.ts";
import { MemoryLimit } from "./memory-limit.ts";
import { nodeFs } from "./storage/node-fs.ts";
import { segmentFilesIn } from "./storage/segment-files.ts";
import { collectGarbage } from "./threads/garbage.ts";
import { giveWay } from "./threads/give-way.ts";
import { serveCalls } from "./threads/remote.ts";

/** The thread that writes and builds graphs; where all cores are busy it gets a share of a ninth beside one that searches. */
const WRITER = 0;
const WRITER_NICE = 10;

if (!parentPort) throw new Error("engine-thread is the entry of a thread, not of a process");
const { module, worker, account, dataDir } = workerData as EngineThreadData;
// Whoever searches goes first.
if (worker === WRITER) giveWay(WRITER_NICE);
const memory = account && MemoryLimit.attach(account);
const files = dataDir === undefined ? undefined : segmentFilesIn(nodeFs, dataDir);
// Messages that wait are served before the next slice of indexing.
const options = { module, worker, memory, files, collectGarbage, later: setImmediate };
serveCalls(parentPort, new LocalEngine(options));
