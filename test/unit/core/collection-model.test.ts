// A collection in tiny segments against a Map, while its segments are rebuilt in the background. Vectors are small
// integers, so that scores are exact and the expected hits are known.
import { expect } from "chai";
import fc from "fast-check";
import type { PointId } from "../../../src/schema/leaf.ts";
import { countOf } from "../../support/chance.ts";
import { integer, integers, type Random, seededRandom } from "../engine/fixtures.ts";
import { configOf, type TestPoint } from "./fixtures.ts";
import { countingEngine, LooseCollection, slowEngine } from "./segment-fixtures.ts";

/** Drawn sequences of operations; `ROUNDS=150` is the longer run. */
const RUNS = countOf("ROUNDS", 30);
const FIELDS = { "": 3, b: 2 } as const;
const CONFIG = configOf(
  { name: "", size: 3, distance: "Euclid" },
  { name: "b", size: 2, distance: "Euclid" },
);

interface Run {
  readonly random: Random;
  readonly loose: LooseCollection;
  readonly model: Map<PointId, TestPoint & { version: number }>;
  /** The current rebuild. */
  rebuild: Promise<unknown>;
}

type Step =
  | { kind: "upsert"; ids: number[] }
  | { kind: "remove"; ids: number[] }
  | { kind: "payloads"; ids: number[] }
  | { kind: "search"; k: number }
  | { kind: "rebuild" }
  | { kind: "finish" };

const ids = (most: number) => fc.array(fc.nat(60), { minLength: 1, maxLength: most });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("upsert" as const), ids: ids(25) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), ids: ids(12) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("payloads" as const), ids: ids(25) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("search" as const), k: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "rebuild" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "finish" as const }) },
);

function pointOf(random: Random, id: number): TestPoint {
  const vectors: Record<string, Float32Array> = {};
  for (const [name, size] of Object.entries(FIELDS)) {
    if (random() < 0.8) vectors[name] = integers(random, size);
  }
  return { id, vectors, payload: payloadOf(random, id) };
}

function payloadOf(random: Random, id: number): Uint8Array | null {
  return random() < 0.5 ? Uint8Array.of(id, integer(random, 0, 255)) : null;
}

async function take(run: Run, one: Step): Promise<void> {
  const { random, loose, model } = run;
  if (one.kind === "upsert") {
    const points = one.ids.map((id) => pointOf(random, id));
    const version = await loose.upsert(points);
    for (const point of points) model.set(point.id, { ...point, version });
  } else if (one.kind === "remove") {
    await loose.remove(one.ids);
    for (const id of one.ids) model.delete(id);
  } else if (one.kind === "payloads") {
    const payloads = new Map(one.ids.map((id) => [id, payloadOf(random, id)]));
    const version = await loose.setPayloads(payloads);
    for (const [id, payload] of payloads) {
      const point = model.get(id);
      if (point) model.set(id, { ...point, payload, version });
    }
  } else if (one.kind === "search") {
    for (const name of Object.keys(FIELDS)) await compareSearch(run, name, one.k);
  } else if (one.kind === "rebuild") {
    await new Promise(setImmediate);
    run.rebuild = Promise.all([run.rebuild, loose.rebuild(() => new Promise(setImmediate))]);
  } else {
    await run.rebuild;
  }
}

/** Expects the best scores; of several points with the last score any may be returned. */
async function compareSearch(
  { random, loose, model }: Run,
  name: "" | "b" | string,
  k: number,
): Promise<void> {
  const query = integers(random, FIELDS[name as keyof typeof FIELDS]);
  const scores = new Map<PointId, number>();
  for (const { id, vectors } of model.values()) {
    const vector = vectors[name];
    if (vector) scores.set(id, Math.fround(Math.hypot(...query.map((value, i) => value - vector[i]!))));
  }
  const hits = await loose.search(query, k, name);
  const best = [...scores.values()].sort((a, b) => a - b).slice(0, k);
  expect(hits.map(({ score }) => score)).to.deep.equal(best);
  expect(new Set(hits.map(({ id }) => id)).size).to.equal(hits.length);
  for (const { id, score } of hits) expect(score, `${id}`).to.equal(scores.get(id));
}

async function comparePoints({ loose: { collection }, model }: Run): Promise<void> {
  expect(collection.points).to.equal(model.size);
  const asked = Array.from({ length: 61 }, (_, id) => id);
  await collection.reading(async () => {
    const slots = await collection.reads.find(asked);
    for (const id of asked) {
      const slot = slots[id]!;
      const point = model.get(id);
      expect(slot !== null, `${id} is there`).to.equal(point !== undefined);
      if (!point || slot === null) continue;
      expect(collection.reads.idOf(slot)).to.equal(id);
      expect(collection.reads.version(slot)).to.equal(point.version);
      const [payload] = await collection.reads.payloads([slot]);
      expect(payload).to.deep.equal(point.payload);
      for (const name of Object.keys(FIELDS)) {
        const [vector] = await collection.reads.vectors(name, [slot]);
        expect(vector && [...vector]).to.deep.equal(point.vectors[name] ? [...point.vectors[name]] : null);
      }
    }
  });
}

describe("a collection in many segments", () => {
  it("a collection in many segments returns the points and hits of a Map, during writes and rebuilds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 70 }),
        async (steps, seed, slots) => {
          const random = seededRandom(seed);
          const { engine, alive } = countingEngine();
          const settings = { maxSlots: slots, vacuumMinSlots: 5, spareSegments: 2 };
          const loose = new LooseCollection(slowEngine(random, engine), CONFIG, settings);
          const run: Run = { random, loose, model: new Map(), rebuild: Promise.resolve() };
          for (const one of steps) await take(run, one);
          await comparePoints(run);
          await run.rebuild;
          await loose.optimize();
          await comparePoints(run);
          for (const name of Object.keys(FIELDS)) await compareSearch(run, name, 70);
          expect(loose.collection.upkeep.failure).to.equal(null);
          await loose.collection.drop();
          expect(alive.size, "vector stores that were not given back").to.equal(0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
