// Filtered searches without pause while points are overwritten and get other payloads: each hit satisfied the filter at
// some moment of the search, and no nearer point that satisfied it throughout is missing.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { CollectionConfig } from "../../../src/core/config/types.ts";
import type { Database } from "../../../src/core/database/database.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import { countOf } from "../../support/chance.ts";
import { integer, newEngine, type Random, withSeed } from "../engine/fixtures.ts";
import { open, setPayloads, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const POINTS = 1200;
const DIMENSION = 8;
/** Batches of writes; `BATCHES=120` is the longer run. */
const BATCHES = countOf("BATCHES", 12);
const FILTER = parseFilter({ must: [{ key: "tag", match: { value: "on" } }] });

/** All points are on a line, at the distance `id` from its end. */
const vectorOf = (id: number) => Float32Array.of(id, 0, 0, 0, 0, 0, 0, 0);
const payloadOf = (isOn: boolean) => new TextEncoder().encode(JSON.stringify({ tag: isOn ? "on" : "off" }));
const pointOf = (id: number, isOn: boolean): TestPoint => ({
  ...{ id, vectors: { "": vectorOf(id) } },
  payload: payloadOf(isOn),
});

/** A state that a search may see: from the beginning of its write until the next write of the point is acknowledged. */
interface Spell {
  readonly isOn: boolean;
  readonly from: number;
  to: number;
}

class Race {
  readonly history: Spell[][];
  now = 0;
  done = false;
  searches = 0;
  wrong = 0;
  missing = 0;

  constructor(first: readonly boolean[]) {
    this.history = first.map((isOn) => [{ isOn, from: 0, to: Number.POSITIVE_INFINITY }]);
  }

  async write(ids: readonly number[], on: readonly boolean[], work: () => Promise<unknown>): Promise<void> {
    const from = ++this.now;
    ids.forEach((id, i) => {
      this.history[id]!.push({ isOn: on[i]!, from, to: Number.POSITIVE_INFINITY });
    });
    await work();
    const to = ++this.now;
    for (const id of ids) this.history[id]!.at(-2)!.to = to;
  }

  /** The states that a search may have seen between two moments. */
  states(id: number, from: number, to: number): boolean[] {
    return this.history[id]!.filter((spell) => spell.from <= to && spell.to >= from).map(({ isOn }) => isOn);
  }
}

/** @param share of the points that are written so that they satisfy the filter */
async function write(race: Race, database: Database, random: Random, share: number): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const ids = [
      ...new Set(Array.from({ length: integer(random, 1, 40) }, () => integer(random, 0, POINTS - 1))),
    ];
    const on = ids.map(() => random() < share);
    await race.write(ids, on, () =>
      random() < 0.5
        ? upsert(
            database,
            "a",
            ids.map((id, i) => pointOf(id, on[i]!)),
          )
        : setPayloads(database, "a", new Map(ids.map((id, i) => [id, payloadOf(on[i]!)]))),
    );
    await new Promise(setImmediate);
  }
  race.done = true;
}

async function search(race: Race, database: Database, random: Random, k: number): Promise<void> {
  const collection = database.collection("a");
  while (!race.done) {
    const target = integer(random, 0, POINTS - 1);
    const from = ++race.now;
    const ids = await collection.reading(async () => {
      const nearest = { field: collection.field("")!, k, params: DEFAULT_SEARCH, filter: FILTER };
      const [hits] = await collection.reads.search([vectorOf(target)], nearest);
      return hits!.map(({ ref }) => collection.reads.idOf(ref) as number);
    });
    const to = ++race.now;
    race.searches++;
    const reach = ids.length < k ? Number.POSITIVE_INFINITY : Math.abs(ids.at(-1)! - target);
    const found = new Set(ids);
    for (let id = 0; id < POINTS; id++) {
      const states = race.states(id, from, to);
      if (found.has(id) && !states.includes(true)) race.wrong++;
      if (!found.has(id) && !states.includes(false) && Math.abs(id - target) < reach) race.missing++;
    }
    if (found.size < ids.length) race.wrong++;
    await new Promise(setImmediate);
  }
}

async function run(
  engine: Engine,
  random: Random,
  schema: CollectionConfig["payload_schema"],
  share = 0.5,
): Promise<void> {
  const { database } = await open({ engine, segments: { maxSlots: 700, vacuumMinSlots: 300 } });
  await database.create("a", { ...unnamed(DIMENSION), payload_schema: schema });
  const first = Array.from({ length: POINTS }, () => share > 0.5 || random() < share);
  await upsert(
    database,
    "a",
    first.map((isOn, id) => pointOf(id, isOn)),
  );
  const race = new Race(first);
  const searches = [1, 10, 400].map((k) => search(race, database, random, k));
  await Promise.all([write(race, database, random, share), ...searches]).finally(() => {
    race.done = true;
  });
  process.stdout.write(`      ${race.searches} searches beside ${BATCHES} batches of writes\n`);
  const { wrong, missing } = race;
  expect({ wrong, missing }).to.deep.equal({ wrong: 0, missing: 0 });
  await database.close();
}

/** An engine whose searches begin when `goOn` is called. */
function waitingEngine() {
  const engine = newEngine();
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const searched = engine.search.bind(engine);
  engine.search = async (...asked) => {
    await gate;
    return searched(...asked);
  };
  return { engine, goOn };
}

describe("filtered searches beside writes", () => {
  it("filtered searches beside writes find points that were all overwritten during the search", async () => {
    const { engine, goOn } = waitingEngine();
    const { database } = await open({ engine });
    await database.create("a", { ...unnamed(DIMENSION), payload_schema: { tag: "keyword" } });
    const points = Array.from({ length: 20 }, (_, id) => pointOf(id, id % 2 === 0));
    await upsert(database, "a", points);
    const collection = database.collection("a");
    const nearest = { field: collection.field("")!, k: 3, params: DEFAULT_SEARCH, filter: FILTER };
    const searching = collection.reading(async () => collection.reads.search([vectorOf(4)], nearest));
    await upsert(database, "a", points);
    goOn();
    const [hits] = await searching;
    expect(hits!.map(({ ref, score }) => [collection.reads.idOf(ref), score])).to.deep.equal([
      [4, 0],
      [2, 2],
      [6, 2],
    ]);
    await database.close();
  });

  const cases: [string, CollectionConfig["payload_schema"]][] = [
    ["with an index", { tag: "keyword" }],
    ["without an index", {}],
  ];
  for (const [name, schema] of cases) {
    it(`filtered searches beside writes find only points that satisfy the filter, and all of them, ${name}, on one thread`, () =>
      withSeed((random) => run(newEngine(), random, schema)));

    it(`filtered searches beside writes find only points that satisfy the filter, and all of them, ${name}, with searches on other threads`, () =>
      withSeed((random) => run(startPool(2), random, schema)));
  }

  it("filtered searches beside writes find the right points where mostly all points satisfy the filter", () =>
    withSeed((random) => run(startPool(2), random, { tag: "keyword" }, 0.97)));
});
