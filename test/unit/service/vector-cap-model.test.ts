// Writes of every kind, alone and in batches, with a cap on vectors: a write is refused if and only if it would exceed
// the cap at the end of any of its parts, as the model computes it; a refused write changes nothing.
import { expect } from "chai";
import { VectorLimitReached } from "../../../src/errors/auth.ts";
import { type Capped, capped, limitReached, TWO_FIELDS } from "../../support/capped.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { after, type Drawn, type Model, vectorsOf, WEIGHTED } from "../../support/drawn-writes.ts";

const ROUNDS = countOf("ROUNDS", 1);
const STEPS = 120;

/** The largest number of vectors after any of the writes; null if a write needs a point that does not exist. */
function mostIn(model: Model, drawn: readonly Drawn[]): number | null {
  let most = 0;
  for (let count = 1; count <= drawn.length; count++) {
    const then = after(model, drawn.slice(0, count));
    if (then === null) return null;
    // A write that adds no vectors is accepted, however many exist.
    if (vectorsOf(then) > vectorsOf(model)) most = Math.max(most, vectorsOf(then));
  }
  return most;
}

/**
 * Whether a later write of the batch has a filter, which may match points that an earlier write changes: then its
 * result is not predicted.
 */
function isObscure(drawn: readonly Drawn[]): boolean {
  return drawn.slice(1).some(({ write }) => /"(?:update_)?filter":\{/.test(JSON.stringify(write)));
}

async function step(random: Random, world: Capped, model: Model): Promise<Model> {
  const drawn = Array.from({ length: random() < 0.6 ? 1 : between(random, 2, 4) }, () =>
    pick(random, WEIGHTED)(random),
  );
  const write = random() < 0.5 ? world.write : world.writeSoon;
  const most = mostIn(model, drawn);
  const error = await write("c", ...drawn.map((one) => one.write)).then(
    () => null,
    (thrown: Error) => thrown,
  );
  await world.opened.database.settled();
  if (most === null) {
    expect(error?.message).to.match(/^Point not found|^Vector limit reached/);
    // If a filter was the reason of the refusal, the writes before it were made.
    for (let count = drawn.length; count >= 0; count--) {
      const some = after(model, drawn.slice(0, count));
      if (some && vectorsOf(some) === world.vectors && (await isShown(world, some))) return some;
    }
    throw new Error("neither nothing nor a beginning of the batch was written");
  }
  if (error === null) {
    expect(most).to.be.at.most(world.limit);
    return after(model, drawn)!;
  }
  expect(error).to.be.instanceOf(VectorLimitReached);
  expect(error.message).to.equal(limitReached(vectorsOf(model), world.limit));
  if (!isObscure(drawn)) expect(most).to.be.above(world.limit);
  return model;
}

/** Whether the collection has these points with vectors of these names, and these payloads. */
async function isShown({ points }: Capped, model: Model): Promise<boolean> {
  const { count } = await points.count({ collection_name: "c" });
  if (count !== model.size) return false;
  for (const [id, { vectors, payload }] of model) {
    const found = await points.get({ collection_name: "c", id }).catch(() => null);
    const vector = found?.vector ?? {};
    const names = vector instanceof Float32Array ? [""] : Object.keys(vector);
    if (names.sort().join() !== Object.keys(vectors).sort().join()) return false;
    if (Buffer.from(found?.payload?.bytes ?? []).toString() !== JSON.stringify(payload)) return false;
  }
  return true;
}

describe("the cap on vectors under random writes", () => {
  const seed = seedOf();
  for (let round = 0; round < ROUNDS; round++) {
    it(`the cap on vectors refuses writes that exceed it and no others (SEED=${seed}, round ${round})`, async () => {
      const random = roundRandom(seed, round);
      const world = await capped(between(random, 4, 16));
      await world.opened.database.create("c", TWO_FIELDS);
      let model: Model = new Map();
      for (let i = 0; i < STEPS; i++) {
        model = await step(random, world, model);
        expect(world.vectors).to.equal(vectorsOf(model));
        expect(await isShown(world, model)).to.equal(true);
        // A license is added, or expires.
        if (random() < 0.1) world.limit = between(random, 4, 16);
      }
      await world.opened.database.close();
    });
  }
});
