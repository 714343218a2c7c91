// Seeded random operations against a Map of Maps, with restarts in between. Vectors are small integers, so that scores
// are exact; a failed run prints its seed.
import { expect } from "chai";
import { shardOf } from "../../../src/core/slots/shard-of.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { countOf } from "../../support/chance.ts";
import { integer, integers, type Random, rejection, withSeed } from "../engine/fixtures.ts";
import {
  configOf,
  found,
  type Opened,
  open,
  registry,
  remove,
  reopen,
  setPayloads,
  stored,
  type TestPoint,
  upsert,
} from "./fixtures.ts";

const CONFIG = configOf({ name: "", size: 3, distance: "Euclid" }, { name: "b", size: 2, distance: "Dot" });
const NAMES = ["x", "y", "z"];
const OPERATIONS = countOf("OPERATIONS", 250);
const MAX_UNDO_MS = 5_000;

interface ModelPoint extends TestPoint {
  readonly version: number;
}

interface ModelCollection {
  readonly points: Map<PointId, ModelPoint>;
  deletedUntil: number | null;
}

type Model = Map<string, ModelCollection>;

interface Run {
  readonly random: Random;
  readonly model: Model;
  opened: Opened;
}

/** An id out of so small a set that most upserts overwrite, some of them twice in a batch. */
function randomId(random: Random): PointId {
  const number = integer(random, 0, 25);
  if (random() < 0.3) return `00000000-0000-4000-8000-0000000000${String(number).padStart(2, "0")}`;
  return random() < 0.3 ? 2n ** 63n + BigInt(number) : number;
}

function randomPoint(random: Random): TestPoint {
  const vectors: Record<string, Float32Array> = {};
  if (random() < 0.8) vectors[""] = integers(random, 3);
  if (random() < 0.6) vectors.b = integers(random, 2);
  const payload = randomPayload(random);
  return { id: randomId(random), vectors, payload };
}

