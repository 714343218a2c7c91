// Starts a worker thread from its entry: from the text in a bundle of the library, or from a file beside this code.
import { Worker } from "node:worker_threads";
import { BUNDLED } from "./bundled.ts";
import { fileOf } from "./entry-file.ts";
import { scriptOf } from "./script-url.ts";

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

/** @param data passed to the thread as `workerData` */
export function startThread({ url, ...flags }: ThreadSource, data: unknown): Worker {
  return new Worker(new URL(url), { workerData: data, ...flags });
}

/** @param entry see `sourceOf`; @param data see `startThread` */
export function spawnThread(entry: string, data: unknown): Worker {
  return startThread(sourceOf(entry), data);
}
