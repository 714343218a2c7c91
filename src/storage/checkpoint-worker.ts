// The thread that writes checkpoints: hundreds of megabytes and their syncs, which hold up neither the log nor requests.
// Where cores are few it gives way to threads that answer.
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "../threads/give-way.ts";
import { serveCalls } from "../threads/remote.ts";
import { Checkpoints } from "./checkpoints.ts";
import { nodeFs } from "./node-fs.ts";

const NICE = 10;

giveWay(NICE);
const { dataDir } = workerData as { dataDir: string };
serveCalls(parentPort!, new Checkpoints(nodeFs, dataDir));
