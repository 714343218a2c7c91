// Seeded random writes of every kind, alone and in batches, against a Map, with restarts and checkpoints.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { PointsService } from "../../../src/service/points.ts";
import { ScrollService } from "../../../src/service/scroll.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { after, type Model, SIZES, vectorsOf, WEIGHTED } from "../../support/drawn-writes.ts";
import { configOf, type Opened, open, reopen } from "../core/fixtures.ts";

const ROUNDS = countOf("ROUNDS", 1);
const STEPS = 80;
const C = { collection_name: "c" };
/** The whole content as text, payloads byte for byte. */
async function shown({ database }: Opened): Promise<string> {
  const { points } = await new ScrollService(database).scroll({ ...C, with_vector: true }, NATIVE_RULES);
  const lines = points.map(({ id, payload, vector }) => {
    const text = Buffer.from(payload!.bytes).toString();
    const named = vector instanceof Float32Array ? { "": vector } : vector!;
    return textOf(
      Number(id),
      text,
      Object.fromEntries(Object.entries(named).map(([k, v]) => [k, [...(v as Float32Array)]])),
    );
  });
  return lines.join("\n");
}

function expected(model: Model): string {
  const points = [...model].sort(([a], [b]) => a - b);
  return points.map(([id, point]) => textOf(id, JSON.stringify(point.payload), point.vectors)).join("\n");
}

function textOf(id: number, payload: string, given: Readonly<Record<string, readonly number[]>>): string {
  const sorted = Object.keys(given).sort();
  return `${id} ${payload} ${sorted.map((name) => `${name}:${given[name]!.join(" ")}`).join(" ")}`;
}

async function step(random: Random, opened: Opened, model: Model): Promise<Model> {
  const drawn = Array.from({ length: random() < 0.7 ? 1 : between(random, 2, 4) }, () =>
    pick(random, WEIGHTED)(random),
  );
  const operations = drawn.map(({ write }) => write);
  const service = new PointsService(opened.database);
  const result = service.batch({ ...C, operations }, { ...NATIVE_RULES, wait: random() < 0.5 });
  const wanted = after(model, drawn);
  if (wanted) {
    await result;
    return wanted;
  }
  const error = await result.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error?.message).to.match(/^Point not found: /);
  // A batch that fails while it runs keeps the writes before the failed one.
  const seen = await shown(opened);
  for (let count = 0; count < drawn.length; count++) {
    const some = after(model, drawn.slice(0, count));
    if (some && expected(some) === seen) return some;
  }
  throw new Error(`neither nothing nor a beginning of the batch was written:\n${seen}`);
}

describe("random writes of points", () => {
  const seed = seedOf();
  for (let round = 0; round < ROUNDS; round++) {
    it(`random writes of points have the result of a model, through restarts (SEED=${seed}, round ${round})`, async () => {
      const random = roundRandom(seed, round);
      const fields = Object.entries(SIZES).map(([name, size]) => ({ name, size, distance: "Dot" }) as const);
      let opened = await open();
      await opened.database.create("c", configOf(...fields));
      let model: Model = new Map();
      for (let i = 0; i < STEPS; i++) {
        model = await step(random, opened, model);
        await opened.database.collection("c").settled();
        expect(await shown(opened)).to.equal(expected(model));
        expect(opened.database.vectors).to.equal(vectorsOf(model));
        if (random() < 0.05) await opened.database.checkpoint();
        if (random() < 0.05) opened = await reopen(opened);
      }
      opened = await reopen(opened);
      expect(await shown(opened)).to.equal(expected(model));
      expect(opened.database.vectors).to.equal(vectorsOf(model));
      await opened.database.close();
    });
  }
});
