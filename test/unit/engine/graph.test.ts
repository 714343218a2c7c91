// The graph against an exact search: the share of true neighbours that a walk finds, for every distance, on several
// kinds of data. Levels and data are seeded, so recall is a fixed number; the floors are a little below the measured
// values.
import { expect } from "chai";
import type { Encoding } from "../../../src/engine/abi.ts";
import type { Hits } from "../../../src/engine/types.ts";
import { hasMnist, loadMnist, row } from "../../support/mnist.ts";
import { itOnceIn, itWeekly } from "../../support/weekly.ts";
import { bits, kill, METRIC_NAMES, top } from "./fixtures.ts";
import { type DataSet, dataSet, indexed, recallAt } from "./vectors.ts";

const COUNT = 1500;
const SEED = 7;

/**
 * The floors of recall@10 at ef 64; cases without an entry have .995. Dot products of vectors whose lengths differ a
 * thousandfold are the hard case: a graph links near vectors, and nearness says little about length.
 */
const FLOORS: Record<string, number> = {
  "norms Euclid": 0.98,
  "norms Manhattan": 0.97,
  "norms Dot": 0.84,
  "shifted Dot": 0.985,
  "duplicates Dot": 0.97,
};
const FLOOR = 0.995;

const ENCODINGS: Encoding[] = ["none", "int8"];

describe("a search of the graph", () => {
  const itSampled = itOnceIn(7);
  for (const encoding of ENCODINGS) {
    for (const name of ["clusters", "shifted", "norms", "outliers", "duplicates"] satisfies DataSet[]) {
      for (const metric of METRIC_NAMES) {
        itSampled(`a search of the graph finds the neighbours: ${name}, ${metric}, ${encoding}`, async () => {
          const { rows, queries } = dataSet(name, COUNT, SEED);
          const { engine, store } = await indexed(rows, { metric, encoding });
          const floor = FLOORS[`${name} ${metric}`] ?? FLOOR;
          expect(await recallAt(engine, store, queries, { k: 10, ef: 64 })).to.be.at.least(floor);
          expect(await recallAt(engine, store, queries, { k: 1, ef: 64 }), "the nearest").to.be.at.least(
            0.98,
          );
          const hits = await engine.search(store, queries[0]!, { k: 10, ef: 64 });
          expect(hits.method).to.equal("walk");
          expect(hits.compared, "compared").to.be.below(COUNT);
        });
      }
    }
  }

  for (const encoding of ENCODINGS) {
    const register = encoding === "int8" ? it : itWeekly;
    register(`a search of the graph finds the neighbours of handwritten digits (${encoding})`, async () => {
      const { rows, queries } = digits(encoding === "int8" ? 2500 : 1200);
      const { engine, store } = await indexed(rows, { metric: "Euclid", encoding });
      expect(await recallAt(engine, store, queries, { k: 10, ef: 64 })).to.be.at.least(0.99);
      expect(await recallAt(engine, store, queries, { k: 10, ef: 16 })).to.be.at.least(0.95);
    });
  }

  it("a search of the graph returns the distances of the exact search", async () => {
    for (const metric of METRIC_NAMES) {
      const { rows, queries } = dataSet("norms", 300, SEED, 37);
      const { engine, store } = await indexed(rows, { metric });
      for (const query of queries.slice(0, 10)) {
        const exact = await engine.search(store, query, { ...top(rows.length), exact: true });
        const bySlot = new Map(Array.from(exact.slots, (slot, i) => [slot, bits(exact.distances)[i]]));
        for (const ignoreCodes of [false, true]) {
          const hits = await engine.search(store, query, { k: 10, ef: 40, ignoreCodes });
          expect(bits(hits.distances)).to.deep.equal(Array.from(hits.slots, (slot) => bySlot.get(slot)));
        }
      }
    }
  });

  it("a search of the graph returns the nearest first, no slot twice, and no farther ones with a larger ef", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    for (const query of queries) {
      let farthest = Number.POSITIVE_INFINITY;
      for (const ef of [10, 64, 400]) {
        const { slots, distances } = await engine.search(store, query, { k: 10, ef, rescore: ef });
        expect(new Set(slots).size).to.equal(10);
        expect([...distances]).to.deep.equal([...distances].sort((a, b) => a - b));
        expect(distances[9]).to.be.at.most(farthest);
        farthest = distances[9]!;
      }
    }
  });

  it("a search of the graph uses an ef of at least k", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const { engine, store } = await indexed(rows, { metric: "Cosine" });
    for (const ef of [0, 1, 99, 100]) {
      const hits = await engine.search(store, queries[0]!, { k: 100, ef });
      expect(hits.slots.length, `ef ${ef}`).to.equal(100);
      expect(hits).to.deep.equal(await engine.search(store, queries[0]!, { k: 100, ef: 100 }));
    }
  });

  it("a search of the graph returns all live slots when more are requested, and reports that these are all", async () => {
    const { rows, queries } = dataSet("duplicates", 300, SEED);
    for (const encoding of ENCODINGS) {
      const { engine, store } = await indexed(rows, { metric: "Manhattan", encoding });
      await kill(engine, store, [3, 4, 5]);
      for (const k of [297, 298, 300, 10_000]) {
        const hits = await engine.search(store, queries[0]!, top(k));
        const exact = await engine.search(store, queries[0]!, { ...top(k), exact: true });
        expect(found(hits), `k ${k}`).to.deep.equal(found(exact));
        expect(hits.slots.length).to.equal(297);
      }
      expect((await engine.search(store, queries[0]!, top(10_000))).complete).to.equal(true);
      expect((await engine.search(store, queries[0]!, top(297))).complete).to.equal(false);
    }
  });

  it("a search of the graph gives the same hits with the same number of comparisons for the same vectors", async () => {
    const { rows, queries } = dataSet("clusters", COUNT, SEED);
    const once = await indexed(rows, { metric: "Euclid" });
    const again = await indexed(rows, { metric: "Euclid" });
    for (const query of queries) {
      const options = { k: 10, ef: 32 };
      const hits = await once.engine.search(once.store, query, options);
      expect(await again.engine.search(again.store, query, options)).to.deep.equal(hits);
    }
    expect(await again.engine.validate(again.store)).to.deep.equal(await once.engine.validate(once.store));
  });

  it("a search of the graph uses the graph from indexFrom slots on, and never with M 0; before that it is exact", async () => {
    const { rows, queries } = dataSet("clusters", 100, SEED);
    for (const [given, nodes] of [
      [{ indexFrom: 101 }, 0],
      [{ indexFrom: 100 }, 100],
      [{ m: 0, efConstruct: 0 }, 0],
    ] as const) {
      const { engine, store } = await indexed(rows, { metric: "Dot", ...given });
      expect(await engine.stats(store)).to.include({ nodes, indexed: nodes });
      const hits = await engine.search(store, queries[0]!, { k: 5, ef: 64 });
      expect(hits.method).to.equal(nodes === 0 ? "exact" : "walk");
      expect(hits.slots.length).to.equal(5);
    }
  });
});

const found = ({ slots, distances }: Hits) => ({ slots, distances });

/** The first digits of the real data set; without it seeded data of the same shape. */
function digits(count: number) {
  if (!hasMnist()) return dataSet("clusters", count, SEED, 784);
  const { base, queries } = loadMnist();
  const floats = (bytes: Uint8Array, rows: number) =>
    Array.from({ length: rows }, (_, i) => Float32Array.from(row(bytes, i)));
  return { rows: floats(base, count), queries: floats(queries, 50) };
}
