// Starts a worker thread from a source file, compiled or not.
// The decision: the entry is named without its extension. Compiled code finds `entry.js` beside itself; sources run
// by the test runner find `entry.ts`, and the thread first registers the same TypeScript loader.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * Starts `<entry>.js` (or `.ts` when the caller itself runs as TypeScript), next to the file `from`.
 *
 * @param entry file name without extension, relative to `from`, such as `./log-worker`
 * @param from the caller's `import.meta.url`
 * @param data handed to the thread as `workerData`
 */
export function spawnThread(entry: string, from: string, data: unknown): Worker {
  const compiled = !from.endsWith(".ts");
  const url = new URL(`${entry}${compiled ? ".js" : ".ts"}`, from);
  return compiled ? new Worker(url, { workerData: data }) : new Worker(bootstrap(url), { workerData: data });
}

function bootstrap(entry: URL): URL {
  // `import.meta.resolve` is missing where a test runner loads this file with `require`.
  const found = createRequire(import.meta.url).resolve("tsx/esm/api");
  const loader = JSON.stringify(pathToFileURL(found.replace(/cjs$/, "mjs")).href);
  const source = `import { register } from ${loader}; register(); await import(${JSON.stringify(entry.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
