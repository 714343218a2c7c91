// The best of many points, against sorting all of them.
import { expect } from "chai";
import fc from "fast-check";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { Best } from "../../../../src/service/query/best.ts";
import { cutsOf } from "../../../support/cuts.ts";

/** Stands for the order of ids, which is not that of references. */
const byId = (a: number, b: number) => b - a;

describe("the best of many points", () => {
  it("the best of many points are the first of all sorted points, equal ones in the order that is given, whatever order they are added in", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 5000, size: "max" }),
        fc.nat(2000),
        (values, count) => {
          const best = new Best(count, byId);
          const all = values.map((value, i) => ({ ref: (i * 7919) % 5003, value }));
          for (const { ref, value } of all) best.add(ref, value);
          const sorted = all.sort((a, b) => b.value - a.value || byId(a.ref, b.ref));
          expect(runWhole(best.take())).to.deep.equal(sorted.slice(0, count));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("the best of many points may have the smallest number as a score", () => {
    const best = new Best(1, byId);
    best.add(7, Number.NEGATIVE_INFINITY);
    expect(runWhole(best.take())).to.deep.equal([{ ref: 7, value: Number.NEGATIVE_INFINITY }]);
  });

  it("the best of many points are sorted in slices", () => {
    const best = new Best(10_000, byId);
    for (let ref = 0; ref < 20_000; ref++) best.add(ref, (ref * 7919) % 20_011);
    const { cuts, value } = cutsOf(best.take());
    expect(value).to.have.length(10_000);
    expect(cuts).to.be.at.least(20);
  });
});
