// Starts a worker thread from its entry: from the text in a bundle of the library, or from a file beside this code.
import { Worker } from "node:worker_threads";
import { BUNDLED } from "./bundled.ts";
import { fileOf } from "./entry-file.ts";
import { scriptOf } from "./script-url.ts";

/**
 * @param entry path of the file from the root of the code, without extension, such as `storage/log-worker`
 * @param data passed to the thread as `workerData`
 */
export function spawnThread(entry: string, data: unknown): Worker {
  const source = BUNDLED?.threads[entry];
  const { url, execArgv } = source === undefined ? fileOf(entry) : { url: scriptOf(source, entry) };
  return new Worker(url, { workerData: data, ...(execArgv && { execArgv }) });
}
