// Vectors with a large common offset: the recall of walks on codes, and exact searches that find all true neighbours.
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { Hits } from "../../../src/engine/types.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { concat, METRIC_NAMES, NO_SLOTS, newEngine, type Random, spec, withSeed } from "./fixtures.ts";

const ROWS = 1500;
const QUERIES = 40;
const K = 10;

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

async function filled(
  engine: LocalEngine,
  rows: readonly Float32Array[],
  metric: Metric,
  encoding: Encoding,
  { batch = 100, ...more }: { batch?: number; centre?: Float32Array } = {},
): Promise<number> {
  const dimension = rows[0]!.length;
  const store = await engine.create(spec({ dimension, metric, encoding, ...more }));
  await engine.reserve(store, rows.length);
  for (let first = 0; first < rows.length; first += batch) {
    const some = rows.slice(first, first + batch);
    const vectors = concat(some);
    await engine.write([{ store, first, slots: some.length, rows: null, vectors, dead: NO_SLOTS }]);
  }
  await engine.indexed(store);
  return store;
}

/** The share of the true neighbours, by distance, that a search finds. */
async function recallOf(engine: LocalEngine, store: number, queries: readonly Float32Array[]) {
  let found = 0;
  for (const query of queries) {
    const hits = await engine.search(store, query, { k: K, ef: 64 });
    const exact = await engine.search(store, query, { k: K, ef: K, exact: true });
    found += hits.distances.filter((distance) => distance <= exact.distances[K - 1]!).length;
  }
  return found / queries.length / K;
}

/** Half the squared difference of the unit vectors, in f64. */
function angleBetween(a: Float32Array, b: Float32Array): number {
  const [one, other] = [Math.hypot(...a), Math.hypot(...b)];
  return a.reduce((sum, value, i) => sum + (value / one - b[i]! / other) ** 2 / 2, 0);
}

const said = ({ slots, distances }: Hits) => ({ slots: [...slots], distances: [...distances] });

describe("vectors with a large common offset", () => {
  const itSampled = itOnceIn(3);
  const itSampled2 = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    for (const encoding of ["int8", "none"] as const) {
      itSampled2(
        `vectors with a large common offset are found by ${metric} on ${encoding === "int8" ? "8-bit codes" : "f32 vectors"}, up to ${metric === "Cosine" && encoding === "int8" ? "10^3" : "10^6"} standard deviations away`,
        () =>
          withSeed(async (random) => {
            // Further away, 8-bit codes of unit vectors are less precise than the rounding of the vectors.
            for (const offset of metric === "Cosine" && encoding === "int8"
              ? [1, 100, 1000]
              : [1, 100, 1000, 1e6]) {
              const engine = newEngine();
              const row = () => Float32Array.from({ length: 12 }, () => offset + normal(random));
              const rows = Array.from({ length: ROWS }, row);
              const store = await filled(engine, rows, metric, encoding);
              const recall = await recallOf(engine, store, Array.from({ length: QUERIES }, row));
              expect(recall, `offset ${offset}`).to.be.at.least(0.95);
            }
          }),
      );
    }

    itSampled(
      `vectors with a large common offset are found by exact searches on codes as on f32 vectors, for any query (${metric})`,
      () =>
        withSeed(async (random) => {
          for (const offset of [0, 100, 1e5]) {
            const engine = newEngine();
            const row = () =>
              Float32Array.from({ length: 20 }, (_, i) => offset + normal(random) * 10 ** (i % 4));
            const rows = Array.from({ length: 600 }, row);
            const coded = await filled(engine, rows, metric, "int8");
            const plain = await filled(engine, rows, metric, "none");
            const filter = Uint32Array.from({ length: 19 }, () => Math.floor(random() * 2 ** 32));
            for (const query of [row(), rows[5]!, new Float32Array(20), row().map((value) => -value)]) {
              for (const way of [{}, { filter }]) {
                const options = { k: 7, ef: 7, exact: true, ...way };
                const wanted = said(await engine.search(plain, query, options));
                expect(said(await engine.search(coded, query, options)), `offset ${offset}`).to.deep.equal(
                  wanted,
                );
              }
            }
          }
        }),
    );
  }

  for (const encoding of ["int8", "none"] as const) {
    it(`vectors with a large common offset are distinguished by exact searches with Cosine as in 64-bit arithmetic, 10^4 standard deviations away (${encoding})`, () =>
      withSeed(async (random) => {
        const engine = newEngine();
        const row = () => Float32Array.from({ length: 12 }, (_, i) => (i % 2 ? 1e4 : -1e4) + normal(random));
        const rows = Array.from({ length: 500 }, row);
        const store = await filled(engine, rows, "Cosine", encoding);
        let found = 0;
        for (let i = 0; i < QUERIES; i++) {
          const query = row();
          const distances = rows.map((one) => angleBetween(query, one));
          const tenth = [...distances].sort((a, b) => a - b)[K - 1]!;
          const { slots } = await engine.search(store, query, { k: K, ef: K, exact: true });
          found += slots.filter((slot) => distances[slot]! <= tenth).length;
        }
        expect(found / QUERIES / K).to.be.at.least(0.98);
      }));
  }

  it("vectors with a large common offset are found when the centre is given, however far away the first vectors are from it", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const row = (offset: number) => Float32Array.from({ length: 12 }, () => offset + normal(random));
      const rows = Array.from({ length: 1000 }, (_, i) => row(i < 100 ? 1e4 : 0));
      const centre = new Float32Array(12);
      const store = await filled(engine, rows, "Euclid", "int8", { centre });
      const queries = Array.from({ length: QUERIES }, () => row(0));
      expect(await recallOf(engine, store, queries)).to.be.at.least(0.95);
    }));

  it("vectors with a large common offset are found when they are added one by one", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const row = () => Float32Array.from({ length: 12 }, () => 1000 + normal(random));
      const rows = Array.from({ length: 700 }, row);
      const store = await filled(engine, rows, "Euclid", "int8", { batch: 1 });
      expect(await recallOf(engine, store, Array.from({ length: QUERIES }, row))).to.be.at.least(0.95);
    }));
});
