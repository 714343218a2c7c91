// The choice between comparing all matches of a filter and a walk, and the results of both, on data of many shapes.
// The decision: only what follows from the choice is required, its method and the recall, because costs are estimates.
import { expect } from "chai";
import type { SearchOptions } from "../../../src/engine/types.ts";
import { append, newEngine, type Random, seededRandom, spec } from "./fixtures.ts";
import { bitsOf, type DataSet, dataSet, recallOf } from "./vectors.ts";

const POINTS = 4000;
const DIMENSION = 24;
const SEED = 5;
const OPTIONS: SearchOptions = { k: 10, ef: 32 };

async function storeOf(rows: readonly Float32Array[]) {
  const engine = newEngine();
  const store = await engine.create(spec({ dimension: DIMENSION, metric: "Euclid" }));
  await append(engine, store, rows);
  await engine.indexed(store);
  return { engine, store };
}

/** Rows whose first `varied` numbers are random, and the others 0. */
const noise = (random: Random, varied: number) =>
  Array.from({ length: POINTS }, () =>
    new Float32Array(DIMENSION).map((_, i) => (i < varied ? random() : 0)),
  );

const everySecond = bitsOf(
  (function* () {
    for (let slot = 0; slot < POINTS; slot += 2) yield slot;
  })(),
  POINTS,
);

async function methodFor(varied: number): Promise<string> {
  const rows = noise(seededRandom(SEED), varied);
  const { engine, store } = await storeOf(rows);
  return (await engine.search(store, rows[1]!, { ...OPTIONS, filter: everySecond })).method;
}

describe("the choice between all matches and a walk", () => {
  it("a filter that half of the points match is answered by a walk where nodes have few links", async () => {
    expect(await methodFor(2)).to.equal("walk");
  });

  it("a filter that half of the points match is answered by comparing them where nodes have many links", async () => {
    expect(await methodFor(DIMENSION)).to.equal("matches");
  });
});

/** Which points match, by the position of a row in the order of its first number, and by its slot. */
const FILTERS: Record<string, (rank: number, slot: number) => boolean> = {
  "one point": (rank) => rank === 7,
  "fewer points than are requested": (rank) => rank % 600 === 0,
  "one point in twenty": (_, slot) => slot % 20 === 3,
  "half of the points": (_, slot) => slot % 2 === 0,
  "the lower half in the order of a coordinate": (rank) => rank < POINTS / 2,
  "the highest tenth in the order of a coordinate": (rank) => rank >= 0.9 * POINTS,
  "all points but one": (rank) => rank !== 7,
  "all points": () => true,
};

describe("a filtered search", () => {
  for (const name of ["clusters", "duplicates", "norms"] satisfies DataSet[]) {
    it(`a filtered search of ${name} has the recall of one without a filter, whatever the filter matches`, async () => {
      const { rows, queries } = dataSet(name, POINTS, SEED, DIMENSION);
      const { engine, store } = await storeOf(rows);
      const order = [...rows.keys()].sort((a, b) => rows[a]![0]! - rows[b]![0]!);
      const rankOf = new Map(order.map((slot, rank) => [slot, rank]));
      const recall = async (filter?: Uint32Array) => {
        const among = filter ? { filter } : {};
        let sum = 0;
        for (const query of queries) {
          const exact = await engine.search(store, query, { ...OPTIONS, ...among, exact: true });
          const hits = await engine.search(store, query, { ...OPTIONS, ...among });
          expect(hits.slots).to.have.length(exact.slots.length);
          sum += recallOf(hits, exact);
        }
        return sum / queries.length;
      };
      const unfiltered = await recall();
      for (const [what, matches] of Object.entries(FILTERS)) {
        const slots = [...rows.keys()].filter((slot) => matches(rankOf.get(slot)!, slot));
        expect(await recall(bitsOf(slots, POINTS)), what).to.be.at.least(unfiltered - 0.01);
      }
    });
  }
});
