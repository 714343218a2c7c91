// The meaning of each check of a filter, with the values that it accepts.
import { expect } from "chai";
import { matches } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { checkHolds, holds, pointOf } from "./fixtures.ts";

/** The payloads, as values of the key `a`, that satisfy the check; `undefined` stands for a missing key. */
function passing<T>(check: object | string, values: readonly T[]): T[] {
  return values.filter((value) => checkHolds(check, { a: value }));
}

describe("the check match value", () => {
  it("the check match value is equality within one type", () => {
    const values = ["5", 5, 5.5, true, "true", null, {}, [], undefined];
    expect(passing({ match: { value: "5" } }, values)).to.deep.equal(["5"]);
    expect(passing({ match: { value: 5 } }, values)).to.deep.equal([5]);
    expect(passing({ match: { value: true } }, values)).to.deep.equal([true]);
  });

  it("the check match value does not treat a float as an integer", () => {
    for (const float of ["5.0", "5.00", "5e0", "0.5e1", "50E-1"]) {
      expect(checkHolds({ match: { value: 5 } }, `{"a": ${float}}`), float).to.equal(false);
      expect(checkHolds({ match: { any: [5] } }, `{"a": [${float}]}`), float).to.equal(false);
      expect(checkHolds({ match: { except: [5] } }, `{"a": ${float}}`), float).to.equal(true);
    }
  });

  it("the check match value distinguishes integers above 2^53", () => {
    const payload = '{"a": 9007199254740993}';
    expect(checkHolds('{"match": {"value": 9007199254740993}}', payload)).to.equal(true);
    expect(checkHolds('{"match": {"value": 9007199254740992}}', payload)).to.equal(false);
    expect(checkHolds('{"match": {"any": [1, 9007199254740993]}}', payload)).to.equal(true);
    expect(checkHolds('{"match": {"except": [9007199254740993]}}', payload)).to.equal(false);
    expect(checkHolds('{"match": {"value": 13570027672830659665}}', '{"a": 13570027672830659665}')).to.equal(
      true,
    );
    expect(
      checkHolds('{"match": {"value": -98765432109876543210}}', '{"a": -98765432109876543210}'),
    ).to.equal(true);
    expect(
      checkHolds('{"match": {"value": -98765432109876543210}}', '{"a": -98765432109876543211}'),
    ).to.equal(false);
  });

  it("the check match value treats a small bigint of a JavaScript program as an integer", () => {
    const filter = parseFilter({
      must: { key: "a", match: { any: [5n] } },
      should: { key: "a", match: { value: 5n } },
    });
    expect(matches(filter, pointOf({ a: 5 }))).to.equal(true);
  });

  it("the check match value compares the items of an array, one level deep", () => {
    expect(passing({ match: { value: 2 } }, [[1, 2], [2], [[2]], [], 2])).to.deep.equal([[1, 2], [2], 2]);
  });

  it("the check match value compares strings exactly, lone surrogates included", () => {
    expect(checkHolds('{"match": {"value": "\\ud800"}}', '{"a": "\\ud800"}')).to.equal(true);
    expect(checkHolds('{"match": {"value": "\\ud800"}}', '{"a": "\\udfff"}')).to.equal(false);
    expect(checkHolds({ match: { value: "\u00e9" } }, { a: "e\u0301" })).to.equal(false);
  });
});

describe("the checks match any and match except", () => {
  const values = ["x", "y", 1, 2, 1.5, true, null, undefined, [], ["x", "y"], ["x"], [null], { b: 1 }];

  it("the check match any accepts a value that is in the list", () => {
    expect(passing({ match: { any: ["x", "z"] } }, values)).to.deep.equal(["x", ["x", "y"], ["x"]]);
    expect(passing({ match: { any: [1, 3] } }, values)).to.deep.equal([1]);
    expect(passing({ match: { any: [] } }, values)).to.deep.equal([]);
  });

  it("the check match except accepts a value that is not in the list, whatever its type, but not null", () => {
    const others = ["y", 1, 2, 1.5, true, ["x", "y"], { b: 1 }];
    expect(passing({ match: { except: ["x"] } }, values)).to.deep.equal(others);
    expect(
      passing({ match: { except: [] } }, ["x", 1, null, undefined, [], [null], [null, 1]]),
    ).to.deep.equal(["x", 1, [null, 1]]);
  });
});

