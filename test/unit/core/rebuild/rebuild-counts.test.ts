// The counts of rebuilds: running, completed and failed.
import { expect } from "chai";
import { RebuildCounts } from "../../../../src/core/rebuild/rebuild-counts.ts";
import { rejection } from "../../engine/fixtures.ts";

describe("the counts of rebuilds", () => {
  it("the counts of rebuilds include running, completed and failed ones", async () => {
    const counts = new RebuildCounts();
    const figures = () => {
      const { running, succeeded, failed, seconds } = counts.now;
      return [running, succeeded, failed, seconds.counts.reduce((sum, count) => sum + count, 0)];
    };
    let finish = () => {};
    const work = new Promise<"done">((resolve) => {
      finish = () => resolve("done");
    });
    const running = counts.count(
      () => work,
      (outcome) => outcome,
    );
    expect(figures()).to.deep.equal([1, 0, 0, 0]);
    finish();
    expect(await running).to.equal("done");
    for (const outcome of ["failed", "nothing"] as const)
      await counts.count(
        async () => outcome,
        (same) => same,
      );
    const error = new Error("no");
    const failing = counts.count(
      () => Promise.reject(error),
      () => "done",
    );
    expect(await rejection(failing)).to.equal(error);
    expect(figures()).to.deep.equal([0, 1, 2, 1]);
  });
});
