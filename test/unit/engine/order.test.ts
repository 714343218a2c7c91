// Rows that are written topic by topic: the graph has to find them whatever the order of writing is.

import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { append, kill, newEngine, seededRandom, spec } from "./fixtures.ts";
import { indexed, recallAt } from "./vectors.ts";

const SEED = 9;
const DIMENSION = 32;
const TOPICS = 40;
const ROWS = 4000;
const LEAST_RECALL = 0.95;

/** Topics that are far apart, each a cluster that is small compared with the distances between them. */
function topics() {
  const random = seededRandom(SEED);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Array.from({ length: TOPICS }, () => Array.from({ length: DIMENSION }, () => 4 * normal()));
  const near = (topic: number) => Float32Array.from(centres[topic]!, (value) => value + 0.3 * normal());
  const rows = Array.from({ length: ROWS }, (_, i) => near(Math.floor((i / ROWS) * TOPICS)));
  const queries = Array.from({ length: 100 }, () => near(Math.floor(random() * TOPICS)));
  return { rows, queries };
}

describe("a graph of rows in the order of their topics", () => {
  const { rows, queries } = topics();

  const itSampled = itOnceIn(2);
  for (const [metric, encoding] of [
    ["Euclid", "int8"],
    ["Euclid", "none"],
    ["Cosine", "int8"],
  ] as [Metric, Encoding][]) {
    itSampled(
      `a graph of rows in the order of their topics finds rows that were each indexed as they were written: ${metric}, ${encoding}`,
      async () => {
        const engine = newEngine();
        const store = await engine.create(spec({ dimension: DIMENSION, metric, encoding }));
        for (let first = 0; first < ROWS; first += 10) {
          await append(engine, store, rows.slice(first, first + 10));
          await engine.indexed(store);
        }
        const recall = await recallAt(engine, store, queries, { k: 10, ef: 64 });
        expect(recall, `seed ${SEED}`).to.be.above(LEAST_RECALL);
      },
    );
  }

  it("a graph of rows in the order of their topics finds rows as in mixed order when they were written before the graph was begun", async () => {
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    const recall = await recallAt(engine, store, queries, { k: 10, ef: 64 });
    expect(recall, `seed ${SEED}`).to.be.above(0.99);
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
  });

  it("a graph of rows in the order of their topics finds rows as in mixed order when they were written without a pause", async () => {
    const engine = newEngine({ later: setImmediate });
    const store = await engine.create(spec({ dimension: DIMENSION, metric: "Euclid" }));
    for (let first = 0; first < ROWS; first += 100) {
      await append(engine, store, rows.slice(first, first + 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await engine.indexed(store);
    const recall = await recallAt(engine, store, queries, { k: 10, ef: 64 });
    expect(recall, `seed ${SEED}`).to.be.above(0.99);
  });

  it("a graph of rows in the order of their topics covers every slot once, dead slots included, for any number of slots", async () => {
    for (const count of [1, 2, 3, 64, 65, 129]) {
      const engine = newEngine();
      const store = await engine.create(spec({ dimension: DIMENSION, metric: "Euclid", indexFrom: 200 }));
      await append(engine, store, rows.slice(0, count));
      await kill(engine, store, [count >> 1]);
      await engine.indexFrom(store, 1);
      await engine.indexed(store);
      expect(await engine.stats(store)).to.include({ indexed: count, nodes: count - 1 });
    }
  });

  it("a graph of rows in the order of their topics covers no slots beyond the limit of a checkpoint", async () => {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: DIMENSION, metric: "Euclid" }));
    await append(engine, store, rows.slice(0, 101));
    await engine.limitGraph(store, 101);
    await append(engine, store, rows.slice(101, 150));
    const whole = engine.indexed(store);
    expect(await engine.stats(store)).to.include({ indexed: 101, nodes: 101 });
    await engine.limitGraph(store, null);
    await whole;
    expect(await engine.stats(store)).to.include({ indexed: 150, nodes: 150 });
  });
});
