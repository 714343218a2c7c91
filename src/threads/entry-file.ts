// Where the entry of a thread is as a file, compiled or not.
// The decision: the entry is named without its extension. Compiled code finds `entry.js`; sources run by the test runner are
// bundled into one text, once in a process, because a thread that compiles TypeScript itself takes 200 ms more to start. The
// build of the library puts another module in the place of this one, because bundlers of other people would look for esbuild.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { CODE_ROOT } from "./code-root.ts";
import { scriptOf } from "./script-url.ts";

/** What a thread is started from. */
interface EntryFile {
  readonly url: URL;
  /** Instead of the flags of this process. */
  readonly execArgv?: string[];
}

/** What is used of esbuild, which is no part of the product. */
interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly [{ readonly text: string }] };
}

const bundled = new Map<string, URL>();

export function fileOf(entry: string): EntryFile {
  if (!import.meta.url.endsWith(".ts")) return { url: new URL(`${entry}.js`, CODE_ROOT) };
  const url = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, url);
  // The flags say how this process compiles TypeScript.
  return { url, execArgv: [] };
}

function bundle(entry: string): URL {
  // `import.meta.resolve` is missing where a test runner loads this file with `require`.
  const { buildSync }: Bundler = createRequire(import.meta.url)("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`${entry}.ts`, CODE_ROOT))],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20.19",
    keepNames: true,
    // From which `code-root.ts` finds the engine's modules.
    define: { "import.meta.url": JSON.stringify(new URL("threads/code-root.ts", CODE_ROOT).href) },
  });
  return scriptOf(outputFiles[0].text, entry);
}
