// The entry of the thread that writes and reads snapshots: a whole collection delays neither the log nor requests.
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../threads/lower-priority.ts";
import { serveCalls } from "../threads/remote.ts";
import { nodeFs } from "./node-fs.ts";
import { Snapshots } from "./snapshots.ts";

const NICE = 10;

lowerPriority(NICE);
const { dataDir } = workerData as { dataDir: string };
serveCalls(parentPort!, new Snapshots(nodeFs, dataDir));