function randomPayload(random: Random): Uint8Array | null {
  return random() < 0.6 ? new TextEncoder().encode(`{"n": ${integer(random, 0, 10 ** 9)}}`) : null;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[integer(random, 0, items.length - 1)]!;

async function upsertSome({ random, opened, model }: Run, name: string): Promise<void> {
  const points = Array.from({ length: integer(random, 0, 12) }, () => randomPoint(random));
  const collection = model.get(name)!;
  const version = await upsert(opened.database, name, points);
  for (const point of points) collection.points.set(point.id, { ...point, version });
}

async function setSomePayloads({ random, opened, model }: Run, name: string): Promise<void> {
  const { points } = model.get(name)!;
  const count = integer(random, 0, 8);
  const payloads = new Map(Array.from({ length: count }, () => [randomId(random), randomPayload(random)]));
  const version = await setPayloads(opened.database, name, payloads);
  for (const [id, payload] of payloads) {
    const point = points.get(id);
    if (point) points.set(id, { ...point, payload, version });
  }
}

async function removeSome({ random, opened, model }: Run, name: string): Promise<void> {
  const ids = Array.from({ length: integer(random, 0, 8) }, () => randomId(random));
  await remove(opened.database, name, ids);
  for (const id of ids) model.get(name)!.points.delete(id);
}

async function changeCollection({ random, opened, model }: Run, name: string): Promise<void> {
  const { database, clock } = opened;
  const collection = model.get(name);
  const action = pick(random, ["create", "drop", "mark", "restore", "wait"] as const);
  if (action === "create") {
    const refused = collection && collection.deletedUntil === null;
    if (refused) await rejection(database.create(name, CONFIG));
    else await database.create(name, { ...CONFIG, shards: pick(random, [1, 2, 5]) });
    if (!refused) model.set(name, { points: new Map(), deletedUntil: null });
  } else if (action === "drop") {
    expect(await database.drop(name)).to.equal(model.delete(name));
  } else if (action === "mark") {
    const undoMs = integer(random, 1, MAX_UNDO_MS);
    expect(await database.mark(name, undoMs)).to.equal(collection !== undefined);
    if (collection) collection.deletedUntil = clock.now() + undoMs;
  } else if (action === "restore") {
    if (collection && collection.deletedUntil !== null) {
      const admitted: number[] = [];
      await database.restore(name, async (more, most) => void admitted.push(more, most));
      const vectors = vectorsIn([collection]);
      expect(admitted).to.deep.equal([vectors, vectors]);
      collection.deletedUntil = null;
    } else await rejection(database.restore(name));
  } else {
    clock.advance(integer(random, 0, MAX_UNDO_MS / 2));
    await database.drop("no such collection"); // waits for the purges
    for (const [key, { deletedUntil }] of model) {
      if (deletedUntil !== null && deletedUntil <= clock.now()) model.delete(key);
    }
  }
}

async function step(run: Run): Promise<void> {
  const { random, model } = run;
  const name = pick(random, NAMES);
  const isReady = model.get(name)?.deletedUntil === null;
  const kind = random();
  if (!isReady || kind < 0.08) await changeCollection(run, name);
  else if (kind < 0.55) await upsertSome(run, name);
  else if (kind < 0.75) await setSomePayloads(run, name);
  else await removeSome(run, name);
}

function vectorsIn(collections: readonly ModelCollection[]): number {
  const points = collections.flatMap((collection) => [...collection.points.values()]);
  return points.reduce((sum, { vectors }) => sum + Object.keys(vectors).length, 0);
}

async function compare({ random, opened, model }: Run): Promise<void> {
  const { database } = opened;
  const states = registry(database).map(({ name, state, points }) => ({ name, state, points }));
  const wanted = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(states).to.deep.equal(
    wanted.map(([name, { deletedUntil, points }]) => ({
      name,
      state: deletedUntil === null ? { kind: "ready" } : { kind: "marked", deletedUntil },
      points: points.size,
    })),
  );
  const counted = [...model.values()].filter(({ deletedUntil }) => deletedUntil === null);
  expect(database.vectors).to.equal(vectorsIn(counted));
  for (const [name, { points, deletedUntil }] of model) {
    if (deletedUntil !== null) continue;
    for (const point of points.values()) await comparePoint(opened, name, point);
    compareShards(opened, name);
    for (let i = 0; i < 5; i++) {
      const id = randomId(random);
      if (!points.has(id)) expect(await stored(database, name, id), `deleted ${id}`).to.equal(null);
    }
    await compareSearch(opened, name, "", integers(random, 3), points);
    await compareSearch(opened, name, "b", integers(random, 2), points);
  }
}

/** Every point is in a segment of its shard. */
function compareShards({ database }: Opened, name: string): void {
  const { segments, config } = database.collection(name);
  for (const { ids, shard } of segments.all)
    for (let slot = 0; slot < ids.slots; slot++)
      expect(shardOf(ids.bySlot, slot, config.shards ?? 1), `point ${ids.idOf(slot)}`).to.equal(shard);
}

async function comparePoint({ database }: Opened, name: string, point: ModelPoint): Promise<void> {
  const { id, version, vectors, payload } = point;
  expect(await stored(database, name, id)).to.deep.equal({
    ...{ id, version, payload: payload ? [...payload] : null },
    vectors: Object.fromEntries(
      CONFIG.vectors.map((field) => {
        const vector = vectors[field.name];
        return [field.name, vector ? [...vector].map((value) => value + 0) : null];
      }),
    ),
  });
}

async function compareSearch(
  { database }: Opened,
  name: string,
  field: string,
  query: Float32Array,
  points: ReadonlyMap<PointId, ModelPoint>,
): Promise<void> {
  const hits = await found(database, name, query, points.size + 5, field);
  const scores = new Map<PointId, number>();
  for (const { id, vectors } of points.values()) {
    const vector = vectors[field];
    if (vector) scores.set(id, scoreOf(field, query, vector as Float32Array));
  }
  expect(new Map(hits.map(({ id, score }) => [id, score]))).to.deep.equal(scores);
  expect(hits.length, "no id twice").to.equal(scores.size);
  const sign = field === "b" ? -1 : 1;
  const ordered = hits.map(({ score }) => score * sign);
  expect(ordered, "best first").to.deep.equal([...ordered].sort((a, b) => a - b));
}

function scoreOf(field: string, query: Float32Array, vector: Float32Array): number {
  const terms = Array.from(query, (value, i) =>
    field === "b" ? value * vector[i]! : (value - vector[i]!) ** 2,
  );
  const sum = terms.reduce((a, b) => a + b, 0);
  return field === "b" ? sum + 0 : Math.fround(Math.sqrt(sum));
}

describe("a database under random operations", () => {
  it("a database under random operations equals a Map of Maps before and after every restart", () =>
    withSeed(async (random) => {
      const run: Run = { random, model: new Map(), opened: await open() };
      for (let count = 1; count <= OPERATIONS; count++) {
        await step(run);
        if (count % 30 !== 0) continue;
        await compare(run);
        const before = registry(run.opened.database);
        run.opened = await reopen(run.opened);
        expect(registry(run.opened.database), `restart after ${count} operations`).to.deep.equal(before);
        await compare(run);
      }
      await run.opened.database.close();
    })).timeout(300_000 + 40 * OPERATIONS);
});
