// Runs `npm run test:slow`: the tests of this folder, the weekly tests of other files, then quick tests with larger
// counts.
// The decision: each line is a run of mocha, and a failure does not end the other runs, so all failures are reported.
// All lines have one new seed of their random cases, while `npm test` repeats the same cases; SEED repeats a run.
// `npm run test:slow -- WORD` runs the lines that contain the word.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("../../", import.meta.url)));

/** Returns the files of a folder of tests that contain tests which only run each week. */
function withWeekly(folder: string): string[] {
  const files = readdirSync(`test/${folder}`, { recursive: true, encoding: "utf8" });
  const paths = files.filter((file) => file.endsWith(".test.ts")).map((file) => join("test", folder, file));
  return paths.filter((path) => readFileSync(path, "utf8").includes("/support/weekly.ts"));
}

/** Environment variables, then arguments of mocha, as in a shell. */
const RUNS = [
  "test/slow/**/*.test.ts",
  ...["process", "ui", "unit", "contract"].map((folder) => `WEEKLY=1 ${withWeekly(folder).join(" ")}`),
  "--require ./test/slow/reversed.ts --parallel test/{unit,contract,process}/**/*.test.ts",
  "SLOWER=4 --parallel --jobs 2 test/ui/**/*.test.ts",
  "DIMENSIONS=200 BUILDS=2 test/unit/engine/kernels.test.ts test/unit/engine/codes.test.ts",
  "BUILDS=2 test/unit/engine/binary.test.ts test/unit/engine/centre.test.ts",
  "COLLECTIONS=2000 test/unit/core/many-collections.test.ts",
  "BATCHES=120 test/unit/core/filtered-race.test.ts test/unit/core/rebuild-race.test.ts test/unit/core/overwrite.test.ts test/unit/core/search/text-race.test.ts",
  "STEPS=20000 test/unit/core/slots/id-tracker.test.ts",
  "ROUNDS=150 test/unit/core/collection-model.test.ts test/unit/service/collection-patch.test.ts",
  "ROUNDS=40 test/contract/collection-races.test.ts",
  "ROUNDS=20 test/unit/core/index/plan.test.ts test/unit/core/index/saved.test.ts test/unit/service/points-model.test.ts",
  "ROUNDS=20 test/contract/sparse/model.test.ts test/unit/core/search/text-model.test.ts",
  "ROUNDS=150 test/contract/packed-body.test.ts",
  "READS=300 test/contract/exact-order.test.ts",
  "READS=60 test/unit/core/sharding/equality.test.ts",
  "SEEDS=20 FAULTS=20 test/unit/service/cluster/sharded-faults.test.ts",
  "ROUNDS=40 test/unit/service/vector-cap-model.test.ts test/unit/service/vector-cap-race.test.ts",
  "ROUNDS=40 test/unit/service/deletions-race.test.ts",
  "ROUNDS=10 test/unit/service/deletions-power.test.ts",
  "OPERATIONS=9000 test/unit/core/database-model.test.ts",
  "FLIPS=10000 --grep flipped.bits test/unit/core/corruption.test.ts",
  "SKIP=1 test/unit/core/corruption.test.ts",
  "POINTS=1000000 test/slow/import.test.ts",
  "FLIPS=2000 test/unit/engine/restore-damage.test.ts",
  "ROUNDS=1000 test/unit/storage/power-loss.test.ts",
  "ROUNDS=200 test/unit/core/power-loss.test.ts",
  "ROUNDS=400 test/unit/storage/packed-power.test.ts",
  "ROUNDS=200 test/unit/storage/params-file.test.ts test/unit/storage/params-reserve.test.ts",
  "WEEKLY=1 STRIDE=1 STEP=1 test/unit/storage/nth-call.test.ts test/unit/storage/recovery.test.ts",
  "RUNS=100000 test/unit/json/reader.test.ts test/unit/json/floats.test.ts",
  "RUNS=2000 test/unit/api/check.test.ts test/unit/json/writer.test.ts test/unit/http/answers/answer-pieces.test.ts",
  "NUMBERS=2000000 test/unit/json/vector-scanner.test.ts",
  "WEEKLY=1 STRIDE=4 test/unit/core/nth-call.test.ts",
  "STRIDE=1 test/unit/core/recover.test.ts",
];
/** A run without tests fails: a title that `--grep` selects may have changed. */
const MOCHA = ["node_modules/mocha/bin/mocha.js", "--fail-zero", "--timeout", "600000"];

const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 32));

const [word = ""] = process.argv.slice(2);
const chosen = RUNS.filter((run) => run.includes(word));
const failed = chosen.filter((run) => !passes(run));
if (chosen.length === 0) failed.push(`no line contains ${word}`);
for (const run of failed) process.stderr.write(`test:slow: failed: ${run}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function passes(run: string): boolean {
  const words = run.split(" ");
  const counts = words.filter((one) => /^[A-Z]+=/.test(one));
  const env = { ...process.env, SEED: seed, ...Object.fromEntries(counts.map((one) => one.split("="))) };
  const args = [...MOCHA, ...words.filter((one) => !counts.includes(one))];
  process.stdout.write(`\nSEED=${seed} ${run}\n`);
  return spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0;
}
