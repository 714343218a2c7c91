// The recall of measured searches: which points count as found, and when codes are dropped.
import { expect } from "chai";
import { codesFail, NearestSlots, recallsOf } from "../../../../src/core/config/probe-result.ts";

const floats = (...values: number[]) => Float32Array.from(values);
const range = (from: number, count: number) => Float32Array.from({ length: count }, (_, i) => from + i);

function nearestOf(...parts: Float32Array[]): NearestSlots {
  const nearest = new NearestSlots();
  for (const part of parts) nearest.add(part, new Uint32Array(part.length));
  return nearest;
}

const recallOf = (nearest: NearestSlots, found: Float32Array) =>
  recallsOf([nearest], { configured: [found], onRows: [floats()] }).recall;

const exactly = (recall: number, onRows: number) => ({
  ...{ recall, onRows },
  ...{ rounded: recall, roundedOnRows: onRows },
});

describe("the measured recall of searches", () => {
  it("the measured recall is compared with the tenth nearest distance, in whatever order and parts distances come", () => {
    const nearest = nearestOf(range(20, 30), floats(3, 1, 2), range(5, 40));
    expect(nearest.count).to.equal(10);
    expect(nearest.limit).to.equal(11);
  });

  it("the measured recall is the share of ten hits that are as near as the tenth true neighbour", () => {
    expect(recallOf(nearestOf(range(0, 100)), range(0, 10))).to.equal(1);
    expect(recallOf(nearestOf(range(0, 100)), range(4, 10))).to.be.closeTo(0.6, 1e-9);
  });

  it("the measured recall counts any points that are as near as the tenth neighbour", () => {
    expect(recallOf(nearestOf(new Float32Array(500).fill(7)), new Float32Array(10).fill(7))).to.equal(1);
  });

  it("the measured recall is never above 1, and is 1 where there is nothing to find", () => {
    expect(recallOf(nearestOf(floats(1, 2)), floats(1, 1, 2, 2))).to.equal(1);
    expect(recallOf(nearestOf(), floats())).to.equal(1);
  });

  it("the measured recall drops codes when it is below .9 and searches on f32 vectors find clearly more", () => {
    expect(codesFail(exactly(0.5, 0.99))).to.equal(true);
    expect(codesFail(exactly(0.02, 0.1))).to.equal(true);
    expect(codesFail(exactly(0.91, 1))).to.equal(false);
    expect(codesFail(exactly(0.8, 0.81))).to.equal(false);
  });

  it("the measured recall keeps codes when the missing points differ only by the rounding of 32-bit floats", () => {
    const nearest = nearestOf(new Float32Array(500).map((_, i) => -1 - (i % 20 === 0 ? 2 ** -23 : 0)));
    const found = new Float32Array(10).fill(-1);
    const recalls = recallsOf([nearest], { configured: [found], onRows: [found.map((d) => d - 2 ** -23)] });
    expect(recalls).to.deep.equal({ recall: 0, onRows: 1, rounded: 1, roundedOnRows: 1 });
    expect(codesFail(recalls)).to.equal(false);
  });
});
