// Seeded random writes of sparse vectors, of every kind, against a Map: what is read and found equals the model, during
// rebuilds and after restarts, checkpoints, purges and recoveries of snapshots, while the rows move to files and back.
// The decision: small numbers of ids, indices and slots of a segment, so that vectors are replaced all the time, most
// queries meet many of them, and the points are in several segments.
import { expect } from "chai";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../support/rest.ts";
import { type PlainSparse, plainSearch } from "../../support/sparse-oracle.ts";

const ROUNDS = countOf("ROUNDS", 1);
const STEPS = 40;
const IDS = 24;
const C = "/collections/c";
const OPTIONS: TestServerOptions = {
  checkpoints: true,
  extendedApi: true,
  segments: { maxSlots: 20, vacuumMinSlots: 6 },
};
const INDICES = [0, 1, 2, 3, 5, 8, 13, 21, 1_000, 70_000, 2 ** 31, 2 ** 32 - 1];
const VALUES = [-2.5, -1, -0.1, 0, 0.1, 0.3, 1, 1.7, 3e5, 1e-30];

/** The vectors of a point: sparse `s` and `t`, dense `d`. */
type Vectors = Readonly<Partial<Record<"s" | "t", PlainSparse> & Record<"d", readonly number[]>>>;
type Model = Map<number, Vectors>;

interface Run {
  readonly random: Random;
  server: TestServer;
  model: Model;
  /** The name of a snapshot and the points in it. */
  snapshot: readonly [string, Model] | null;
}

function sparse(random: Random): PlainSparse {
  const indices = INDICES.filter(() => random() < 0.3).sort(() => random() - 0.5);
  return { indices, values: indices.map(() => pick(random, VALUES)) };
}

function vectors(random: Random): Vectors {
  return {
    ...(random() < 0.8 && { s: sparse(random) }),
    ...(random() < 0.3 && { t: sparse(random) }),
    ...(random() < 0.4 && { d: [between(random, -3, 3), between(random, -3, 3)] }),
  };
}

const someIds = (random: Random) =>
  Array.from({ length: between(random, 1, 5) }, () => between(random, 1, IDS));

const drawn = (random: Random) => someIds(random).map((id) => ({ id, vector: vectors(random) }));

/** Existing points, each once. */
function existing({ random, model }: Run): number[] {
  return [...new Set(someIds(random))].filter((id) => model.has(id));
}

async function done(server: TestServer, method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, body);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.result;
}

async function upsert({ random, server, model }: Run): Promise<void> {
  const points = drawn(random);
  const kind = pick(random, ["rows", "columns", "batch", "lines"] as const);
  if (kind === "columns") {
    for (const point of points) point.vector = { s: sparse(random), d: [1, 2] };
    const [s, d] = [points.map(({ vector }) => vector.s), points.map(({ vector }) => vector.d)];
    await done(server, "PUT", `${C}/points`, {
      batch: { ids: points.map(({ id }) => id), vectors: { s, d } },
    });
  } else if (kind === "rows") await done(server, "PUT", `${C}/points`, { points });
  else if (kind === "batch")
    await done(server, "POST", `${C}/points/batch`, { operations: [{ upsert: { points } }] });
  else
    await done(
      server,
      "POST",
      `${C}/points/import?wait=true`,
      points.map((point) => JSON.stringify(point)).join("\n"),
    );
  for (const { id, vector } of points) model.set(id, vector);
}

async function update(run: Run): Promise<void> {
  const { random, server, model } = run;
  const points = existing(run).map((id) => ({ id, vector: { ...vectors(random), d: [0, 1] } }));
  if (points.length === 0) return;
  await done(server, "PUT", `${C}/points/vectors`, { points });
  for (const { id, vector } of points) model.set(id, { ...model.get(id), ...vector });
}

async function remove(run: Run): Promise<void> {
  const { random, server, model } = run;
  const points = existing(run);
  if (points.length === 0) return;
  if (random() < 0.5) {
    await done(server, "POST", `${C}/points/delete`, { points });
    for (const id of points) model.delete(id);
    return;
  }
  const name = pick(random, ["s", "t", "d"] as const);
  await done(server, "POST", `${C}/points/vectors/delete`, { points, vector: [name] });
  for (const id of points) {
    const { [name]: _, ...left } = model.get(id)!;
    model.set(id, left);
  }
}

