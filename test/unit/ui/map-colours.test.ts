// The colours of the points on the map.
import { expect } from "chai";
import {
  colouringOf,
  groupColours,
  isPickable,
  NO_VALUE,
  OTHER,
  type Palette,
  paint,
} from "../../../src/ui/app/screens/collection/map/colours.ts";
import { bestCategory } from "../../../src/ui/app/screens/collection/map/load.ts";

const palette: Palette = {
  plain: [1, 1, 1],
  other: [9, 9, 9],
  categories: [
    [10, 0, 0],
    [20, 0, 0],
    [30, 0, 0],
  ],
  scale: [
    [0, 0, 0],
    [0, 0, 200],
  ],
};

describe("the colours of a payload field", () => {
  it("the colours of a payload field are one for each of the most frequent values, and one for all others together", () => {
    const values = ["b", "a", "a", "a", "b", "c", "d", "e", null];
    const colouring = colouringOf(values, palette);
    if (colouring.kind !== "categories") throw new Error(colouring.kind);
    expect(colouring.categories.map(({ name, count }) => [name, count])).to.deep.equal([
      ["a", 3],
      ["b", 2],
      ["c", 1],
      ["2 other values", 2],
      ["no value", 1],
    ]);
    expect([...colouring.groups]).to.deep.equal([1, 0, 0, 0, 1, 2, OTHER, OTHER, NO_VALUE]);
    const groups = colouring.categories.map(({ group }) => group);
    expect(groups).to.deep.equal([0, 1, 2, OTHER, NO_VALUE]);
  });

  it("the colours of a payload field are a scale for many different numbers, which an extreme value does not compress", () => {
    const values = [...Array.from({ length: 100 }, (_, i) => i), 1_000_000];
    const colouring = colouringOf(values, palette);
    if (colouring.kind !== "scale") throw new Error(colouring.kind);
    expect(colouring.high).to.be.lessThan(200);
    const table = groupColours(colouring, palette);
    const blueOf = (point: number) => table[colouring.groups[point]! * 3 + 2]!;
    expect(blueOf(80)).to.be.greaterThan(blueOf(20));
  });

  it("the colours of a payload field are categories for few numbers, and for numbers among texts", () => {
    expect(colouringOf([1, 2, 1, 2], palette).kind).to.equal("categories");
    const mixed = [...Array.from({ length: 50 }, (_, i) => i), "x"];
    expect(colouringOf(mixed, palette).kind).to.equal("categories");
  });

  it("the colours of a payload field support integers above 2^53", () => {
    const values = Array.from({ length: 20 }, (_, i) => 2n ** 60n + BigInt(i) * 2n ** 40n);
    expect(colouringOf(values, palette).kind).to.equal("scale");
  });
});

describe("the paint of points on the map", () => {
  const opacities = (rgba: Uint8Array) => Array.from({ length: 3 }, (_, point) => rgba[point * 4 + 3]!);
  const nothing = { only: null, selected: [], gone: new Set<number>() };
  const colours = new Uint8Array(256 * 3);

  it("the paint of points on the map dims unselected points, which still react to the pointer", () => {
    const [first, second] = opacities(paint(3, null, colours, { ...nothing, selected: [0] }));
    expect(first).to.be.greaterThan(second!);
    expect(isPickable(second!)).to.equal(true);
  });

  it("the paint of points on the map makes other groups unreachable while one is shown alone", () => {
    const groups = new Uint8Array([0, 1, 0]);
    const seen = opacities(paint(3, groups, colours, { ...nothing, only: 1 })).map(isPickable);
    expect(seen).to.deep.equal([false, true, false]);
  });

  it("the paint of points on the map hides points that were deleted", () => {
    expect(opacities(paint(3, null, colours, { ...nothing, gone: new Set([2]) }))[2]).to.equal(0);
  });
});

describe("the field that colours a map at first", () => {
  const repeated = <T>(values: readonly T[], times = 10): T[] =>
    Array.from({ length: times }, () => values).flat();
  const best = (fields: Record<string, readonly unknown[]>, points = 30) =>
    bestCategory(new Map(Object.entries(fields)), points);

  it("the field that colours a map at first has few texts that repeat", () => {
    const title = Array.from({ length: 30 }, (_, i) => `Title ${i}`);
    expect(best({ title, kind: repeated(["a", "b", "c"]), bucket: repeated([1, 2, 3]) })).to.equal("kind");
    expect(best({ title, year: title.map((_, i) => 1900 + i), bucket: repeated([1, 2, 3]) })).to.equal(
      "bucket",
    );
  });

  it("the field that colours a map at first is none where values are all alike, all different, or mostly missing", () => {
    const different = Array.from({ length: 30 }, (_, i) => `Text ${i}`);
    expect(best({ one: repeated(["a"], 30), different, rare: repeated(["a", "b"], 4) })).to.equal("");
    expect(best({})).to.equal("");
  });
});
