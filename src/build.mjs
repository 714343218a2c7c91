// What `npm run build` does: the engine's modules, what the compiler makes of the sources, the bundles, the library, the
// console. With --tests: the modules that only tests use.
// The decision: the engine is compiled in this process, one module after the other, because the compiler is slow until it is
// warm; the rest runs beside it once the quickest build says which functions there are. The library comes last, for it has
// the modules inside.
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DIST = `${ROOT}dist`;

process.chdir(ROOT);
if (process.argv.includes("--tests")) await compile("testing", ["test-debug", "test"]);
else {
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  // Its time is that of the beginning: see start.mjs.
  writeFileSync(`${DIST}/.building`, "");
  await compile("index", ["debug"]);
  const others = run("tsc -p src && npm run bundle --silent && npm run build:ui --silent");
  await Promise.all([others, compile("index", ["release", "relaxed"])]);
  await run("npm run build:lib --silent");
  renameSync(`${DIST}/.building`, `${DIST}/.built`);
}

/**
 * @param {string} entry of assembly/
 * @param {string[]} targets of asconfig.json
 */
async function compile(entry, targets) {
  for (const target of targets) {
    const { stdout, stderr } = process;
    const { error } = await asc.main([`assembly/${entry}.ts`, "--target", target], { stdout, stderr });
    if (error) fail(`asc assembly/${entry}.ts --target ${target}: ${error.message}`);
  }
}

/** @param {string} command that the shell runs, with the programs that npm finds */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: "inherit" });
    child.once("close", (code) => (code === 0 ? resolve(undefined) : fail(`${command} ended with ${code}`)));
  });
}

/** @param {string} text */
function fail(text) {
  process.stderr.write(`build: ${text}\n`);
  process.exit(1);
}
