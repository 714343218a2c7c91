// Slots that are not in the graph yet: searches compare them beside the graph, unless indexed_only leaves them out.
// Without a thread of its own this engine indexes only while a caller waits for it, so slots stay outside of the graph
// until then.

import { expect } from "chai";
import { itOnceIn } from "../../support/weekly.ts";
import { append, kill, METRIC_NAMES } from "./fixtures.ts";
import { bitsOf, dataSet, indexed, recallAt } from "./vectors.ts";

const COUNT = 1500;
const COVERED = 1000;
const SEED = 5;

describe("the slots that are not in the graph yet", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    itSampled(
      `the slots that are not in the graph yet are searched beside the graph, and together they have the neighbours (${metric})`,
      async () => {
        const { rows, queries } = dataSet("clusters", COUNT, SEED);
        const { engine, store } = await indexed(rows.slice(0, COVERED), { metric });
        await append(engine, store, rows.slice(COVERED));
        expect(await engine.stats(store)).to.include({ count: COUNT, indexed: COVERED });
        const options = { k: 10, ef: 64 };
        expect(await recallAt(engine, store, queries, options), "with a tail").to.be.at.least(0.98);
        const { method, compared } = await engine.search(store, queries[0]!, options);
        expect(method).to.equal("walk");
        expect(compared).to.be.within(COUNT - COVERED, COUNT);
        await engine.indexed(store);
        expect(await engine.stats(store)).to.include({ count: COUNT, indexed: COUNT });
        expect(await recallAt(engine, store, queries, options), "without").to.be.at.least(0.98);
      },
    );
  }

  it("the slots that are not in the graph yet are found as soon as they are written, with filters as well", async () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows.slice(0, COVERED), { metric: "Euclid" });
    await append(engine, store, rows.slice(COVERED));
    const odd = bitsOf(
      rows.flatMap((_, slot) => (slot % 2 ? slot : [])),
      COUNT,
    );
    for (let slot = COVERED; slot < COUNT; slot += 7) {
      const hits = await engine.search(store, rows[slot]!, { k: 1, ef: 1 });
      expect([...hits.slots, ...hits.distances]).to.deep.equal([slot, 0]);
      const [found] = (await engine.search(store, rows[slot]!, { k: 1, ef: 16, filter: odd })).slots;
      expect(found === slot, `slot ${slot} is odd`).to.equal(slot % 2 === 1);
    }
  });

  it("the slots that are not in the graph yet are left out with indexed_only, in every kind of search", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows.slice(0, COVERED), { metric: "Cosine" });
    await append(engine, store, rows.slice(COVERED));
    const few = bitsOf([1, 999, 1000, 1001, 1499], COUNT);
    for (const query of queries) {
      const walked = await engine.search(store, query, { k: 10, ef: 64, indexedOnly: true });
      expect(walked.slots.length).to.equal(10);
      expect(Math.max(...walked.slots)).to.be.below(COVERED);
      const all = await engine.search(store, query, { k: COUNT, ef: COUNT, indexedOnly: true });
      expect([...all.slots].sort((a, b) => a - b)).to.deep.equal([...Array(COVERED).keys()]);
      const matches = await engine.search(store, query, { k: 9, ef: 64, filter: few, indexedOnly: true });
      expect([...matches.slots].sort((a, b) => a - b)).to.deep.equal([1, 999]);
    }
  });

  it("the slots that are not in the graph yet are compared like all others in an exact search", async () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows.slice(0, COVERED), { metric: "Manhattan" });
    await append(engine, store, rows.slice(COVERED));
    await kill(engine, store, [COUNT - 1]);
    for (const slot of [0, COVERED - 1, COVERED, COUNT - 2]) {
      const hits = await engine.search(store, rows[slot]!, { k: 3, ef: 3, exact: true });
      expect(hits.method).to.equal("exact");
      // All codes of live slots, and the f32 vectors that the bounds leave.
      expect(hits.compared).to.be.within(COUNT - 1, COUNT + 100);
      expect(hits.slots[0]).to.equal(slot);
    }
  });

  it("the slots that are not in the graph yet are in the graph when indexed() resolves, with any number of callers", async () => {
    const { rows } = dataSet("clusters", 300, SEED);
    const { engine, store } = await indexed(rows.slice(0, 100), { metric: "Dot" });
    await append(engine, store, rows.slice(100));
    await Promise.all([engine.indexed(store), engine.indexed(store)]);
    expect(await engine.stats(store)).to.include({ indexed: 300, nodes: 300 });
    await engine.indexed(store);
  });
});
