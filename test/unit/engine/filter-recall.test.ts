// A filter costs no recall, whatever share of the points matches and however matching depends on the vectors.
// test/slow/filter-recall.test.ts repeats this with many more points.
import { expectNoRecallLost, lowRankWorld } from "../../support/filtered-recall.ts";

const SEED = 11;

describe("a filter over 8,000 points in clusters of low rank", () => {
  it("a filter over clusters of low rank has the recall of a search without a filter", async () => {
    const world = await lowRankWorld({ points: 8_000, dimension: 24, queries: 100, efConstruct: 40 }, SEED);
    await expectNoRecallLost(world, [0.001, 0.01, 0.03, 0.1, 0.3], [10, 24, 64]);
  });
});
