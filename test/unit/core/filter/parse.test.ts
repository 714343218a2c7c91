// Invalid filters: each is refused with its text and its position; and the limits of filters.
import { expect } from "chai";
import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH } from "../../../../src/schema/limits.ts";
import { filterOf } from "../../../../src/service/common/filters.ts";
import { filterFrom, type Json, refusalOf } from "./fixtures.ts";

/** Expects each filter to be refused with its text. */
function refuses(cases: readonly [Json, string][]): void {
  for (const [json, message] of cases)
    expect(refusalOf(json).message).to.equal(`Invalid filter at ${message}`);
}

const field = (check: object) => ({ must: [{ key: "a", ...check }] });

describe("the parser of filters", () => {
  it("the parser of filters refuses unknown keys, with their names", () => {
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

  it("the parser of filters refuses values of a wrong type", () => {
    refuses([
      ["5", "filter: expected an object, got 5"],
      ["[]", "filter: expected an object, got an array"],
      [{ must: 5 }, "filter.must: expected an object, got 5"],
      [{ must: [null] }, "filter.must[0]: expected an object, got null"],
      [
        { must: [{ key: 5, match: { value: 1 } }] },
        "filter.must[0]: Filter condition 'key' must be a string",
      ],
      [{ must: { has_id: 5 } }, "filter.must.has_id: expected a list of point ids, got 5"],
      [
        { must: { has_id: [1, -1] } },
        "filter.must.has_id[1]: value -1 is not a valid point ID, valid values are either an unsigned integer or a UUID",
      ],
      [
        { must: { has_id: ["x y"] } },
        "filter.must.has_id[0]: value x y is not a valid point ID, valid values are either an unsigned integer or a UUID",
      ],
      [{ must: { has_id: null } }, "filter.must.has_id: expected a list of point ids, got null"],
      [{ must: { has_vector: 5 } }, "filter.must.has_vector: expected the name of a vector, got 5"],
    ]);
  });

  it("the parser of filters refuses invalid paths", () => {
    refuses([
      [
        { must: [{ key: "a b", is_null: true }] },
        'filter.must[0].key: Invalid payload path "a b": character 2 cannot be there; expected keys of letters, digits, _ and -, or quoted ones, as in a.b, a[].b, a[0] or "a b".c',
      ],
      [{ must: { is_empty: {} } }, "filter.must.is_empty: Filter condition 'key' must be a string"],
      [
        { must: { nested: { key: 1, filter: {} } } },
        "filter.must.nested: Filter condition 'key' must be a string",
      ],
    ]);
  });

  it("the parser of filters refuses a min_should without its count, or with an invalid count", () => {
    const conditions = [{ is_null: { key: "a" } }];
    refuses([
      [{ min_should: 5 }, "filter.min_should: expected an object, got 5"],
      [{ min_should: { min_count: 1 } }, "filter.min_should: conditions is required"],
      [{ min_should: { conditions } }, "filter.min_should: min_count is required"],
      [
        { min_should: { conditions, min_count: -1 } },
        "filter.min_should.min_count: expected an integer of at least 1, got -1",
      ],
      [
        { min_should: { conditions, min_count: "1" } },
        'filter.min_should.min_count: expected an integer of at least 1, got "1"',
      ],
    ]);
    const error = refusalOf({ min_should: { conditions, min_count: 0 } });
    expect(error.message).to.equal(
      "Invalid filter at filter.min_should.min_count: min_count must be greater than 0",
    );
    expect(error.kind).to.equal("named_validation");
  });

  it("the parser of filters refuses conditions about points within nested objects", () => {
    for (const condition of [{ has_id: [1] }, { has_vector: "" }, { slice: { total: 2, index: 0 } }]) {
      const [kind] = Object.keys(condition);
      const nested = { must: { nested: { key: "a", filter: { should: [{ must: [condition] }] } } } };
      expect(refusalOf(nested).message).to.equal(
        `Invalid filter at filter.must.nested.filter.should[0].must[0]: ${kind} is about points and cannot be asked of nested objects`,
      );
    }
    refuses([[{ must: { nested: { key: "a" } } }, "filter.must.nested: filter is required"]]);
  });

  it("the parser of filters refuses invalid slices", () => {
    const slice = (total: unknown, index: unknown) => ({ must: { slice: { total, index } } });
    refuses([
      [slice(0, 0), "filter.must.slice.total: value 0 invalid, must be 1 or larger"],
      [slice(3, 3), "filter.must.slice.index: value 3 invalid, must be less than total, 3"],
      [slice(2 ** 32, 0), "filter.must.slice.total: expected an unsigned 32-bit integer, got 4294967296"],
      [slice(3, -1), "filter.must.slice.index: expected an unsigned 32-bit integer, got -1"],
      [slice(3, undefined), "filter.must.slice.index: expected an unsigned 32-bit integer, got undefined"],
    ]);
  });

  it("the parser of filters refuses an invalid value with its position in the request", () => {
    expect(() => filterOf({ x: 1 }, "prefetch[0].filter")).to.throw(
      "Invalid filter at prefetch[0].filter: unknown key",
    );
    expect(filterOf(undefined)).to.equal(null);
    expect(filterOf(null)).to.equal(null);
    expect(filterOf({})).to.deep.equal({ must: [], should: [], mustNot: [], minShould: null });
  });

  it("the parser of filters refuses a condition without a check", () => {
    for (const json of [field({}), field({ match: null, range: null })]) {
      const error = refusalOf(json);
      expect(error.message).to.equal(
        "Invalid filter at filter.must[0]: At least one field condition must be specified",
      );
      expect(error).to.include({ kind: "named_validation", path: "filter.must[0]" });
    }
  });
});

describe("the limits of a filter", () => {
  const deep = (depth: number): object => (depth === 1 ? {} : { must: [deep(depth - 1)] });
  const wide = (conditions: number) => ({ must: Array(conditions).fill({ is_null: { key: "a" } }) });

  it(`the limits of a filter allow ${MAX_FILTER_DEPTH} nested filters and no more`, () => {
    filterFrom(deep(MAX_FILTER_DEPTH));
    expect(refusalOf(deep(MAX_FILTER_DEPTH + 1)).message).to.match(
      /: expected at most 32 filters within each other$/,
    );
  });

  it("the limits of a filter count nested filters apart from the depth of the JSON, which may be the deepest one of a request", () => {
    const nested = (depth: number): object =>
      depth === 1 ? {} : { must: { nested: { key: "a", filter: nested(depth - 1) } } };
    filterFrom(nested(MAX_FILTER_DEPTH));
    expect(refusalOf(nested(MAX_FILTER_DEPTH + 1)).message).to.match(
      /: expected at most 32 filters within each other$/,
    );
    expect(refusalOf(deep(60)).message).to.match(/: expected at most 32 filters within each other$/);
  });

  it(`the limits of a filter allow ${MAX_FILTER_CONDITIONS} conditions and no more`, () => {
    filterFrom(wide(MAX_FILTER_CONDITIONS));
    expect(refusalOf(wide(MAX_FILTER_CONDITIONS + 1)).message).to.equal(
      "Invalid filter at filter.must[1000]: expected at most 1000 conditions in one filter",
    );
    const spread = { must: [wide(499), wide(499), { is_null: { key: "a" } }] };
    expect(refusalOf(spread).path).to.equal("filter.must[2]");
  });
});
