// The best of many, against sorting them all.
import { expect } from "chai";
import fc from "fast-check";
import { Best } from "../../../../src/service/query/best.ts";

describe("the best of many points", () => {
  it("are the first of all when sorted, equals in the order of their places, however they come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 5000, size: "max" }),
        fc.nat(2000),
        (values, count) => {
          const best = new Best(count);
          const all = values.map((value, i) => ({ slot: (i * 7919) % 5003, value }));
          for (const { slot, value } of all) best.add(slot, value);
          const sorted = all.sort((a, b) => b.value - a.value || a.slot - b.slot);
          expect(best.take()).to.deep.equal(sorted.slice(0, count));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("may be the smallest number there is", () => {
    const best = new Best(1);
    best.add(7, Number.NEGATIVE_INFINITY);
    expect(best.take()).to.deep.equal([{ slot: 7, value: Number.NEGATIVE_INFINITY }]);
  });
});
