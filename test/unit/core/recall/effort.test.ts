// The choice of how an index is searched for a recall that was asked for. The decision: a table with round figures, so
// that a reader can compute what has to be chosen.
import { expect } from "chai";
import { chosenEffort } from "../../../../src/core/recall/effort.ts";
import type { Curve, RecallTable } from "../../../../src/core/recall/recall-table.ts";

const EF = [10, 20, 40, 80];
/** The misses are halved whenever ef is doubled. */
const MEAN = [0.8, 0.9, 0.95, 0.975];

const curve = (ef: readonly number[], mean: readonly number[], below = 0): Curve => ({
  ef,
  mean,
  low: mean.map((recall) => recall - below),
  compared: ef.map((candidates) => 10 * candidates),
  walked: ef.length,
});
const hundred = curve([100, 200], [0.98, 0.999]);
const classOf = (share: number, ten: Curve) => ({ share, curves: [ten, ten, hundred] });

function table(classes: RecallTable["classes"]): RecallTable {
  const size = { points: 100_000, slots: 100_000, dead: 0 };
  return { measured: 0, ...size, queries: 64, real: 0, asked: 0, classes };
}

const PLAIN = table([classOf(1, curve(EF, MEAN))]);
const search = (k = 10, share = 1, slots = 100_000) => ({ k, share, slots });

describe("the effort of a search that asks for a recall", () => {
  it("the effort of a search that asks for a recall is the smallest measured ef that reaches it", () => {
    for (const [i, ef] of EF.entries()) {
      expect(chosenEffort(PLAIN, MEAN[i]!, search())).to.deep.equal({
        ...{ ef, isUnreached: false },
        expected: MEAN[i],
      });
    }
  });

  it("the effort of a search that asks for a recall is interpolated between two measured ef", () => {
    // Misses fall as 2 / ef, so ef is 2 / misses.
    for (const asked of [0.85, 0.92, 0.96]) {
      const { ef, expected } = chosenEffort(PLAIN, asked, search());
      expect(ef).to.equal(Math.ceil(2 / (1 - asked) - 1e-6));
      expect(expected).to.be.closeTo(asked, 0.002);
    }
  });

  it("the effort of a search that asks for a recall grows where few queries were measured", () => {
    const unsure = table([classOf(1, curve(EF, MEAN, 0.03))]);
    expect(chosenEffort(unsure, 0.9, search()).ef).to.be.above(20);
  });

  it("the effort of a search that asks for a recall is an exact search if none of the measured ef reaches it", () => {
    expect(chosenEffort(PLAIN, 0.99, search())).to.deep.equal({ ef: null, expected: 1, isUnreached: true });
  });

  it("the effort of a search that asks for a recall is an exact search where a walk would compare more", () => {
    expect(chosenEffort(PLAIN, 0.9, search(10, 1, 500))).to.deep.equal({
      ...{ ef: null, isUnreached: false },
      expected: 1,
    });
  });

  it("the effort of a search that asks for a recall of 1 is an exact search, measured or not", () => {
    const exact = { ef: null, expected: 1, isUnreached: false };
    expect(chosenEffort(PLAIN, 1, search())).to.deep.equal(exact);
    expect(chosenEffort(null, 1, search())).to.deep.equal(exact);
  });

  it("the effort of a search that asks for a recall is that of its number of points", () => {
    expect(chosenEffort(PLAIN, 0.9, search(100)).ef).to.equal(100);
    expect(chosenEffort(PLAIN, 0.9, search(200)).ef).to.equal(200);
    expect(chosenEffort(PLAIN, 0.9, search(31)).ef).to.be.within(31, 60);
  });

  it("the effort of a search that asks for a recall is that of the share of its filter", () => {
    const filtered = table([
      classOf(1, curve(EF, MEAN)),
      classOf(
        0.5,
        curve(
          EF,
          MEAN.map((recall) => 1 - 2 * (1 - recall)),
        ),
      ),
      classOf(0.1, curve(EF, MEAN)),
    ]);
    expect(chosenEffort(filtered, 0.9, search(10, 0.5)).ef).to.equal(40);
    expect(chosenEffort(filtered, 0.9, search(10, 0.1)).ef).to.equal(20);
    // Between two measured shares the wider walk is taken, and below the smallest that of the smallest.
    expect(chosenEffort(filtered, 0.9, search(10, 0.25)).ef).to.equal(40);
    expect(chosenEffort(filtered, 0.9, search(10, 0.001)).ef).to.equal(20);
  });

  it("the effort of a filtered search that asks for a recall has an ef for matches that lie together, that of no filter", () => {
    const twice = curve(
      EF.map((ef) => 2 * ef),
      MEAN,
    );
    const filtered = table([classOf(1, twice), classOf(0.5, curve(EF, MEAN))]);
    expect(chosenEffort(filtered, 0.9, search(10, 0.5))).to.include({ ef: 20, denseEf: 40 });
    expect(chosenEffort(filtered, 0.9, search())).to.not.have.property("denseEf");
  });

  it("the effort of a filtered search that asks for a recall has the widest ef for matches that lie together if no other is enough", () => {
    const filtered = table([classOf(1, curve(EF, [0.8, 0.81, 0.82, 0.83])), classOf(0.5, curve(EF, MEAN))]);
    expect(chosenEffort(filtered, 0.9, search(10, 0.5))).to.include({ ef: 20, denseEf: 2048 });
  });

  it("the effort of a search that asks for a recall is wide and its recall unknown before it is measured", () => {
    const efOf = (asked: number, slots: number, k = 10) => chosenEffort(null, asked, search(k, 1, slots)).ef!;
    expect(chosenEffort(null, 0.95, search())).to.deep.equal({ ef: 64, expected: null, isUnreached: false });
    expect(efOf(0.95, 1_000)).to.equal(64);
    expect(efOf(0.95, 1_600_000)).to.equal(64 + 4 * 24);
    expect(efOf(0.99, 100_000)).to.be.above(128);
    expect(efOf(0.8, 100_000)).to.be.below(64);
    expect(efOf(0.8, 100_000, 500)).to.be.least(500);
  });
});
