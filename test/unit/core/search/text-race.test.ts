// Searches in texts without pause while points are overwritten, added, deleted and get other payloads, and segments are
// rebuilt: every point that exists throughout is found once, and none whose deletion was acknowledged before the search
// began. Texts are so long that most are read in the background, so searches wait for them.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import type { Database } from "../../../../src/core/database/database.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { startPool } from "../../../../src/engine/node-threads.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { countOf } from "../../../support/chance.ts";
import { integer, NO_SLOTS, newEngine, type Random, withSeed } from "../../engine/fixtures.ts";
import { configOf, open, remove, setPayloads, type TestPoint, upsert } from "../fixtures.ts";

const STAYING = 300;
const MOST_ADDED = 20;
/** Batches of writes; `BATCHES=120` is the longer run. */
const BATCHES = countOf("BATCHES", 8);
const SEGMENTS = { maxSlots: 200, vacuumMinSlots: 40, deletedThreshold: 0.3, spareSegments: 1 };
const CONFIG = {
  ...configOf({ name: "", size: 1, distance: "Dot" }),
  payload_schema: { t: "text" as const },
};
/** Makes a write of a few hundred texts more than writes index at once. */
const LONG = " filler".repeat(300);

const textOf = (id: number, rest = LONG) => new TextEncoder().encode(`{"t":"all w${id} ${rest}"}`);
const pointOf = (id: number): TestPoint => ({
  id,
  vectors: { "": Float32Array.of(1) },
  payload: textOf(id),
});
const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

async function idsWith(collection: Collection, text: string, limit: number): Promise<PointId[]> {
  const field = collection.reads.textField("t")!;
  const query = { field, parts: [{ kind: "words", text }], k: 1.2, b: 0.75 } as const;
  return collection.reading(async () => {
    const hits = await collection.reads.searchTexts({ query, limit, filter: null, corpus: null });
    return hits.map(({ ref }) => collection.reads.idOf(ref));
  });
}

interface Race {
  readonly database: Database;
  readonly random: Random;
  /** Ids whose deletion was acknowledged; these ids are not used again. */
  readonly gone: Set<PointId>;
  next: number;
  done: boolean;
  searches: number;
  readonly wrong: string[];
}

async function write(race: Race): Promise<void> {
  const { database, random, gone } = race;
  for (let batch = 0; batch < BATCHES; batch++) {
    const over = range(integer(random, 0, STAYING - 150), integer(random, 1, 150));
    const added = range(race.next, integer(random, 1, MOST_ADDED));
    race.next += added.length;
    await upsert(database, "a", [...over, ...added].map(pointOf));
    const changed = range(integer(random, 0, STAYING - 150), integer(random, 1, 150));
    await setPayloads(database, "a", new Map(changed.map((id) => [id, textOf(id, `${LONG} again`)])));
    await remove(database, "a", added);
    for (const id of added) gone.add(id);
    await new Promise(setImmediate);
  }
  race.done = true;
}

async function search(race: Race): Promise<void> {
  const { database, random, gone, wrong } = race;
  const collection = database.collection("a");
  while (!race.done) {
    const target = integer(random, 0, STAYING - 1);
    const goneBefore = new Set(gone);
    const one = await idsWith(collection, `w${target}`, 10);
    if (one.length !== 1 || one[0] !== target) wrong.push(`${target} was not found, but [${one}]`);
    const all = await idsWith(collection, "all", 2 * STAYING);
    race.searches += 2;
    const distinct = new Set(all);
    if (distinct.size < all.length) wrong.push("one was found twice");
    const missing = range(0, STAYING).filter((id) => !distinct.has(id));
    if (missing.length > 0) wrong.push(`${missing.length} of those that stay were missing`);
    if (all.some((id) => goneBefore.has(id))) wrong.push("one was found that was gone");
    await new Promise(setImmediate);
  }
}

async function run(engine: Engine, random: Random): Promise<void> {
  const { database } = await open({ engine, segments: SEGMENTS });
  await database.create("a", CONFIG);
  await upsert(database, "a", range(0, STAYING).map(pointOf));
  const race: Race = {
    ...{ database, random, gone: new Set<PointId>(), wrong: [] },
    ...{ next: STAYING, done: false, searches: 0 },
  };
  await Promise.all([write(race), search(race), search(race), search(race)]).finally(() => {
    race.done = true;
  });
  await database.optimized();
  process.stdout.write(`      ${race.searches} searches beside ${BATCHES} batches\n`);
  expect(race.wrong).to.deep.equal([]);
  expect(race.searches).to.be.above(0);
  expect(database.collection("a").upkeep.failure).to.equal(null);
  await database.close();
}

/** An engine that waits for `goOn` between making new slots visible and deleting the old ones. */
function engineThatPauses() {
  const engine = newEngine();
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const write = engine.write.bind(engine);
  engine.write = async (writes) => {
    await write(writes.map((one) => ({ ...one, dead: NO_SLOTS })));
    const deletes = writes.filter(({ dead }) => dead.length > 0);
    if (deletes.length === 0) return;
    await gate;
    const none = { slots: 0, rows: NO_SLOTS, vectors: new Float32Array(0) };
    await write(deletes.map((one) => ({ ...one, ...none, first: one.first + one.slots })));
  };
  return { engine, goOn };
}

describe("a search in texts beside writes", () => {
  it("a search in texts beside writes finds each point once while its old and its new slot are both there", async () => {
    const { engine, goOn } = engineThatPauses();
    const { database } = await open({ engine });
    await database.create("a", CONFIG);
    await upsert(database, "a", range(0, 20).map(pointOf));
    const overwriting = upsert(database, "a", range(0, 12).map(pointOf));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    for (const limit of [5, 20, 30]) {
      const ids = await idsWith(database.collection("a"), "all", limit);
      expect(new Set(ids).size, `limit ${limit}`).to.equal(Math.min(limit, 20));
      expect(ids.length, `limit ${limit}`).to.equal(Math.min(limit, 20));
    }
    goOn();
    await overwriting;
    await database.close();
  });

  it("a search in texts beside writes finds points that are overwritten before their texts were read", async () => {
    const { database } = await open();
    await database.create("a", CONFIG);
    const collection = database.collection("a");
    for (let round = 0; round < 2; round++) {
      await upsert(database, "a", range(0, 1000).map(pointOf));
      const searches = Array.from({ length: 3 }, () => idsWith(collection, "all", 2000));
      for (let first = 900; first >= 0; first -= 100)
        await upsert(database, "a", range(first, 100).map(pointOf));
      for (const ids of await Promise.all(searches)) {
        expect(new Set(ids).size).to.equal(1000);
        expect(ids).to.have.length(1000);
      }
    }
    await database.close();
  });

  it("a search in texts beside writes and rebuilds neither loses nor repeats a point on one thread", () =>
    withSeed((random) => run(newEngine(), random)));

  it("a search in texts beside writes and rebuilds neither loses nor repeats a point with other threads", () =>
    withSeed((random) => run(startPool(2), random)));
});
