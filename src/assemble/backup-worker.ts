// The entry of the thread that copies a data directory for a download: it delays neither the log nor requests.
import { parentPort, workerData } from "node:worker_threads";
import { droppedCollection } from "../core/record/record.ts";
import { BackupCopies } from "../storage/backup-copies.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { lowerPriority } from "../threads/lower-priority.ts";
import { serveCalls } from "../threads/remote.ts";

const NICE = 10;

lowerPriority(NICE);
const { dataDir, version } = workerData as { dataDir: string; version: string };
serveCalls(parentPort!, new BackupCopies(nodeFs, dataDir, { version, dropOf: droppedCollection }));
