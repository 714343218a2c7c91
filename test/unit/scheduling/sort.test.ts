// Sorting in slices, against Array.prototype.sort.
import { expect } from "chai";
import fc from "fast-check";
import { runWhole } from "../../../src/scheduling/slices.ts";
import { sortedInSlices } from "../../../src/scheduling/sort.ts";
import { cutsOf } from "../../support/cuts.ts";

interface Item {
  readonly key: number;
  readonly place: number;
}

const byKey = (a: Item, b: Item) => a.key - b.key;
const items = (keys: readonly number[]): Item[] => keys.map((key, place) => ({ key, place }));

describe("sorting in slices", () => {
  it("sorting in slices has the result of Array.prototype.sort, with equal items in their order", () => {
    const keys = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 6000, size: "max" });
    fc.assert(
      fc.property(keys, (drawn) => {
        const given = items(drawn);
        expect(runWhole(sortedInSlices(given, byKey))).to.deep.equal(given.toSorted(byKey));
        expect(given, "the given list stays").to.deep.equal(items(drawn));
      }),
      { numRuns: 30 },
    );
  });

  for (const [name, key] of [
    ["in random order", (i: number) => (i * 7919) % 20_011],
    ["in order", (i: number) => i],
    ["in descending order", (i: number) => -i],
    ["all equal", () => 1],
  ] as const) {
    it(`sorting in slices may pause after every few hundred items, if they are ${name}`, () => {
      const given = items(Array.from({ length: 20_000 }, (_, i) => key(i)));
      const { cuts, value } = cutsOf(sortedInSlices(given, byKey));
      expect(value).to.deep.equal(given.toSorted(byKey));
      expect(cuts).to.be.at.least(40);
    });
  }
});
