// Runs the steps of `npm run build`: the modules of the engine, the bundles of the server, the console, the library.
// The decision: the modules are compiled in this process, one after another, because the compiler is slow until it is
// warm; esbuild runs at the same time in other processes. The library comes last, because it contains the modules.
// Types are checked by `npm run check` and not here, because that takes as long as all of this. If a step fails, the
// others continue, so one run reports all failures.
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;
/** The program, and the entries of its threads. */
const ENTRIES = [
  "main",
  "engine-thread",
  "storage/log-worker",
  "storage/checkpoint-worker",
  "storage/snapshot-worker",
  "storage/params-worker",
];
/** CommonJS packages inside the bundles load Node's modules with `require`. */
const BANNER =
  "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);";

/** @type {string[]} one line for each failed step */
const failures = [];

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
  if (hasEngine) await step("library", () => run("src/library/build.ts"));
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

/** Bundles the server: one file for each entry, and chunks that several entries share. */
function bundle() {
  return build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((entry) => `src/${entry}.ts`),
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    outbase: "src",
    outdir: "dist",
    logLevel: "warning",
    alias: { "mime-db": "./src/http/media-types.json", "iconv-lite": "./src/http/text-decoder.ts" },
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    banner: { js: BANNER },
  });
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
