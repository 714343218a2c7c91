// Finds the file in which a thread begins, compiled or not.
// The decision: the entry is named without its extension. Compiled code finds `entry.cjs`: a thread that needs no
// loader of modules starts 4 ms sooner. When a test runner runs the sources, they are bundled once in a process into
// such a file beside the packages, because a thread that compiles TypeScript itself takes 200 ms longer to start, and
// one that reads its code from a data URL 15. The library's build replaces this module, because the bundlers of its
// users would look for esbuild.
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CODE_ROOT } from "./code-root.ts";

/** The file that a thread is started from. */
interface EntryFile {
  readonly url: URL;
  /** Flags of the thread, in place of the flags of this process. */
  readonly execArgv?: string[];
}

interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** The part of esbuild that is used here. esbuild is needed for development only. */
interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly [OutputFile] };
}

const HOME = new URL("../node_modules/.cache/azimuth-threads/", CODE_ROOT);
const bundled = new Map<string, URL>();

export function fileOf(entry: string): EntryFile {
  if (!import.meta.url.endsWith(".ts")) return { url: new URL(`${entry}.cjs`, CODE_ROOT) };
  const url = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, url);
  // The flags of this process tell it how to compile TypeScript; the file is compiled.
  return { url, execArgv: [] };
}

function bundle(entry: string): URL {
  // `import.meta.resolve` is missing where a test runner loads this file with `require`.
  const { buildSync }: Bundler = createRequire(import.meta.url)("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`${entry}.ts`, CODE_ROOT))],
    bundle: true,
    write: false,
    outdir: fileURLToPath(HOME),
    entryNames: "[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node20.19",
    // `code-root.ts` finds the engine's modules by this URL.
    define: { "import.meta.url": JSON.stringify(new URL("threads/code-root.ts", CODE_ROOT).href) },
  });
  return kept(outputFiles[0]);
}

/** Writes another file first, because other processes read this one. */
function kept({ path, text }: OutputFile): URL {
  if (!existsSync(path)) {
    const part = `${path}.${process.pid}`;
    mkdirSync(HOME, { recursive: true });
    writeFileSync(part, text);
    renameSync(part, path);
  }
  return pathToFileURL(path);
}
