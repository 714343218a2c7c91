// Several queries in one call: each gets the result that it would get alone, bit for bit, whichever way the search is
// run.
import { expect } from "chai";
import type { Hits, SearchOptions } from "../../../src/engine/types.ts";
import { shuffled } from "../../support/chance.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  bits,
  concat,
  DIMENSIONS,
  filled,
  kill,
  METRIC_NAMES,
  newEngine,
  seededRandom,
} from "./fixtures.ts";
import { bitsOf, dataSet, indexed } from "./vectors.ts";

const COUNT = 1200;
const SEED = 17;
const NUMBERS = [1, 3, 4, 5, 64, 65];

/** The hits without the way the search was run, which is one for the whole batch. */
const answer = ({ slots, distances, complete, compared }: Hits) => ({
  ...{ slots: [...slots], distances: bits(distances), complete, compared },
});

describe("a batch of queries", () => {
  const random = seededRandom(SEED);
  const half = bitsOf(
    [...Array(COUNT).keys()].filter(() => random() < 0.5),
    COUNT,
  );
  const OPTIONS: Record<string, SearchOptions> = {
    exact: { k: 10, ef: 10, exact: true },
    "exact under a filter": { k: 10, ef: 10, exact: true, filter: half },
    walked: { k: 10, ef: 64 },
    "walked under a filter": { k: 10, ef: 12, filter: half },
    "walked on vectors": { k: 10, ef: 64, ignoreCodes: true },
    "compared with few matches": { k: 10, ef: 64, filter: bitsOf([3, 70, 700, 1100], COUNT) },
    "asked for more than there is": { k: 2000, ef: 64 },
  };

  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    for (const [name, options] of Object.entries(OPTIONS)) {
      itSampled(
        `a batch of queries returns the results of each query alone: ${name}, ${metric}`,
        async () => {
          const { rows, queries } = dataSet("norms", COUNT, SEED);
          const { engine, store } = await indexed(rows.slice(0, 1100), { metric });
          await append(engine, store, rows.slice(1100));
          const asked = [...queries, ...rows.slice(0, 15)];
          for (const dead of [[], [1, 2, 3, 64, 1150, 1199]]) {
            await kill(engine, store, dead);
            const alone: Hits[] = [];
            for (const query of asked) alone.push(await engine.search(store, query, options));
            for (const number of options.k > 10 ? [1, 5] : NUMBERS) {
              const part = concat(asked.slice(0, number));
              const batch = await engine.searchBatch(store, part, options);
              expect(batch.map(answer), `${number} queries`).to.deep.equal(
                alone.slice(0, number).map(answer),
              );
            }
          }
        },
      );
    }
  }

  for (const metric of METRIC_NAMES) {
    it(`a batch of queries returns the same rows as each query alone where only rounding tells them apart, in every dimension (${metric})`, async () => {
      for (const dimension of DIMENSIONS) {
        const components = Array.from({ length: dimension }, () => Math.fround(2 * random() - 0.7));
        const rows = Array.from({ length: 60 }, () => Float32Array.from(shuffled(components, random)));
        const engine = newEngine();
        const store = await filled(engine, metric, rows);
        // Queries of equal components are equally far from all of the rows; some rows are nearly parallel to the last.
        const queries = [0.1, 0.37, -1.3, 2.1].map((value) => new Float32Array(dimension).fill(value));
        queries.push(...rows.slice(0, 4));
        for (const k of [1, 17, 59]) {
          const options = { k, ef: k, exact: true };
          const batch = await engine.searchBatch(store, concat(queries), options);
          for (const [i, query] of queries.entries()) {
            const alone = await engine.search(store, query, options);
            expect(answer(batch[i]!), `dimension ${dimension}, k ${k}`).to.deep.equal(answer(alone));
          }
        }
      }
    });
  }

  it("a batch of queries returns no results without queries", async () => {
    const { rows } = dataSet("clusters", 10, SEED);
    const { engine, store } = await indexed(rows, { metric: "Dot" });
    expect(await engine.searchBatch(store, new Float32Array(0), { k: 3, ef: 3 })).to.deep.equal([]);
  });
});
