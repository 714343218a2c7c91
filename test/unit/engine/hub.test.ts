// A vector that is nearer to all others than they are to each other, as the zero vector often is, must not become the
// only neighbour that they have.
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { floats, seededRandom } from "./fixtures.ts";
import { indexed, recallAt } from "./vectors.ts";

const SEED = 17;
const DIMENSION = 64;
const ROWS = 3000;

describe("a graph over vectors around the zero vector", () => {
  const random = seededRandom(SEED);
  const rows = Array.from({ length: ROWS }, () => floats(random, DIMENSION));
  const queries = Array.from({ length: 30 }, () => floats(random, DIMENSION));

  for (const [metric, encoding] of [
    ["Euclid", "none"],
    ["Euclid", "int8"],
  ] as [Metric, Encoding][]) {
    for (const at of [0, ROWS / 2]) {
      it(`finds as much as without it: ${metric}, ${encoding}, zero in slot ${at}`, async () => {
        const options = { k: 10, ef: 64 };
        const plain = await indexed(rows, { metric, encoding });
        const hub = await indexed(rows.with(at, new Float32Array(DIMENSION)), { metric, encoding });
        expect(await hub.engine.validate(hub.segment)).to.include({ unreachable: 0, broken: 0 });
        const without = await recallAt(plain.engine, plain.segment, queries, options);
        const around = await recallAt(hub.engine, hub.segment, queries, options);
        expect(around, `seed ${SEED}`).to.be.above(without - 0.05);
      });
    }
  }
});
