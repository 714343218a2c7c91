// Filters that are read again: the same filter for equal JSON, and for all other JSON what the parser returns or
// throws.
import { expect } from "chai";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { readFilter } from "../../../../src/core/filter/recent-filters.ts";

const valueIs = (value: unknown) => ({ must: [{ key: "k", match: { value } }] });
const range = (gte: unknown) => ({ must: [{ key: "k", range: { gte } }] });

/** Returns the text of the error, or nothing. */
function errorOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe("a filter that is read again", () => {
  it("a filter that is read again is the same object for equal JSON, and equals what the parser returns", () => {
    const json = { must: [{ key: "a", match: { any: ["x", "y"] } }], must_not: [range(1.5)] };
    const first = readFilter(json, "filter");
    expect(readFilter(structuredClone(json), "prefetch[0].filter")).to.equal(first);
    expect(first).to.deep.equal(parseFilter(json));
  });

  it("a filter that is read again is another one if a value has another type, order or sign", () => {
    const given = [
      valueIs("1"),
      valueIs(1),
      valueIs(2n ** 63n),
      valueIs(String(2n ** 63n)),
      valueIs(true),
      valueIs("true"),
      range(0),
      range(-0),
      range(null),
      { must: [{ key: "k", match: { any: ["a,", "b"] } }] },
      { must: [{ key: "k", match: { any: ["a", ",b"] } }] },
      { must: [{ key: "k", match: { any: ["b", "a"] } }] },
      { should: [{ key: "k", match: { value: 1 } }] },
      {},
    ];
    for (const json of given) readFilter(json, "filter");
    const filters = given.map((json) => readFilter(json, "filter"));
    expect(new Set(filters)).to.have.lengthOf(given.length);
    filters.forEach((filter, i) => {
      expect(filter).to.deep.equal(parseFilter(given[i]));
    });
  });

  it("a filter that is read again has the error of the parser each time, with its own place in the request", () => {
    const wrong = [valueIs(Number.NaN), range("x"), { must: 5 }, { musst: [] }, 7, valueIs(undefined)];
    for (const json of wrong) {
      for (const where of ["filter", "prefetch[1].filter", "filter"]) {
        const expected = errorOf(() => parseFilter(json, where));
        expect(expected).to.be.a("string");
        expect(errorOf(() => readFilter(json, where))).to.equal(expected);
      }
    }
    expect(errorOf(() => readFilter(range(Number.NaN), "filter"))).to.equal(
      errorOf(() => parseFilter(range(Number.NaN))),
    );
  });

  it("a filter that is read again is parsed again if it is long, deep or was displaced by many others", () => {
    const long = { must: [{ key: "k", match: { any: Array.from({ length: 400 }, (_, i) => i) } }] };
    expect(readFilter(long, "filter")).not.to.equal(readFilter(long, "filter"));
    let deep: object = valueIs(1);
    for (let i = 0; i < 20; i++) deep = { must: [deep] };
    expect(readFilter(deep, "filter")).to.deep.equal(parseFilter(deep));
    const first = readFilter(valueIs("first"), "filter");
    for (let i = 0; i < 600; i++) readFilter(valueIs(i), "filter");
    const again = readFilter(valueIs("first"), "filter");
    expect(again).to.deep.equal(first);
    expect(again).not.to.equal(first);
  });
});
