// Vectors that are nearer to all others than the others are to each other, as zero vectors often are: however many
// there are, the graph must link the other vectors to each other, too.
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { floats, type Random, seededRandom } from "./fixtures.ts";
import { indexed, recallAt } from "./vectors.ts";

const SEED = 17;
const DIMENSION = 64;
const ROWS = 1200;
const OPTIONS = { k: 10, ef: 64 };
const CASES: [Metric, Encoding][] = [
  ["Euclid", "none"],
  ["Euclid", "int8"],
  ["Manhattan", "int8"],
  ["Dot", "int8"],
  ["Cosine", "int8"],
];

/** The rows with other lengths. */
function withSizes(sizeOf: (slot: number) => number): Float32Array[] {
  const random = seededRandom(SEED);
  return Array.from({ length: ROWS }, (_, slot) => {
    const size = sizeOf(slot);
    return floats(random, DIMENSION).map((value) => value * size);
  });
}

const outer = (random: Random) => Array.from({ length: 30 }, () => floats(random, DIMENSION));

async function recallAround(rows: Float32Array[], metric: Metric, encoding: Encoding) {
  const { engine, store } = await indexed(rows, { metric, encoding });
  const faults = await engine.validate(store);
  expect(faults).to.include({ unreachable: 0, broken: 0 });
  return recallAt(engine, store, outer(seededRandom(SEED + 1)), OPTIONS);
}

const HUBS = {
  "the zero vector in the first slot": (slot: number) => (slot === 0 ? 0 : 1),
  "the zero vector in the middle": (slot: number) => (slot === ROWS / 2 ? 0 : 1),
  "a zero vector in each hundred": (slot: number) => (slot % 100 === 0 ? 0 : 1),
  "a zero vector in each three": (slot: number) => (slot % 3 === 0 ? 0 : 1),
  "two different short vectors": (slot: number) => (slot === 0 || slot === 5 ? 0.01 : 1),
  "fifteen different short vectors": (slot: number) => (slot % 80 === 0 ? 0.1 : 1),
};

describe("a graph of vectors around a few that are near to all", () => {
  const itSampled = itOnceIn(5);
  for (const [metric, encoding] of CASES) {
    let without = 0;
    before(async () => {
      without = await recallAround(
        withSizes(() => 1),
        metric,
        encoding,
      );
    });
    for (const [name, sizeOf] of Object.entries(HUBS)) {
      itSampled(
        `a graph with a few vectors that are near to all finds as much as without these vectors: ${metric}, ${encoding}, ${name}`,
        async () => {
          const around = await recallAround(withSizes(sizeOf), metric, encoding);
          expect(around, `seed ${SEED}`).to.be.above(without - 0.05);
        },
      );
    }
  }
});

describe("a zero vector that is written after another one", () => {
  it("a zero vector that is written after another one is linked as a duplicate of the first, whatever level its slot has", async () => {
    const rows = withSizes((slot) => (slot % 2 === 0 ? 0 : 1)).slice(0, 600);
    const { engine, store } = await indexed(rows, { metric: "Euclid" });
    expect((await engine.stats(store)).nodes).to.equal(rows.length / 2 + 1);
  });
});
