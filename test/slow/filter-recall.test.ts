// Recall with filters on collections in which one point in a hundred is thousands of points. Building the larger graph
// takes some ten minutes; POINTS=200000 builds the smaller one alone.
import { expectNoRecallLost, lowRankWorld } from "../support/filtered-recall.ts";

const SIZES = (process.env.POINTS ?? "200000,1000000").split(",").map(Number);
const SEED = 23;

for (const points of SIZES) {
  describe(`a filter over ${points} points in clusters of low rank`, () => {
    it("a filter over clusters of low rank has the recall of a search without a filter", async function () {
      this.timeout(3_600_000);
      const world = await lowRankWorld({ points, dimension: 64, queries: 100, efConstruct: 100 }, SEED);
      const say = (line: string) => process.stdout.write(`      ${line}\n`);
      await expectNoRecallLost(world, [0.001, 0.01, 0.03, 0.1, 0.3], [10, 16, 32, 64, 128], say);
    });
  });
}
