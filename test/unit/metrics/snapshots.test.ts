// The metrics of snapshots, while they are made and when they are done.
import { expect } from "chai";
import { SnapshotCounts } from "../../../src/metrics/snapshots.ts";

describe("the metrics of snapshots", () => {
  it("the metrics of snapshots count running ones by collection, and none of them afterwards", async () => {
    const counts = new SnapshotCounts();
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const work = [1, 2].map(() => counts.count("creation", "a", () => held));
    const other = counts.count("recovery", "b", () => held);
    expect([[...counts.creating], [...counts.recovering]]).to.deep.equal([[["a", 2]], [["b", 1]]]);
    finish();
    await Promise.all([...work, other]);
    expect([counts.creating.size, counts.recovering.size, counts.created]).to.deep.equal([0, 0, 2]);
  });

  it("the metrics of snapshots do not count failed ones as created", async () => {
    const counts = new SnapshotCounts();
    const failing = counts.count("creation", "a", () => Promise.reject(new Error("no")));
    await failing.catch(() => {});
    expect([counts.creating.size, counts.created]).to.deep.equal([0, 0]);
  });
});
