// Vectors that are added and removed at random among writes, deletes, rebuilds, checkpoints and crashes: every point
// has what a model has.

import { between, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { itWeekly } from "../../support/weekly.ts";
import { copyOf } from "./checkpoint-fixtures.ts";
import { type Opened, remove, type TestPoint, upsert } from "./fixtures.ts";
import {
  add,
  created,
  DENSE,
  drop,
  IDS,
  isAs,
  type Model,
  openIn,
  SPARSE,
  vectorOf,
} from "./vector-names-fixtures.ts";

const SEED = seedOf();
const NAMES = ["a", "b", "c", "s", "t"];

/** Changes the collection at random. */
async function change(opened: Opened, model: Model, random: Random): Promise<string> {
  const { database } = opened;
  const { vectors } = database.collection("c").config;
  const dice = random();
  if (dice < 0.15) {
    const name = pick(random, NAMES);
    const has = vectors.some((field) => field.name === name);
    if (has) {
      await drop(opened, name);
      for (const point of model.values()) point.delete(name);
      return `remove ${name}`;
    }
    const field = name < "s" ? { ...DENSE, name, size: between(random, 1, 5) } : { ...SPARSE, name };
    await add(opened, field);
    return `add ${name}`;
  }
  if (dice < 0.25) {
    const gone = [between(random, 0, IDS - 1), between(random, 0, IDS - 1)];
    await remove(database, "c", gone);
    for (const id of gone) model.delete(id);
    return `delete ${gone}`;
  }
  if (dice < 0.3) {
    await database.rebuildAll(database.collection("c"), true);
    return "rebuild";
  }
  if (dice < 0.4) {
    await database.checkpoint();
    return "checkpoint";
  }
  const points = new Map<number, TestPoint>();
  for (let i = between(random, 1, 6); i > 0; i--) {
    const id = between(random, 0, IDS - 1);
    const numbers = new Map(
      vectors.filter(() => random() < 0.7).map((field) => [field.name, between(random, 1, 100)] as const),
    );
    const own = vectors.flatMap((field) => {
      const number = numbers.get(field.name);
      return number === undefined ? [] : [[field.name, vectorOf(field, number)] as const];
    });
    points.set(id, { id, vectors: Object.fromEntries(own) });
    model.set(id, numbers);
  }
  await upsert(database, "c", [...points.values()]);
  return `upsert ${[...points.keys()]}`;
}

describe("vector names of a living collection at random", () => {
  for (let round = 0; round < 5; round++) {
    const register = round < 2 ? it : itWeekly;
    register(
      `vector names of a living collection come and go among writes, rebuilds, checkpoints and crashes, and every point has what it should (round ${round})`,
      async () => {
        const random = roundRandom(SEED, round);
        let opened = await created(DENSE, { ...SPARSE, name: "t" });
        const model: Model = new Map();
        const done: string[] = [];
        for (let step = 0; step < 40; step++) {
          done.push(await change(opened, model, random));
          if (step % 8 !== 7) continue;
          const what = `SEED=${SEED} ${done.join("; ")}`;
          await isAs(opened, model, what);
          const crashed = await openIn(copyOf(opened));
          await isAs(crashed, model, `after a crash: ${what}`);
          await opened.database.close();
          opened = crashed;
        }
        await opened.database.close();
      },
    );
  }
});
