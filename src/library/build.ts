// Builds the three entries of the npm package from the sources; `dist/lib/` then holds all that they need.
// The decision: each entry is one file without dependencies; the entry for pages is a few files in one folder. Files
// that a server has beside its code (the engine, the code of threads) are included as text, so a bundle works wherever
// it is: copied, bundled again, or loaded by a page.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { commonDeclarations, entryDeclarations } from "./declarations.ts";
import { licensesOf } from "./licenses.ts";
import { forPages, inside } from "./plugins.ts";
import { sbomOf } from "./sbom.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = `${ROOT}dist/lib/`;
const THREADS = [
  "engine-thread",
  "storage/log-worker",
  "storage/checkpoint-worker",
  "storage/snapshot-worker",
];
const ENGINES = ["release", "relaxed"];

const COMMON: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  metafile: true,
  logLevel: "warning",
  legalComments: "none",
};
/** Options for code that runs in every browser and in Node. */
const ANYWHERE: BuildOptions = { ...COMMON, platform: "neutral", target: "es2022", conditions: ["browser"] };
const NODE: BuildOptions = { ...COMMON, platform: "node", target: "node20.19" };

const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { version: string };
/** Bundler reports of the entries. */
const metafiles: Metafile[] = [];
/** Bundler reports of all bundles of the package. They tell which packages are included. */
const contained: Metafile[] = [];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const threads = Object.fromEntries(
  await Promise.all(THREADS.map(async (entry) => [entry, await textOf(entry)])),
);
const engines = Object.fromEntries(
  ENGINES.map((name) => [name, readFileSync(`${ROOT}build/${name}.wasm`, "base64")]),
);
const whole = { version, engines, threads };
for (const [format, ending] of [
  ["esm", "js"],
  ["cjs", "cjs"],
] as const) {
  await bundle({ ...NODE, format, plugins: [inside(whole)] }, "src/index.ts", `index.${ending}`);
  const client = { ...ANYWHERE, format, plugins: [inside(), forPages()] };
  await bundle(client, "src/client/index.ts", `client.${ending}`);
}
const paged = { version, engines: { release: engines.release! }, threads: {} };
await bundlePages({ ...ANYWHERE, plugins: [inside(paged), forPages()] });

await notePackages({ ...NODE, entryPoints: ["src/main.ts"] });
await notePackages({
  ...ANYWHERE,
  platform: "browser",
  entryPoints: ["src/ui/app/main.tsx"],
  jsx: "automatic",
  jsxImportSource: "preact",
});
writeFileSync(`${ROOT}dist/THIRD-PARTY-LICENSES.txt`, licensesOf(contained, ROOT));
writeFileSync(`${ROOT}dist/sbom.cdx.json`, sbomOf(contained, ROOT));

declare("types", commonDeclarations());
declare(
  "index",
  entryDeclarations("open.ts", "OpenOptions", [
    "/** Opens a database in this process. All acknowledged writes are loaded when the promise resolves. */",
    'export declare function open(options: OpenOptions & { readonly vectors: "float32" }): Promise<VectorDb<Float32Array>>;',
    "export declare function open(options?: OpenOptions): Promise<VectorDb>;",
  ]),
);
declare(
  "browser",
  entryDeclarations("browser/options.ts", "OpenOptions", [
    "/** Opens a database in this page, or in this worker of a page: in memory, or stored under a name. */",
    'export declare function open(options: OpenOptions & { readonly vectors: "float32" }): Promise<VectorDb<Float32Array>>;',
    "export declare function open(options?: OpenOptions): Promise<VectorDb>;",
    "/** Deletes the database that is stored under a name; it must not be open. */",
    "export declare function removeDatabase(name: string): Promise<void>;",
  ]),
);
declare(
  "client",
  entryDeclarations("client/connect.ts", "ConnectOptions", [
    "/** Creates a client of a server. It sends nothing before the first call. */",
    'export declare function connect(options: ConnectOptions & { readonly vectors: "float32" }): VectorDbClient<Float32Array>;',
    "export declare function connect(options: ConnectOptions): VectorDbClient;",
  ]),
);

for (const [file, { bytes }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
  process.stdout.write(`${file} ${Math.ceil(bytes / 1024)} KiB\n`);
}

/** Writes declarations for both kinds of modules, because TypeScript needs a file for each. */
function declare(name: string, text: string): void {
  writeFileSync(`${OUT}${name}.d.ts`, text);
  writeFileSync(`${OUT}${name}.d.cts`, text.replaceAll('"./types.js"', '"./types.cjs"'));
}

async function bundle(options: BuildOptions, entry: string, file: string): Promise<void> {
  const { metafile } = await build({ ...options, entryPoints: [entry], outfile: `${OUT}${file}` });
  metafiles.push(metafile!);
  contained.push(metafile!);
}

/**
 * Bundles the entry for pages in several files, so that the page and its workers load only what they need, and nothing
 * twice.
 */
async function bundlePages(options: BuildOptions): Promise<void> {
  const entryPoints = {
    browser: "src/browser/index.ts",
    "browser-worker": "src/browser/database-worker.ts",
    "browser-engine": "src/browser/engine-worker.ts",
  };
  const chunkNames = "browser-[hash]";
  const { metafile } = await build({ ...options, entryPoints, outdir: OUT, splitting: true, chunkNames });
  metafiles.push(metafile!);
  contained.push(metafile!);
}

/** Notes the packages in bundles that another build makes: the server and the console. */
async function notePackages(options: BuildOptions): Promise<void> {
  const { metafile } = await build({ ...options, outdir: OUT, write: false });
  contained.push(metafile!);
}

/** Bundles the code of a thread and returns it as text. */
async function textOf(entry: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    ...NODE,
    entryPoints: [`src/${entry}.ts`],
    write: false,
    minify: true,
    keepNames: true,
  });
  contained.push(metafile!);
  return outputFiles![0]!.text;
}
