// The entry of the thread that writes checkpoints. Writing hundreds of megabytes and syncing them delays neither the
// log nor requests. On machines with few cores it runs at a lower priority than threads that serve requests.
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../threads/lower-priority.ts";
import { serveCalls } from "../threads/remote.ts";
import { Checkpoints } from "./checkpoints.ts";
import { nodeFs } from "./node-fs.ts";

const NICE = 10;

lowerPriority(NICE);
const { dataDir } = workerData as { dataDir: string };
serveCalls(parentPort!, new Checkpoints(nodeFs, dataDir));
