// Recall on the first ROWS (10,000) handwritten digits, for both encodings. Without the real data set, random data of
// its shape is used.
import { expect } from "chai";
import { DIMENSION, hasMnist, loadMnist, row } from "../support/mnist.ts";
import { newEngine } from "../unit/engine/fixtures.ts";
import { dataSet, indexed, recallAt } from "../unit/engine/vectors.ts";

const ROWS = Number(process.env.ROWS ?? 10_000);
const QUERIES = 200;

function digits() {
  if (!hasMnist()) return dataSet("clusters", ROWS, 7, DIMENSION);
  const { base, queries } = loadMnist();
  const floats = (bytes: Uint8Array, rows: number) =>
    Array.from({ length: rows }, (_, i) => Float32Array.from(row(bytes, i)));
  return { rows: floats(base, ROWS), queries: floats(queries, QUERIES) };
}

describe(`recall on ${ROWS} handwritten digits`, () => {
  for (const encoding of ["none", "int8"] as const) {
    it(`recall on handwritten digits reaches its minimum with ${encoding === "none" ? "vectors" : "codes"}`, async () => {
      const { rows, queries } = digits();
      const { engine, store } = await indexed(rows, { metric: "Euclid", encoding }, newEngine());
      for (const [ef, floor] of [
        [10, 0.925],
        [16, 0.96],
        [32, 0.985],
        [64, 0.995],
      ] as const) {
        const recall = await recallAt(engine, store, queries, { k: 10, ef });
        process.stdout.write(`      ef ${ef}: ${recall.toFixed(4)}\n`);
        expect(recall, `ef ${ef}`).to.be.at.least(floor);
      }
      expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
    });
  }
});
