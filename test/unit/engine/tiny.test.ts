// Vectors so short that their products leave the range in which f32 is exact: bounds on codes must not be trusted
// there.
import { expect } from "chai";
import { append, flat, floats, newEngine, plain, top, withSeed } from "./fixtures.ts";

const DIMENSION = 32;

describe("an exact search among nearly zero vectors", () => {
  for (const metric of ["Dot", "Euclid"] as const) {
    for (const size of [1e-19, 3e-20, 1e-22]) {
      it(`an exact search among nearly zero vectors has the hits of a search without codes: ${metric}, ${size}`, () =>
        withSeed(async (random) => {
          const tiny = () => floats(random, DIMENSION).map((value) => value * size);
          const rows = Array.from({ length: 400 }, tiny);
          const query = tiny();
          const engine = newEngine();
          const [coded, uncoded] = await Promise.all(
            (["int8", "none"] as const).map(async (encoding) => {
              const store = await engine.create(flat({ dimension: DIMENSION, metric, encoding }));
              await append(engine, store, rows);
              return plain(await engine.search(store, query, top(10)));
            }),
          );
          expect(coded).to.deep.equal(uncoded);
        }));
    }
  }
});
