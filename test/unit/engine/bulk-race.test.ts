// Searches in other threads while graphs are replaced by graphs that are built in bulk. A query is a row, so the
// distance of the nearest slot is known: 0.
import { expect } from "chai";
import { startPool } from "../../../src/engine/node-threads.ts";
import { itWeekly } from "../../support/weekly.ts";
import { append, floats, seededRandom, spec } from "./fixtures.ts";

const DIMENSION = 4;
const K = 10;
const SEED = 9;
/** Rows of one write. */
const BATCH = 5000;

describe("searches in other threads while a graph is replaced", () => {
  it("searches in other threads find all of their hits while a graph is replaced by one of all slots", () =>
    expectHits([2000, 24_000], 2));

  itWeekly("searches in other threads find all of their hits while graphs are replaced again and again", () =>
    expectHits([2000, 23_000, 46_000, 92_000], 6),
  );
});

/** Writes rows up to each of the sizes, some of them equal, waits for their graph, and searches meanwhile. */
async function expectHits(sizes: readonly number[], searches: number): Promise<void> {
  const random = seededRandom(SEED);
  const rows: Float32Array[] = [];
  while (rows.length < sizes.at(-1)!) {
    const isNew = rows.length % 3 > 0 || rows.length < K;
    rows.push(isNew ? floats(random, DIMENSION) : rows[Math.floor(random() * rows.length)]!);
  }
  const engine = startPool(3);
  const given = { dimension: DIMENSION, metric: "Euclid", m: 8, efConstruct: 40 } as const;
  const store = await engine.create(spec(given));
  await append(engine, store, rows.slice(0, BATCH / 5));
  let written = BATCH / 5;
  let done = false;
  const search = async (seed: number) => {
    const chosen = seededRandom(seed);
    while (!done) {
      const slot = Math.floor(chosen() * written);
      const hits = await engine.search(store, rows[slot]!, { k: K, ef: 48 });
      expect([hits.slots.length, hits.distances[0]], `slot ${slot}, ${hits.method}`).to.deep.equal([K, 0]);
    }
  };
  const write = async () => {
    for (const size of sizes) {
      while (written < size) {
        const end = Math.min(size, written + BATCH);
        await append(engine, store, rows.slice(written, end));
        written = end;
      }
      await engine.indexed(store);
    }
  };
  const writing = write().finally(() => {
    done = true;
  });
  await Promise.all([writing, ...Array.from({ length: searches }, (_, seed) => search(seed))]);
  expect((await engine.stats(store)).indexed).to.equal(rows.length);
  expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
  await engine.close();
}
