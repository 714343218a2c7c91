// Starts a worker thread from its entry: from the text in a bundle of the library, or from a file beside this code.
// The decision: the young generation of a thread stays small. What a thread allocates is short-lived, and V8 would let
// each of them grow to 48 MB and give nothing back.
import { Worker } from "node:worker_threads";
import { BUNDLED } from "./bundled.ts";
import { fileOf } from "./entry-file.ts";
import { scriptOf } from "./script-url.ts";
import { keepYoungGeneration } from "./young-generation.ts";

/** The script of a thread. It can be sent to another thread, which has no bundle to find it in. */
export interface ThreadSource {
  readonly url: string;
  /** Flags of the thread, in place of the flags of this process. */
  readonly execArgv?: string[];
}

/** @param entry path of the file from the root of the code, without extension, such as `storage/log-worker` */
export function sourceOf(entry: string): ThreadSource {
  const source = BUNDLED?.threads[entry];
  const { url, ...flags } = source === undefined ? fileOf(entry) : { url: scriptOf(source, entry) };
  return { url: url.href, ...flags };
}

/** The size of the young generation in megabytes: three spaces, of which one is collected at a time. */
const YOUNG_GENERATION_MB = 4;

/** @param data passed to the thread as `workerData` */
export function startThread({ url, ...flags }: ThreadSource, data: unknown): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  const worker = new Worker(new URL(url), { workerData: data, resourceLimits, ...flags });
  worker.once("online", keepYoungGeneration);
  return worker;
}

/** @param entry see `sourceOf`; @param data see `startThread` */
export function spawnThread(entry: string, data: unknown): Worker {
  return startThread(sourceOf(entry), data);
}
