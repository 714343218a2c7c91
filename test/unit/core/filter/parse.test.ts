// What is refused in a filter, with the words and the place, and the limits.
import { expect } from "chai";
import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH } from "../../../../src/schema/limits.ts";
import { filterFrom, type Json, refusalOf } from "./fixtures.ts";

/** Each filter with the text of its error. */
function refuses(cases: readonly [Json, string][]): void {
  for (const [json, message] of cases)
    expect(refusalOf(json).message).to.equal(`Invalid filter at ${message}`);
}

const field = (check: object) => ({ must: [{ key: "a", ...check }] });

describe("filters that cannot be read", () => {
  it("have unknown keys, which are named", () => {
    refuses([
      [{ musst: [] }, 'filter: unknown key "musst"; a filter can have must, should, must_not and min_should'],
      [
        { key: "a", match: { value: 1 } },
        'filter: unknown key "key"; a filter can have must, should, must_not and min_should',
      ],
      [
        field({ mtach: { value: 1 } }),
        'filter.must[0]: unknown key "mtach"; a field condition can have key, match, range, geo_bounding_box, geo_radius, geo_polygon, values_count, is_empty and is_null',
      ],
      [
        field({ range: { gtt: 1 } }),
        'filter.must[0].range: unknown key "gtt"; a range can have lt, gt, gte and lte',
      ],
      [{ must: { has_id: [], x: 1 } }, 'filter.must: unknown key "x"; a has_id condition can have has_id'],
      [
        '{"__proto__": []}',
        'filter: unknown key "__proto__"; a filter can have must, should, must_not and min_should',
      ],
    ]);
    expect(refusalOf({ must: [{ foo: 1 }] }).message).to.match(
      /^Invalid filter at filter\.must\[0\]: Expected some form of condition, which can be a field condition \(like \{"key": .*got unknown key "foo"$/,
    );
  });

  it("are of another type", () => {
    refuses([
      ["5", "filter: expected a filter, got 5"],
      ["[]", "filter: expected a filter, got an array"],
      [{ must: 5 }, "filter.must: expected a condition, which is an object, got 5"],
      [{ must: [null] }, "filter.must[0]: expected a condition, which is an object, got null"],
      [
        { must: [{ key: 5, match: { value: 1 } }] },
        "filter.must[0]: Filter condition 'key' must be a string",
      ],
      [{ must: { has_id: 5 } }, "filter.must.has_id: expected a list of point ids, got 5"],
      [
        { must: { has_id: [1, -1] } },
        "filter.must.has_id[1]: expected an unsigned 64-bit integer or a UUID, got -1",
      ],
      [{ must: { has_id: null } }, "filter.must.has_id: expected a list of point ids, got null"],
      [{ must: { has_vector: 5 } }, "filter.must.has_vector: expected the name of a vector, got 5"],
    ]);
  });

  it("have a condition without a check", () => {
    for (const json of [field({}), field({ match: null, range: null })]) {
      const error = refusalOf(json);
      expect(error.message).to.equal(
        "Invalid filter at filter.must[0]: At least one field condition must be specified",
      );
      expect(error).to.include({ kind: "validation", path: "filter.must[0]" });
    }
  });
});

describe("the limits of a filter", () => {
  const deep = (depth: number): object => (depth === 1 ? {} : { must: [deep(depth - 1)] });
  const wide = (conditions: number) => ({ must: Array(conditions).fill({ is_null: { key: "a" } }) });

  it(`are ${MAX_FILTER_DEPTH} filters within each other`, () => {
    filterFrom(deep(MAX_FILTER_DEPTH));
    expect(refusalOf(deep(MAX_FILTER_DEPTH + 1)).message).to.match(
      /: expected at most 32 filters within each other$/,
    );
  });

  it(`are ${MAX_FILTER_CONDITIONS} conditions`, () => {
    filterFrom(wide(MAX_FILTER_CONDITIONS));
    expect(refusalOf(wide(MAX_FILTER_CONDITIONS + 1)).message).to.equal(
      "Invalid filter at filter.must[1000]: expected at most 1000 conditions in one filter",
    );
  });
});
