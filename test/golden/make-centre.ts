// Makes the golden data directory with centred codes: node --import tsx test/golden/make-centre.ts (after `npm run
// build`).
// The decision: its vectors are far from zero, so that codes that are read without their centre change the results of
// searches.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { call } from "../support/servers.ts";
import { HERE, keepDirectory } from "./keep.ts";

const NAME = "format-3-centre";
const POINTS = 80;
const SIZE = 8;

const random = seededRandom(3);
const vector = () => Array.from({ length: SIZE }, () => 1000 + Math.round(random() * 2000) / 1000);

await make();

async function make(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-golden-"));
  const start = () => startServer(["--data-dir", dataDir]);
  let server = await start();
  await fill(server, "memory", { size: SIZE, distance: "Euclid" });
  await fill(server, "disk", { size: SIZE, distance: "Dot", on_disk: true });
  await server.stop("SIGTERM");
  server = await start();
  const answers: Record<string, unknown> = {};
  for (const name of ["memory", "disk"]) answers[name] = await answersOf(server, name);
  await server.stop("SIGKILL");
  keepDirectory(dataDir, NAME);
  writeFileSync(join(HERE, `${NAME}.json`), `${JSON.stringify(answers)}\n`);
  rmSync(dataDir, { recursive: true });
}

async function fill(server: ServerProcess, name: string, vectors_config: object): Promise<void> {
  const path = `/collections/${name}`;
  await call(server, "PUT", path, { vectors_config });
  const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector: vector(), payload: { id } }));
  await call(server, "PUT", `${path}/points`, { points });
}

/** Returns the hits of exact searches, which read codes first. */
async function answersOf(server: ServerProcess, name: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const query = vector();
    const ask = { vector: query, limit: 5, params: { exact: true } };
    const { result } = await call(server, "POST", `/collections/${name}/points/search`, ask);
    const hits = (result as { id: number; score: number }[]).map(({ id, score }) => ({ id, score }));
    answers.push({ query, hits });
  }
  return answers;
}
