// Pairwise samples: their cases contain every pair of values, and are few.
import { expect } from "chai";
import fc from "fast-check";
import { pairwise } from "../../support/pairwise.ts";

type Case = Record<string, number>;

const range = (size: number) => Array.from({ length: size }, (_, i) => i);
const axesOf = (sizes: readonly number[]) =>
  Object.fromEntries(sizes.map((size, axis) => [`axis${axis}`, range(size)]));

/** All pairs of values of different axes. */
function pairsOf(sizes: readonly number[]): Case[] {
  return sizes.flatMap((size, a) =>
    sizes.flatMap((other, b) =>
      a < b
        ? range(size).flatMap((i) => range(other).map((j) => ({ [`axis${a}`]: i, [`axis${b}`]: j })))
        : [],
    ),
  );
}

/** The pairs that no case contains. */
function missing(pairs: readonly Case[], cases: readonly Case[]): Case[] {
  return pairs.filter(
    (pair) => !cases.some((one) => Object.entries(pair).every(([axis, value]) => one[axis] === value)),
  );
}

describe("a pairwise sample", () => {
  it("a pairwise sample has every pair for any axes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 5 }), (sizes) => {
        const cases = pairwise<Case>(axesOf(sizes));
        expect(missing(pairsOf(sizes), cases)).to.deep.equal([]);
        for (const one of cases) expect(Object.keys(one)).to.have.length(sizes.length);
      }),
      { numRuns: 50 },
    );
  });

  it("a pairwise sample is not much larger than necessary", () => {
    expect(pairwise(axesOf([20, 10, 4, 3, 2]))).to.have.length.lessThan(210);
    expect(pairwise(axesOf(Array(10).fill(3)))).to.have.length.lessThan(25);
  });

  it("a pairwise sample is the same every time", () => {
    const axes = axesOf([5, 4, 3, 2]);
    expect(pairwise(axes)).to.deep.equal(pairwise(axes));
  });

  it("a pairwise sample combines no incompatible values, and all others", () => {
    const sizes = [6, 5, 3];
    const goTogether = ({ axis0, axis1 }: Partial<Case>) =>
      axis0 === undefined || axis1 === undefined || (axis0 + axis1) % 2 === 0;
    const cases = pairwise<Case>(axesOf(sizes), goTogether);
    expect(cases.filter((one) => !goTogether(one))).to.deep.equal([]);
    expect(missing(pairsOf(sizes).filter(goTogether), cases)).to.deep.equal([]);
  });

  it("a pairwise sample reports a value that is compatible with none", () => {
    const alone = ({ axis0, axis2 }: Partial<Case>) => axis0 !== 1 || axis2 === undefined;
    expect(() => pairwise<Case>(axesOf([2, 2, 2]), alone)).to.throw("goes with");
  });
});
