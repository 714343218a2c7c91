// The thread that writes checkpoints: hundreds of megabytes and their syncs, which hold up neither the log nor requests.
import { parentPort, workerData } from "node:worker_threads";
import { serveCalls } from "../threads/remote.ts";
import { Checkpoints } from "./checkpoints.ts";
import { nodeFs } from "./node-fs.ts";

const { dataDir } = workerData as { dataDir: string };
serveCalls(parentPort!, new Checkpoints(nodeFs, dataDir));
