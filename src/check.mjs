// Runs `npm run check`: the formatter and linter, the compilers, and known vulnerabilities of shipped packages.
// The decision: if a check fails, the others continue, so one run reports all failures. If the build is older than the
// sources, it comes first, because the compilers read the declarations of the engine, and the audit reads the bill of
// materials.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reasonToBuild } from "./stale.mjs";

const CHECKS = [
  ["node_modules/@biomejs/biome/bin/biome", "check", "."],
  ...[".", "assembly", "src/ui/app"].map((project) => ["node_modules/typescript/bin/tsc", "-p", project]),
  ["--import", "tsx", "src/library/audit.ts"],
];

process.chdir(fileURLToPath(new URL("../", import.meta.url)));
const needed = reasonToBuild() === null ? CHECKS : [["src/build.mjs"], ...CHECKS];
const failed = needed.filter((args) => spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0);
for (const args of failed) process.stderr.write(`check: failed: ${args.join(" ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
