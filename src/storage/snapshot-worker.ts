// The entry of the thread that writes and reads snapshots, or files of deleted points: a whole collection delays
// neither the log nor requests.
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../threads/lower-priority.ts";
import { serveCalls } from "../threads/remote.ts";
import { nodeFs } from "./node-fs.ts";
import { Snapshots } from "./snapshots.ts";

const NICE = 10;

lowerPriority(NICE);
const { dataDir, folder } = workerData as { dataDir: string; folder: string };
serveCalls(parentPort!, new Snapshots(nodeFs, dataDir, folder));
