// Groups of searches of a batch: searches share a call of the engine if they search the same vector with the same
// options.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../../src/core/config/search-params.ts";
import { type Groupable, groupsOf } from "../../../../src/service/query/answers.ts";

const like = (changes: Partial<Groupable> = {}): Groupable => ({
  field: { name: "a" },
  k: 10,
  params: DEFAULT_SEARCH,
  filterText: "null",
  ...changes,
});

describe("the groups of a batch of searches", () => {
  it("a batch without searches has no groups", () => {
    expect(groupsOf([])).to.deep.equal([]);
  });

  it("the groups of a batch of searches contain four similar searches each, and the last one the rest", () => {
    expect(groupsOf(Array.from({ length: 6 }, () => like()))).to.deep.equal([
      [0, 1, 2, 3],
      [4, 5],
    ]);
  });

  it("the groups of a batch of searches may contain searches that are not adjacent", () => {
    const other = like({ k: 11 });
    expect(groupsOf([like(), other, like(), other])).to.deep.equal([
      [0, 2],
      [1, 3],
    ]);
  });

  for (const [what, other] of [
    ["another vector", like({ field: { name: "b" } })],
    ["another number of points", like({ k: 9 })],
    ["another ef", like({ params: { ...DEFAULT_SEARCH, ef: 7 } })],
    ["another filter", like({ filterText: "{}" })],
    ["another value of exact", like({ params: { ...DEFAULT_SEARCH, exact: true } })],
    [
      "another oversampling",
      like({
        params: { ...DEFAULT_SEARCH, quantization: { ...DEFAULT_SEARCH.quantization, oversampling: 2 } },
      }),
    ],
  ] as const) {
    it(`the groups of a batch of searches separate a search from one with ${what}`, () => {
      expect(groupsOf([like(), other])).to.deep.equal([[0], [1]]);
    });
  }
});
