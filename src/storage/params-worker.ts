// The entry of the thread that writes new parameters of the server.
import { parentPort, workerData } from "node:worker_threads";
import { serveCalls } from "../threads/remote.ts";
import { nodeFs } from "./node-fs.ts";
import { LocalParams } from "./params-file.ts";

const { dataDir } = workerData as { dataDir: string };
serveCalls(parentPort!, new LocalParams(nodeFs, dataDir));
