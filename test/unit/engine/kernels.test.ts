// The kernels through a real engine, against the definitions in f64. Sums of small integers are exact in f32, so their
// distances must be the exact numbers, whatever the order of addition.
import { expect } from "chai";
import type { Metric } from "../../../src/engine/abi.ts";
import type { Hits } from "../../../src/engine/types.ts";
import {
  BUILDS,
  bits,
  DIMENSIONS,
  filled,
  floats,
  integer,
  integers,
  METRIC_NAMES,
  nearest,
  newEngine,
  norm,
  oracle,
  plain,
  type Random,
  top,
  withSeed,
} from "./fixtures.ts";

const ROWS = 12;

/** Rows with exact distances: small integers; for Cosine unit vectors of quarters, which need no normalising. */
function exactRow(random: Random, metric: Metric, dimension: number): Float32Array {
  if (metric !== "Cosine") return integers(random, dimension);
  const row = new Float32Array(dimension);
  const places = dimension < 4 ? 1 : 4;
  const size = places === 4 ? 0.5 : 1;
  for (let set = 0; set < places; ) {
    const at = integer(random, 0, dimension - 1);
    if (row[at] !== 0) continue;
    row[at] = random() < 0.5 ? -size : size;
    set++;
  }
  return row;
}

/**
 * The bound of the rounding error: adding n terms in f32 is off by at most n x 2^-24 of the sum of their absolute
 * values (Higham, "Accuracy and Stability", 4.2), where n is the longest chain of roundings. Here the chain has one of
 * 16 terms and three more at the end, 4 additions to join accumulators and lanes, up to 3 roundings in the term itself,
 * 2 for normalised operands, and 1 for the second-order part of the bound.
 */
const tolerance = (dimension: number, terms: number) => (Math.floor(dimension / 16) + 13) * 2 ** -24 * terms;

function expectNear(metric: Metric, query: Float32Array, rows: readonly Float32Array[], hits: Hits): void {
  expect([...hits.slots].sort((a, b) => a - b)).to.deep.equal([...rows.keys()]);
  plain(hits).forEach(({ slot, distance }, i) => {
    const wanted = oracle(metric, query, rows[slot]!);
    const error = Math.abs(distance - wanted.distance);
    const where = `dimension ${query.length}, slot ${slot}: ${distance} for ${wanted.distance}`;
    expect(error, where).to.be.at.most(tolerance(query.length, wanted.terms));
    if (i === 0) return;
    const before = { slot: hits.slots[i - 1]!, distance: hits.distances[i - 1]! };
    const inOrder = before.distance < distance || (before.distance === distance && before.slot < slot);
    expect(inOrder, `${where} after ${before.distance} in slot ${before.slot}`).to.equal(true);
  });
}

async function stored(module: WebAssembly.Module, metric: Metric, row: Float32Array): Promise<Float32Array> {
  const engine = newEngine({ module });
  return engine.read(await filled(engine, metric, [row]), Uint32Array.of(0));
}

