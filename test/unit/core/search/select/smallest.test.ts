// The n smallest of many items: the result of sorting all of them, sorted in slices.
import { expect } from "chai";
import { Smallest } from "../../../../../src/core/search/select/smallest.ts";
import { runWhole } from "../../../../../src/scheduling/slices.ts";

describe("the n smallest of many items", () => {
  const byNumber = (a: number, b: number) => a - b;
  /** Numbers from a small seeded generator, many of them equal. */
  function drawn(count: number, seed: number): number[] {
    let state = seed;
    return Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) % 5000;
    });
  }
  const first = (limit: number, items: readonly number[]) => {
    const smallest = new Smallest(limit, byNumber);
    for (const item of items) smallest.add(item);
    return smallest;
  };

  it("the n smallest of many items are those of a full sort, in its order, for any order of the items", () => {
    const items = drawn(20_000, 7);
    for (const given of [items, items.toSorted(byNumber), items.toSorted((a, b) => b - a)]) {
      for (const limit of [1, 2, 3, 10, 999, 19_999, 20_000, 30_000]) {
        const found = runWhole(first(limit, given).take());
        expect(found, `${limit}`).to.deep.equal(items.toSorted(byNumber).slice(0, limit));
      }
    }
    expect(runWhole(first(5, []).take())).to.deep.equal([]);
  });

  it("the n smallest of many items have a last one as soon as there are n, and larger items are ignored from then on", () => {
    const smallest = first(3, [5, 1]);
    expect(smallest.last).to.equal(null);
    for (const [item, last] of [
      [9, 9],
      [7, 7],
      [8, 7],
      [2, 5],
      [0, 2],
    ] as const) {
      smallest.add(item);
      expect(smallest.last).to.equal(last);
    }
  });

  it("the n smallest of many items are sorted in slices of some hundred", () => {
    let cuts = 0;
    for (const _ of first(10_000, drawn(30_000, 3)).take()) cuts++;
    expect(cuts).to.be.at.least(50);
  });
});
