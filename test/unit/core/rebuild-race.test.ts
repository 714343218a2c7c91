// Searches without pause while points are overwritten, added and deleted, and segments are rebuilt all the time: every
// point that exists throughout is found once, and no point whose deletion was acknowledged before the search began.
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { countOf } from "../../support/chance.ts";
import { integer, newEngine, type Random, withSeed } from "../engine/fixtures.ts";
import { found, open, remove, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const DIMENSION = 8;
const STAYING = 600;
/** Batches of writes; `BATCHES=120` is the longer run. */
const BATCHES = countOf("BATCHES", 15);
const MOST_ADDED = 20;
const SEGMENT_SLOTS = 400;

/** All points are on a line, so the nearest ones to a query on it are known. */
const pointOf = (id: number): TestPoint => ({ id, vectors: { "": vectorOf(id) } });
const vectorOf = (id: number) => {
  const vector = new Float32Array(DIMENSION);
  vector[0] = id;
  return vector;
};
const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

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
    const over = range(integer(random, 0, STAYING - 40), integer(random, 1, 40));
    const added = range(race.next, integer(random, 1, MOST_ADDED));
    race.next += added.length;
    await upsert(database, "a", [...over, ...added].map(pointOf));
    await remove(database, "a", added);
    for (const id of added) gone.add(id);
    await new Promise(setImmediate);
  }
  race.done = true;
}

async function search(race: Race, k: number): Promise<void> {
  const { database, random, gone, wrong } = race;
  while (!race.done) {
    const target = integer(random, 0, STAYING - 1);
    const goneBefore = new Set(gone);
    const ids = (await found(database, "a", vectorOf(target), k)).map(({ id }) => id);
    race.searches++;
    if (ids[0] !== target) wrong.push(`missed ${target}, found ${ids[0]}`);
    if (new Set(ids).size < ids.length) wrong.push("showed one twice");
    if (k > STAYING + MOST_ADDED && range(0, STAYING).some((id) => !ids.includes(id)))
      wrong.push("not all that stayed");
    if (ids.some((id) => goneBefore.has(id))) wrong.push("showed one that was gone");
    if (ids.some((id) => (id as number) >= race.next)) wrong.push("showed one that never was");
    await new Promise(setImmediate);
  }
}

async function run(engine: Engine, random: Random): Promise<void> {
  const segments = { maxSlots: SEGMENT_SLOTS, vacuumMinSlots: 50, spareSegments: 1 };
  const { database } = await open({ engine, segments });
  await database.create("a", unnamed(DIMENSION));
  await upsert(database, "a", range(0, STAYING).map(pointOf));
  const race: Race = {
    ...{ database, random, gone: new Set<PointId>(), wrong: [] },
    ...{ next: STAYING, done: false, searches: 0 },
  };
  const searches = [1, 10, STAYING, STAYING * 2].map((k) => search(race, k));
  await Promise.all([write(race), ...searches]).finally(() => {
    race.done = true;
  });
  await database.optimized();
  const collection = database.collection("a");
  const { segments: left } = await collection.indexState();
  process.stdout.write(
    `      ${race.searches} searches beside ${BATCHES} batches; ${left} segments are left\n`,
  );
  expect(race.wrong).to.deep.equal([]);
  expect(race.searches).to.be.above(0);
  expect(collection.upkeep.failure).to.equal(null);
  expect(collection.points).to.equal(STAYING);
  expect(left, "those needed, spare ones, the open one").to.be.at.most(8);
  await database.close();
}

describe("a search during a rebuild", () => {
  it("a search during a rebuild finds live points and no others, on one thread", () =>
    withSeed((random) => run(newEngine(), random)));

  it("a search during a rebuild finds live points and no others, with searches on other threads", () =>
    withSeed((random) => run(startPool(2), random)));
});
