// Searches of a graph with dead slots: the walk passes through dead slots, and does not return them.
import { expect } from "chai";
import { itOnceIn } from "../../support/weekly.ts";
import { append, kill, METRIC_NAMES, NO_SLOTS, seededRandom } from "./fixtures.ts";
import { dataSet, indexed, recallAt } from "./vectors.ts";

const COUNT = 2000;
const SEED = 11;
const ALL = [...Array(COUNT).keys()];

describe("a graph with dead nodes", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    for (const [share, floor] of [
      [0, 0.98],
      [0.5, 0.98],
      [0.9, 0.97],
      [0.99, 1],
    ] as const) {
      itSampled(
        `a graph with dead nodes finds k live slots and no dead ones with ${100 * share} % dead slots (${metric})`,
        async () => {
          const { rows, queries } = dataSet("clusters", COUNT, SEED);
          const { engine, store } = await indexed(rows, { metric });
          const random = seededRandom(SEED);
          const dead = new Set(ALL.filter(() => random() < share));
          await kill(engine, store, [...dead]);
          for (const query of queries) {
            const { slots } = await engine.search(store, query, { k: 10, ef: 64 });
            expect(slots.length).to.equal(Math.min(10, COUNT - dead.size));
            expect(slots.filter((slot) => dead.has(slot)).length, "dead").to.equal(0);
          }
          expect(await recallAt(engine, store, queries, { k: 10, ef: 64 })).to.be.at.least(floor);
        },
      );
    }
  }

  it("a graph with dead nodes finds live slots when the entry point and all slots around it are dead", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    const entry = entryOf((await engine.share(store)).memory);
    const around = await engine.search(store, rows[entry]!, { k: 200, ef: 200 });
    expect(around.slots[0]).to.equal(entry);
    await kill(engine, store, [...around.slots]);
    expect(await recallAt(engine, store, queries, { k: 10, ef: 64 })).to.be.at.least(0.98);
    const { slots } = await engine.search(store, rows[entry]!, { k: 1, ef: 1 });
    expect(slots.length).to.equal(1);
  });

  it("a graph with dead nodes finds nothing when all slots are dead, and then the slots that are written next", async () => {
    const { rows, queries } = dataSet("clusters", 500, SEED);
    const { engine, store } = await indexed(rows, { metric: "Cosine" });
    await kill(engine, store, [...rows.keys()]);
    for (const exact of [false, true]) {
      const { slots } = await engine.search(store, queries[0]!, { k: 10, ef: 64, exact });
      expect([...slots]).to.deep.equal([]);
    }
    await append(engine, store, queries);
    expect(await recallAt(engine, store, queries, { k: 10, ef: 64 }), "in the tail").to.equal(1);
    await engine.indexed(store);
    expect(await recallAt(engine, store, queries, { k: 10, ef: 64 }), "in the graph").to.equal(1);
  });

  it("a graph with dead nodes has no node for a slot that was dead before it was indexed", async () => {
    const { rows, queries } = dataSet("clusters", 900, SEED);
    const engine = (await indexed(rows.slice(0, 1), { metric: "Euclid" })).engine;
    const { store } = await indexed(rows.slice(0, 300), { metric: "Euclid" }, engine);
    await engine.reserve(store, 1200);
    const odd = Uint32Array.from({ length: 300 }, (_, i) => 2 * i + 1);
    const vectors = new Float32Array(300 * rows[0]!.length);
    odd.forEach((row, i) => {
      vectors.set(rows[300 + row]!, i * rows[0]!.length);
    });
    await engine.write([{ store, first: 300, slots: 600, rows: odd, vectors, dead: NO_SLOTS }]);
    await kill(engine, store, [301, 303]);
    await engine.indexed(store);
    expect(await engine.stats(store)).to.include({ count: 900, live: 598, indexed: 900, nodes: 598 });
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
    expect(await recallAt(engine, store, queries, { k: 10, ef: 64 })).to.be.at.least(0.99);
    const hits = await engine.search(store, queries[0]!, { k: 900, ef: 900 });
    const born = (slot: number) => slot < 300 || slot % 2 === 1;
    expect(hits.slots.length).to.equal(598);
    expect([...hits.slots].every((slot) => born(slot) && slot !== 301 && slot !== 303)).to.equal(true);
  });
});

/** The slot at which every walk begins: see the drawing in assembly/memory/layout.ts. */
function entryOf(memory: WebAssembly.Memory): number {
  return new DataView(memory.buffer).getUint32(1024 + 72, true) - 1;
}
