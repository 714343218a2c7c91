// Builds the console into dist/ui: bundles with hashed names, the page that names them, and the demo data, compressed.
// The decision: esbuild bundles it, as it does the server, so the product has one bundler. Workers are bundled first,
// because the other bundles contain their names.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { compressAll } from "../../library/compress.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, "../../../dist/ui");
const DEMO = join(HERE, "../../demo");
const FIRST = "shell/first-theme.ts";

const common: BuildOptions = {
  absWorkingDir: HERE,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: join(OUT, "assets"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  logLevel: "warning",
};

/**
 * Leaves out the list of decompressors that compiles WebAssembly when it is imported, which the content security policy
 * forbids. Its module is unused, and its package does not say that it may be left out then.
 */
const WITHOUT_WASM: Plugin = {
  name: "without-wasm",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/compressors\.js$/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData) return undefined;
      const found = await resolve(path, { resolveDir, kind, pluginData: true });
      return { path: found.path, sideEffects: false };
    });
  },
};

/** The path of each bundle, by its entry file. */
type Bundles = ReadonlyMap<string, string>;

function bundlesOf({ outputs }: Metafile): Bundles {
  const found = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint ? [[entryPoint, `/assets/${basename(path)}`] as const] : [],
  );
  return new Map(found);
}

async function buildWorkers(): Promise<Bundles> {
  const files = readdirSync(HERE, { recursive: true }) as string[];
  const entryPoints = files.filter((file) => file.endsWith("-worker.ts"));
  if (entryPoints.length === 0) return new Map();
  // Parts that a worker imports when it needs them are bundles of their own.
  const { metafile } = await build({ ...common, entryPoints, splitting: true, plugins: [WITHOUT_WASM] });
  return bundlesOf(metafile!);
}

/** Builds the script that the page waits for, which is no module. */
async function buildFirst(): Promise<Bundles> {
  const { metafile } = await build({ ...common, format: "iife", entryPoints: [FIRST] });
  return bundlesOf(metafile!);
}

async function buildApp(workers: Bundles): Promise<Metafile> {
  const named = Object.fromEntries(Array.from(workers, ([file, url]) => [basename(file, ".ts"), url]));
  const { metafile } = await build({
    ...common,
    entryPoints: ["main.tsx", "styles/index.css"],
    splitting: true,
    define: { WORKERS: JSON.stringify(named) },
  });
  return metafile!;
}

/** Returns the bundles that the entry imports statically, directly or not, which the first screen needs. */
function staticImports(metafile: Metafile, entry: string): string[] {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const { path, kind } of outputs.get(name)?.imports ?? []) {
      if (kind !== "import-statement" || found.has(basename(path))) continue;
      found.add(basename(path));
      visit(basename(path));
    }
  };
  visit(basename(entry));
  return [...found];
}

function writePage(metafile: Metafile, first: Bundles): void {
  const bundles = bundlesOf(metafile);
  const main = bundles.get("main.tsx")!;
  const style = bundles.get("styles/index.css")!;
  const tags = [
    `<script src="${first.get(FIRST)!}"></script>`,
    `<link rel="stylesheet" href="${style}" />`,
    ...staticImports(metafile, main).map((name) => `<link rel="modulepreload" href="/assets/${name}" />`),
    `<script type="module" src="${main}"></script>`,
  ];
  const page = readFileSync(join(HERE, "index.html"), "utf8");
  writeFileSync(join(OUT, "index.html"), page.replace(/<!--.*-->/, tags.join("\n    ")));
  writeFileSync(join(OUT, "assets/icon.svg"), readFileSync(join(HERE, "icon.svg")));
}

/** Copies the demo data. The texts are one file, in the order of their vectors (see src/demo/embed.py). */
function copyDemo(): void {
  const texts = readdirSync(join(DEMO, "texts"))
    .filter((name) => name.endsWith(".tsv"))
    .sort();
  const lines = texts.map((name) => readFileSync(join(DEMO, "texts", name), "utf8"));
  mkdirSync(join(OUT, "demo"));
  writeFileSync(join(OUT, "demo/texts.tsv"), lines.join(""));
  for (const name of ["texts.i8", "queries.txt", "queries.i8"])
    copyFileSync(join(DEMO, name), join(OUT, "demo", name));
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, "assets"), { recursive: true });
writePage(await buildApp(await buildWorkers()), await buildFirst());
copyDemo();
compressAll(OUT);