describe("the check range", () => {
  it("the check range compares numbers of every kind", () => {
    const values = [1, 1.5, 2, 3, "2", true, null, [0, 9], [1, 5], []];
    expect(passing({ range: { gt: 1, lte: 2 } }, values)).to.deep.equal([1.5, 2]);
    expect(passing({ range: { gte: 1, lt: 2 } }, values)).to.deep.equal([1, 1.5, [1, 5]]);
    expect(checkHolds({ range: { gte: 5, lte: 5 } }, '{"a": 5.0}')).to.equal(true);
    expect(checkHolds('{"range": {"gt": 9007199254740993}}', '{"a": 13570027672830659665}')).to.equal(true);
    expect(checkHolds({ range: { gt: 1e300 } }, '{"a": 1e400}')).to.equal(true);
  });

  it("the check range requires one value within all bounds, not one for each bound", () => {
    expect(checkHolds({ range: { gt: 1, lt: 9 } }, { a: [0, 10] })).to.equal(false);
  });

  it("the check range ignores bounds that are null, and matches every number if it has no bounds", () => {
    expect(passing({ range: { gt: 1, lt: null } }, [1, 2, "2"])).to.deep.equal([2]);
    expect(passing({ range: {} }, [1, -1.5, "2", null])).to.deep.equal([1, -1.5]);
  });

  it("the check range compares datetimes when a bound is a string", () => {
    const range = { range: { gte: "2024-02-29T00:00:00Z", lt: "2024-03-01", gt: null } };
    const values = [
      "2024-02-29",
      "2024-02-29T23:30:00-01:00",
      "2024-02-29 12:00",
      "2024-02-30",
      1709164800,
      ["x", "2024-02-29"],
    ];
    expect(passing(range, values)).to.deep.equal([values[0], values[2], values[5]]);
  });
});

describe("the checks of counts, emptiness and null", () => {
  const values = [undefined, null, [], [null], [1, null], [1, 2, 3], 0, "", false, {}];

  it("the check values_count counts the items of an array, 1 for another value, 0 for null and a missing key", () => {
    expect(passing({ values_count: { gte: 2 } }, values)).to.deep.equal([
      [1, null],
      [1, 2, 3],
    ]);
    expect(passing({ values_count: { lt: 1 } }, values)).to.deep.equal([undefined, null, []]);
    expect(passing({ values_count: { gt: 0, lte: 1 } }, values)).to.deep.equal([[null], 0, "", false, {}]);
  });

  it("the check is_empty accepts a missing key, null and []", () => {
    const empty = [undefined, null, []];
    expect(passing({ is_empty: true }, values)).to.deep.equal(empty);
    expect(passing({ is_empty: false }, values)).to.deep.equal(values.slice(3));
    expect(values.filter((a) => holds({ must: { is_empty: { key: "a" } } }, { a }))).to.deep.equal(empty);
  });

  it("the check is_null accepts null and an array with a null, but not a missing key", () => {
    const nulls = [values[1], values[3], values[4]];
    expect(passing({ is_null: true }, values)).to.deep.equal(nulls);
    expect(passing({ is_null: false }, values)).to.deep.equal(
      values.filter((value) => !nulls.includes(value)),
    );
    expect(values.filter((a) => holds({ must: { is_null: { key: "a" } } }, { a }))).to.deep.equal(nulls);
  });
});

describe("the conditions about points", () => {
  it("the condition has_id compares integers exactly, and UUIDs in any notation", () => {
    const id = 13_570_027_672_830_659_665n;
    const asked = '{"must": {"has_id": [5, 13570027672830659665]}}';
    expect(holds(asked, {}, { id })).to.equal(true);
    expect(holds(asked, {}, { id: id + 1n })).to.equal(false);
    expect(holds(asked, {}, { id: 5 })).to.equal(true);
    const uuid = "550e8400-e29b-41d4-a716-446655440000";
    for (const spelling of [
      uuid,
      uuid.toUpperCase(),
      uuid.replaceAll("-", ""),
      `urn:uuid:${uuid}`,
      `{${uuid}}`,
    ]) {
      expect(holds({ must: { has_id: [spelling] } }, {}, { id: uuid }), spelling).to.equal(true);
    }
    expect(holds({ must: { has_id: [] } }, {})).to.equal(false);
  });

  it("the condition has_vector compares vector names; the empty name is the unnamed vector", () => {
    expect(holds({ must: { has_vector: "" } }, {}, { vectors: [""] })).to.equal(true);
    expect(holds({ must: { has_vector: "image" } }, {}, { vectors: ["text"] })).to.equal(false);
  });

  it("the condition slice puts every point into exactly one slice", () => {
    const inside = (index: number) => holds({ must: { slice: { total: 7, index } } }, {}, { id: 42 });
    expect([0, 1, 2, 3, 4, 5, 6].filter(inside)).to.have.length(1);
  });
});

