// Makes the golden data directory with sparse vectors: node --import tsx test/golden/make-sparse.ts (after `npm run
// build`).
// The decision: rows in memory and rows in files, with and without IDF, beside a dense vector. The server was killed
// behind its last checkpoint, so some vectors are in the log only: new, overwritten, replaced alone and deleted ones.
// format-3-sparse was written by the last server that kept all rows in memory, and is never made again. The answers of
// both are the same.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { call } from "../support/servers.ts";
import { HERE, keepDirectory } from "./keep.ts";

const NAME = "format-3-sparse-files";
const ANSWERS = "format-3-sparse.json";
const PATH = "/collections/texts";
const POINTS = 60;
const TERMS = 20;
const QUERIES = 5;
const LARGEST_INDEX = 2 ** 32 - 1;
const NAMES = ["plain", "weighted", "cold"];

const random = seededRandom(3);
const upTo = (most: number) => Math.floor(random() * most);
const sixteenths = () => (upTo(64) - 16) / 16;

/** Entries in any order, with negative values and zeros; one of ten is empty. */
function sparse() {
  const chosen = new Set(Array.from({ length: random() < 0.1 ? 0 : 1 + upTo(8) }, () => upTo(TERMS)));
  const indices = [...chosen].map((term) => (term === 0 ? LARGEST_INDEX : term * term));
  return { indices, values: indices.map(sixteenths) };
}

function point(id: number) {
  const vector = {
    dense: [sixteenths(), sixteenths()],
    plain: sparse(),
    ...(id % 3 > 0 && { weighted: sparse() }),
    cold: sparse(),
  };
  return { id, vector, payload: { even: id % 2 === 0 } };
}

const points = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => point(from + i));

await make();

async function make(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-golden-"));
  const start = () => startServer(["--data-dir", dataDir, "--extended-api"]);
  let server = await start();
  await call(server, "PUT", PATH, {
    vectors_config: { dense: { size: 2, distance: "Dot" } },
    sparse_vectors: { plain: {}, weighted: { modifier: "idf" }, cold: { index: { on_disk: true } } },
  });
  await put(server, points(0, POINTS));
  await call(server, "POST", `${PATH}/points/delete`, { points: [3, 4] });
  await put(server, points(10, 15));
  // The stop takes a checkpoint.
  await server.stop("SIGTERM");
  server = await start();
  await put(server, [...points(20, 25), ...points(POINTS, POINTS + 10)]);
  const moved = [30, 31].map((id) => ({
    id,
    vector: { plain: sparse(), cold: { indices: [1], values: [2] } },
  }));
  await call(server, "PUT", `${PATH}/points/vectors`, { points: moved });
  await call(server, "POST", `${PATH}/points/vectors/delete`, { points: [40, 41], vectors: ["weighted"] });
  await call(server, "POST", `${PATH}/points/delete`, { points: [5, 21, POINTS] });
  const ask = { limit: 2 * POINTS, with_vector: true, with_payload: true };
  const { result } = await call(server, "POST", `${PATH}/points/scroll`, ask);
  const { points: stored } = result as { points: object[] };
  const answers = await answersOf(server);
  await server.stop("SIGKILL");
  keepDirectory(dataDir, NAME);
  writeFileSync(join(HERE, ANSWERS), `${JSON.stringify({ stored, answers })}\n`);
  rmSync(dataDir, { recursive: true });
}

function put(server: ServerProcess, points: readonly object[]) {
  return call(server, "PUT", `${PATH}/points`, { points });
}

/** Returns queries of every sparse vector and the dense one, with the hits. */
async function answersOf(server: ServerProcess): Promise<object[]> {
  const filter = { must: [{ key: "even", match: { value: true } }] };
  const asked = NAMES.flatMap((using) =>
    Array.from({ length: QUERIES }, (_, i) => ({
      ...{ query: sparse(), using, limit: 12 },
      ...(i % 2 === 1 && { filter }),
    })),
  );
  const all = [...asked, { query: [1, -0.5], using: "dense", limit: 12, params: { exact: true } }];
  const answers: object[] = [];
  for (const query of all) {
    const { result } = await call(server, "POST", `${PATH}/points/query`, query);
    const { points: hits } = result as { points: { id: number; score: number }[] };
    answers.push({ query, hits: hits.map(({ id, score }) => ({ id, score })) });
  }
  return answers;
}
