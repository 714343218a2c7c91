// Where the entry of a thread is as a file, compiled or not.
// The decision: the entry is named without its extension. Compiled code finds `entry.js`; sources run by the test runner find
// `entry.ts`, and the thread first registers the same TypeScript loader. The build of the library puts another module in the
// place of this one, because bundlers of other people would look for that loader.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { CODE_ROOT } from "./code-root.ts";
import { scriptOf } from "./script-url.ts";

export function fileOf(entry: string): URL {
  const compiled = !import.meta.url.endsWith(".ts");
  const url = new URL(`${entry}${compiled ? ".js" : ".ts"}`, CODE_ROOT);
  return compiled ? url : withLoader(url);
}

function withLoader(entry: URL): URL {
  // `import.meta.resolve` is missing where a test runner loads this file with `require`.
  const found = createRequire(import.meta.url).resolve("tsx/esm/api");
  const loader = JSON.stringify(pathToFileURL(found.replace(/cjs$/, "mjs")).href);
  return scriptOf(
    `import { register } from ${loader}; register(); await import(${JSON.stringify(entry.href)});`,
  );
}