for (const [build, module] of Object.entries(BUILDS)) {
  describe(`distances of the kernels, ${build} build`, () => {
    for (const metric of METRIC_NAMES) {
      it(`distances of the kernels are exact for small integers in every dimension, nearest first, ties by lower slot (${metric})`, () =>
        withSeed(async (random) => {
          const engine = newEngine({ module });
          for (const dimension of DIMENSIONS) {
            const rows = Array.from({ length: ROWS }, () => exactRow(random, metric, dimension));
            rows.push(rows[3]!, rows[0]!); // two pairs of equal rows
            const query = exactRow(random, metric, dimension);
            const store = await filled(engine, metric, rows);
            const hits = plain(await engine.search(store, query, top(rows.length)));
            const wanted = nearest(metric, query, rows).map(({ slot, distance }) => ({
              slot,
              distance: distance + 0,
            }));
            expect(hits, `dimension ${dimension}`).to.deep.equal(wanted);
            await engine.drop(store);
          }
        }));

      it(`distances of the kernels are within the rounding of f32 for any floats in every dimension (${metric})`, () =>
        withSeed(async (random) => {
          const engine = newEngine({ module });
          for (const dimension of DIMENSIONS) {
            const rows = Array.from({ length: ROWS }, () => floats(random, dimension));
            const query = floats(random, dimension);
            const store = await filled(engine, metric, rows);
            expectNear(metric, query, rows, await engine.search(store, query, top(rows.length)));
            await engine.drop(store);
          }
        }));
    }

    for (const metric of METRIC_NAMES) {
      it(`distances of the kernels come last where they are NaN, and no overflow traps (${metric})`, async () => {
        const engine = newEngine({ module });
        const max = 3.4028234663852886e38;
        // Lanes 0 and 1 overflow separately, to +Infinity and -Infinity, and their sum is NaN.
        const rows = [
          [max, max],
          [max, -max],
          [-max, -max],
          [1, 2],
          [0, 0],
        ].map((row) => Float32Array.from(row));
        const store = await filled(engine, metric, rows);
        const hits = plain(await engine.search(store, Float32Array.of(max, max), top(rows.length)));
        expect(hits.map(({ slot }) => slot)).to.have.members([0, 1, 2, 3, 4]);
        for (const [i, { distance }] of hits.entries()) {
          expect(distance, "a number").not.to.be.NaN;
          if (i > 0) expect(distance).to.be.at.least(hits[i - 1]!.distance);
        }
        if (metric === "Dot") {
          expect(hits[0]).to.deep.equal({ slot: 0, distance: Number.NEGATIVE_INFINITY });
          expect(hits.slice(-2)).to.deep.equal(
            [1, 2].map((slot) => ({ slot, distance: Number.POSITIVE_INFINITY })),
          );
        }
        if (metric === "Euclid") expect(hits[0]).to.deep.equal({ slot: 0, distance: 0 });
      });
    }
  });

  describe(`rows of a vector store, ${build} build`, () => {
    it("rows of a vector store are normalised for Cosine in every dimension to f32 precision", () =>
      withSeed(async (random) => {
        for (const dimension of DIMENSIONS) {
          const row = floats(random, dimension).map((value) => value * 1000);
          const length = norm(row);
          const found = await stored(module, "Cosine", row);
          found.forEach((value, i) => {
            const wanted = row[i]! / length;
            // 2^-24 is for rounding to f32, and the sum in f64 may round a tie the other way.
            expect(Math.abs(value - wanted), `dimension ${dimension}`).to.be.at.most(
              Math.abs(wanted) * 2 ** -23.9,
            );
          });
        }
      }));

    it("rows of a vector store are normalised for Cosine although their squared length leaves the range of f32", async () => {
      for (const size of [3e38, 1e-30, 1e-41]) {
        expect([...(await stored(module, "Cosine", Float32Array.of(size, 0, 0, 0, 0)))]).to.deep.equal([
          1, 0, 0, 0, 0,
        ]);
      }
    });

    it("rows of a vector store keep a Cosine vector of unit length bit for bit, and are normalised only once", () =>
      withSeed(async (random) => {
        for (const dimension of [1, 2, 3, 4, 5, 7, 16, 63, 100, 200]) {
          const unit = await stored(module, "Cosine", floats(random, dimension));
          expect(bits(await stored(module, "Cosine", unit))).to.deep.equal(bits(unit));
        }
        const nearly = Float32Array.of(Math.sqrt(1 + 9e-7), 0, 0);
        expect(bits(await stored(module, "Cosine", nearly))).to.deep.equal(bits(nearly));
        const notQuite = Float32Array.of(Math.sqrt(1 + 2e-6), 0, 0);
        expect([...(await stored(module, "Cosine", notQuite))]).to.deep.equal([1, 0, 0]);
      }));

    it("rows of a vector store keep the zero vector for Cosine, at the distance of a right angle from all rows", async () => {
      const engine = newEngine({ module });
      const store = await filled(engine, "Cosine", [
        new Float32Array(7),
        Float32Array.of(1, 2, 3, 4, 5, 6, 7),
      ]);
      expect(bits(await engine.read(store, Uint32Array.of(0)))).to.deep.equal([0, 0, 0, 0, 0, 0, 0]);
      const query = Float32Array.of(0, 0, 1, 0, 0, 0, 0);
      expect(plain(await engine.search(store, query, top(2)))[1]).to.deep.equal({ slot: 0, distance: 1 });
      const toZero = plain(await engine.search(store, new Float32Array(7), top(2)));
      expect(toZero).to.deep.equal([0, 1].map((slot) => ({ slot, distance: 1 })));
    });

    it("rows of a vector store have zeros for denormals in the lanes and in the tail, and keep the smallest normal number", async () => {
      const normal = 2 ** -126;
      const denormal = normal * (1 - 2 ** -23);
      const row = [
        denormal,
        -denormal,
        normal,
        -normal,
        2 ** -149,
        denormal,
        normal,
        -denormal,
        denormal,
        -normal,
      ];
      const kept = row.map((value) => (Math.abs(value) < normal ? 0 : value));
      for (const metric of ["Dot", "Euclid", "Manhattan"] as const) {
        expect([...(await stored(module, metric, Float32Array.from(row)))]).to.deep.equal(kept);
      }
      const unit = Float32Array.from([1, ...row]);
      expect([...(await stored(module, "Cosine", unit))]).to.deep.equal([1, ...kept]);
    });
  });
}