describe("the condition nested", () => {
  const payload = {
    diet: [
      { food: "leaves", likes: false },
      { food: "meat", likes: true },
    ],
    one: { food: "meat" },
  };
  const both = (food: string, likes: boolean) => ({
    must: [
      { key: "food", match: { value: food } },
      { key: "likes", match: { value: likes } },
    ],
  });

  it("the condition nested requires one object of the array to satisfy all its conditions", () => {
    for (const key of ["diet", "diet[]"]) {
      expect(holds({ must: { nested: { key, filter: both("meat", true) } } }, payload), key).to.equal(true);
      expect(holds({ must: { nested: { key, filter: both("meat", false) } } }, payload), key).to.equal(false);
    }
  });

  it("the condition nested matches nothing where the payload has no array of objects", () => {
    expect(holds({ must: { nested: { key: "one", filter: {} } } }, payload)).to.equal(false);
    expect(holds({ must: { nested: { key: "a", filter: {} } } }, { a: [1, [{}]] })).to.equal(false);
    expect(holds({ must: { nested: { key: "a", filter: {} } } }, { a: [1, {}] })).to.equal(true);
  });

  it("the condition nested matches objects in arrays of arrays, and negates within the object", () => {
    const payload = { a: [{ b: [{ c: 1 }, { c: 2 }] }, { b: [{ c: 3 }] }] };
    const filter = (c: number) => ({ must_not: { key: "c", match: { value: c } } });
    const inner = (c: number) => ({ must: { nested: { key: "b", filter: filter(c) } } });
    expect(holds({ must: { nested: { key: "a", filter: inner(1) } } }, payload)).to.equal(true);
    expect(holds({ must: { nested: { key: "a[].b", filter: filter(1) } } }, payload)).to.equal(true);
    expect(holds({ must: { nested: { key: "a[1].b", filter: filter(3) } } }, payload)).to.equal(false);
  });
});

describe("the clauses of a filter", () => {
  const is = (value: number) => ({ key: "a", match: { value } });

  it("the clauses of a filter must all be satisfied", () => {
    const filter = { must: [is(1), is(2)], should: [is(3), is(9)], must_not: [is(4)] };
    expect(holds(filter, { a: [1, 2, 3] })).to.equal(true);
    for (const a of [
      [1, 3],
      [1, 2],
      [1, 2, 3, 4],
    ])
      expect(holds(filter, { a }), String(a)).to.equal(false);
  });

  it("the clauses of a filter may require a minimum number of conditions with min_should", () => {
    const filter = (min_count: number) => ({ min_should: { conditions: [is(1), is(2), is(3)], min_count } });
    expect([1, 2, 3, 4].filter((n) => holds(filter(n), { a: [1, 3] }))).to.deep.equal([1, 2]);
  });

  it("the clauses of a filter match everything when they are empty: {} and lists without conditions", () => {
    const nothing = [
      {},
      { must: [] },
      { should: [], must_not: [] },
      { must: null, min_should: null },
      { must: {} },
    ];
    for (const filter of nothing) expect(holds(filter, {}), JSON.stringify(filter)).to.equal(true);
    expect(holds({ min_should: { conditions: [], min_count: 2 } }, {})).to.equal(true);
    expect(holds({ must_not: {} }, {})).to.equal(false);
  });

  it("the clauses of a filter accept a condition in place of a list of one, and a filter in place of a condition", () => {
    expect(holds({ must: is(1) }, { a: 1 })).to.equal(true);
    expect(holds({ must: [{ must: [{ should: is(1) }] }] }, { a: 1 })).to.equal(true);
    expect(holds({ must: [{ must: [{ should: is(1) }] }] }, { a: 2 })).to.equal(false);
  });

  it("the clauses of a filter are satisfied by any of several checks in one condition", () => {
    const filter = { must: { key: "a", match: { value: 1 }, range: { gt: 5 } } };
    expect([1, 2, 6].filter((a) => holds(filter, { a }))).to.deep.equal([1, 6]);
  });
});