async function keep(run: Run): Promise<void> {
  const { random, server } = run;
  switch (pick(random, ["checkpoint", "purge", "restart", "snapshot", "recover"] as const)) {
    case "checkpoint":
      return void (await server.database.checkpoint());
    case "purge":
      return void (await server.database.purge());
    case "restart":
      // The copy is what a killed server leaves.
      run.server = await startTestServer({ ...OPTIONS, copyOf: server.dataDir });
      await server.close();
      return;
    case "snapshot":
      run.snapshot = [(await done(server, "POST", `${C}/snapshots`)).name, new Map(run.model)];
      return;
    case "recover":
      if (!run.snapshot) return;
      await done(server, "PUT", `${C}/snapshots/${run.snapshot[0]}/recover`);
      run.model = new Map(run.snapshot[1]);
  }
}

/** Has the rows of a vector kept in a file, or in memory, from now on. */
async function move({ random, server }: Run): Promise<void> {
  const index = pick(random, [
    { on_disk: true },
    { on_disk: false },
    { memory: "cold" },
    { memory: "pinned" },
  ]);
  await done(server, "PATCH", C, { sparse_vectors: { [pick(random, ["s", "t"])]: { index } } });
}

function sorted({ indices, values }: PlainSparse): PlainSparse {
  const order = indices.map((_, i) => i).sort((a, b) => indices[a]! - indices[b]!);
  return { indices: order.map((i) => indices[i]!), values: order.map((i) => values[i]!) };
}

function shown(model: Model): object[] {
  const points = [...model].sort(([a], [b]) => a - b);
  return points.map(([id, { s, t, d }]) => ({
    id,
    vector: { ...(s && { s: sorted(s) }), ...(t && { t: sorted(t) }), ...(d && { d }) },
  }));
}

async function compare({ random, server, model }: Run): Promise<void> {
  const scroll = { limit: 100, with_vector: true, with_payload: false };
  const { points } = await done(server, "POST", `${C}/points/scroll`, scroll);
  const seen = points.map(({ id, vector }: { id: number; vector: object }) => ({ id, vector }));
  expect(seen).to.deep.equal(shown(model));
  for (const using of ["s", "t"] as const) {
    const query = sparse(random);
    const limit = between(random, 1, 30);
    const rows = new Map([...model].flatMap(([id, one]) => (one[using] ? [[id, one[using]]] : [])));
    const best = plainSearch(rows, query, limit);
    const all = new Map(plainSearch(rows, query, IDS).map(({ id, score }) => [id, score]));
    const { points: hits } = await done(server, "POST", `${C}/points/query`, { query, using, limit });
    const found: { id: number; score: number }[] = hits;
    const scores = found.map(({ score }) => Math.fround(score));
    // Of points with equal scores any may come first.
    expect(scores).to.deep.equal(best.map(({ score }) => score));
    expect(new Set(found.map(({ id }) => id)).size).to.equal(found.length);
    for (const [i, { id }] of found.entries()) expect(scores[i], `of point ${id}`).to.equal(all.get(id));
  }
}

describe("random writes of sparse vectors", () => {
  const seed = seedOf();
  for (let round = 0; round < ROUNDS; round++) {
    it(`random writes of sparse vectors are read and found as in a model, through restarts, rebuilds and snapshots (SEED=${seed}, round ${round})`, async () => {
      const random = roundRandom(seed, round);
      const run: Run = {
        random,
        server: await startTestServer(OPTIONS),
        model: new Map(),
        snapshot: null,
      };
      try {
        const config = {
          vectors: { d: { size: 2, distance: "Dot" } },
          sparse_vectors: { s: {}, t: { index: { on_disk: true } } },
        };
        await done(run.server, "PUT", C, config);
        for (let i = 0; i < STEPS; i++) {
          await pick(random, [upsert, upsert, upsert, update, update, remove, keep, keep, move])(run);
          await compare(run);
        }
        // Each vector counts, an empty one too.
        const vectorsKept = [...run.model.values()].reduce((sum, one) => sum + Object.keys(one).length, 0);
        expect(run.server.database.vectors).to.equal(vectorsKept);
      } finally {
        await run.server.close();
      }
    });
  }
});
