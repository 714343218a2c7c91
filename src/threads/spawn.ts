// Starts a worker thread from a source file, compiled or not.
// The decision: the entry is named without its extension. Compiled code finds `entry.js`; sources run by the test runner
// find `entry.ts`, and the thread first registers the same TypeScript loader.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { BUNDLED } from "./bundled.ts";
import { CODE_ROOT } from "./code-root.ts";

/**
 * @param entry path of the file from the root of the code, without extension, such as `storage/log-worker`
 * @param data handed to the thread as `workerData`
 */
export function spawnThread(entry: string, data: unknown): Worker {
  const source = BUNDLED?.threads[entry];
  if (source !== undefined) return new Worker(scriptOf(source), { workerData: data });
  const compiled = !import.meta.url.endsWith(".ts");
  const url = new URL(`${entry}${compiled ? ".js" : ".ts"}`, CODE_ROOT);
  return compiled ? new Worker(url, { workerData: data }) : new Worker(bootstrap(url), { workerData: data });
}

function bootstrap(entry: URL): URL {
  // `import.meta.resolve` is missing where a test runner loads this file with `require`.
  const found = createRequire(import.meta.url).resolve("tsx/esm/api");
  const loader = JSON.stringify(pathToFileURL(found.replace(/cjs$/, "mjs")).href);
  const source = `import { register } from ${loader}; register(); await import(${JSON.stringify(entry.href)});`;
  return scriptOf(source);
}

function scriptOf(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
