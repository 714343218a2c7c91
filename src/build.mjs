// Runs the steps of `npm run build`: the modules of the engine, the bundles of the server, the console, the library, the
// documentation.
// The decision: the modules are compiled in this process, one after another, because the compiler is slow until it is
// warm; esbuild runs at the same time in other processes. The library and the documentation come last, because they contain the modules.
// Types are checked by `npm run check` and not here, because that takes as long as all of this. If a step fails, the
// others continue, so one run reports all failures.
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { build } from "esbuild";
import { keepCompiled } from "./code-cache.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;
/** The entries of the threads. */
const ENTRIES = [
  "engine-thread",
  "storage/log-worker",
  "storage/checkpoint-worker",
  "storage/snapshot-worker",
  "assemble/backup-worker",
  "storage/params-worker",
  "inference/transformers-worker",
];
/** The URL of a CommonJS file. */
const FILE_URL = "'use strict';const fileUrl=require('node:url').pathToFileURL(__filename).href;";

/** The options of every bundle of the server. @type {import("esbuild").BuildOptions} */
const BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20.19",
  outbase: "src",
  outdir: "dist",
  logLevel: "warning",
  alias: { "mime-db": "./src/http/media-types.json", "iconv-lite": "./src/http/text-decoder.ts" },
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
};

/** @type {string[]} one line for each failed step */
const failures = [];
/** The file of the program. */
let script = "";

process.chdir(ROOT);
await buildAll();
for (const failure of failures) process.stderr.write(`build: ${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function buildAll() {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  // The time of this file is that of the beginning: see start.mjs.
  writeFileSync(`${DIST}/.building`, "");
  const beside = [step("bundles", bundle), step("console", () => run("src/ui/app/build.ts"))];
  const hasEngine = await step("engine", () => compile("index", ["debug", "release", "relaxed"]));
  // No package contains these two. They take a second here, and several seconds in a process of their own.
  await step("modules for tests", () => compile("testing", ["test-debug", "test"]));
  await Promise.all(beside);
  const contain = { library: "src/library/build.ts", documentation: "src/site/build.ts" };
  if (hasEngine) {
    await Promise.all(Object.entries(contain).map(([name, script]) => step(name, () => run(script))));
  }
  // Elsewhere, and on this machine if this fails, the program is compiled at each start.
  if (failures.length === 0) await step("compiled code", () => keepCompiled(script));
  if (failures.length === 0) renameSync(`${DIST}/.building`, `${DIST}/.built`);
}

/**
 * Runs one step. Failures are collected and reported at the end.
 * @param {string} name
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it succeeded
 */
async function step(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/**
 * @param {string} entry of assembly/
 * @param {string[]} targets of asconfig.json
 */
async function compile(entry, targets) {
  for (const target of targets) {
    const { stdout, stderr } = process;
    const { error } = await asc.main([`assembly/${entry}.ts`, "--target", target], { stdout, stderr });
    if (error) throw new Error(`asc assembly/${entry}.ts --target ${target}: ${error.message}`);
  }
}

/** Bundles the server: one file for each thread, one for the program, and its entry. */
async function bundle() {
  const threads = build({
    ...BUNDLE,
    entryPoints: ENTRIES.map((entry) => `src/${entry}.ts`),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    define: { "import.meta.url": "fileUrl" },
    banner: { js: FILE_URL },
  });
  script = await bundleProgram();
  const plugins = [replacing("command.ts", runningText(script))];
  await build({ ...BUNDLE, entryPoints: ["src/main.ts"], format: "esm", plugins });
  await threads;
}

/**
 * Bundles the program: a script, whose compiled code can be kept, unlike that of a module. Its value is a function.
 * @returns {Promise<string>} its path
 */
async function bundleProgram() {
  const { metafile } = await build({
    ...BUNDLE,
    entryPoints: ["src/command.ts"],
    entryNames: "[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    charset: "ascii",
    define: { "import.meta.url": "scriptUrl" },
    banner: { js: '(function(require,scriptUrl){"use strict";' },
    footer: { js: "})" },
    metafile: true,
  });
  return `${ROOT}${Object.keys(metafile.outputs)[0]}`;
}

/** @param {string} path of the script */
function runningText(path) {
  const url = `new URL(${JSON.stringify(`./${basename(path)}`)}, import.meta.url)`;
  return `import { runCompiled } from "./threads/compiled-script.ts"; runCompiled(${url});`;
}

/**
 * Replaces what main.ts imports.
 * @param {string} file
 * @param {string} contents
 * @returns {import("esbuild").Plugin}
 */
function replacing(file, contents) {
  return {
    name: "replacing",
    setup(building) {
      building.onLoad({ filter: new RegExp(`/src/${file.replace(".", "\\.")}$`) }, () => ({
        contents,
        loader: "ts",
      }));
    },
  };
}

/** @param {string} script TypeScript, run in a process of its own */
function run(script) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: "inherit" });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${script} ended with ${code}`)),
    );
  });
}
