// Filters as chips: which conditions have a form, and that nothing is lost between filter and chips.
import { expect } from "chai";
import fc from "fast-check";
import {
  type Clause,
  chipsOf,
  filterOf,
  parseFilter,
  readCondition,
  wordsOf,
  writeFilter,
} from "../../../src/ui/app/screens/collection/points/filter/chips.ts";
import { conditionOf, type Form, formOf } from "../../../src/ui/app/screens/collection/points/filter/form.ts";

const key = fc.constantFrom("city", "a.b", "tags[]");
const text = fc.string({ minLength: 1 });
const scalar = fc.oneof(text, fc.integer(), fc.bigInt(2n ** 53n, 2n ** 63n - 1n), fc.boolean());
const bounds = fc.record({ gt: fc.integer(), lte: fc.integer() }, { requiredKeys: ["gt"] });
const condition = fc.oneof(
  fc.record({ key, match: fc.record({ value: scalar }) }),
  fc.record({ key, match: fc.record({ any: fc.array(fc.integer(), { minLength: 1 }) }) }),
  fc.record({ key, match: fc.record({ text }) }),
  fc.record({ key, range: bounds }),
  fc.record({ key, values_count: bounds }),
  fc.record({
    key,
    geo_radius: fc.record({
      center: fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) }),
      radius: fc.integer({ min: 1 }),
    }),
  }),
  fc.record({ is_empty: fc.record({ key }) }),
  fc.record({ is_null: fc.record({ key }) }),
  fc.record({ has_id: fc.array(fc.bigInt(2n ** 53n, 2n ** 64n - 1n), { minLength: 1 }) }),
  fc.record({ has_vector: fc.constantFrom("", "image") }),
);
/** Conditions that have no form. */
const other = fc.constantFrom(
  { key: "at", geo_radius: { center: { lat: 1, lon: 2, alt: 3 }, radius: 3 } },
  { key: "at", geo_bounding_box: { top_left: { lon: 1, lat: 2 }, bottom_right: { lon: 2, lat: 1 } } },
  { nested: { key: "a", filter: {} } },
  { must: [{ key: "a", match: { value: 1 } }] },
  { key: "a", match: { value: 1 }, range: { gt: 1 } },
);
const clause = fc.array(fc.oneof(condition, other), { minLength: 1, maxLength: 4 });
const filter = fc.record({ must: clause, must_not: clause, should: clause }, { requiredKeys: [] });

describe("the chips of a filter", () => {
  it("the chips of a filter keep every condition of every clause", () => {
    const sets = (value: object) =>
      Object.fromEntries(
        Object.entries(value).map(([name, list]) => [
          name,
          list.map((one: object) => writeFilter({ one })).sort(),
        ]),
      );
    fc.assert(
      fc.property(filter, (value) => {
        expect(sets(filterOf(chipsOf(value)) ?? {})).to.deep.equal(sets(value));
      }),
    );
  });

  it("the chips of a filter can be restored from their form", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom<Clause>("must", "must_not"), (json, where) => {
        const read = readCondition(where, json)!;
        const isPlain = read.values.every((value) => typeof value !== "string" || /^[\w ]+$/.test(value));
        fc.pre(isPlain);
        expect(conditionOf(formOf(read))).to.deep.equal(read);
      }),
    );
  });

  it("the chips of a filter keep conditions without a form as the rest", () => {
    const { conditions, rest } = chipsOf({ must: [{ nested: {} }, { has_id: [1] }], should: [{}] });
    expect(conditions.map(wordsOf)).to.deep.equal(["has the id 1"]);
    expect(rest).to.deep.equal({ must: [{ nested: {} }], should: [{}] });
  });

  it("the chips of a filter describe a negated condition with its own word", () => {
    const { conditions } = chipsOf({
      must_not: [{ key: "a", match: { value: 1 } }, { is_empty: { key: "b" } }],
    });
    expect(conditions.map(wordsOf)).to.deep.equal(["a is not 1", "b exists"]);
  });

  it("the chips of a filter describe the surroundings of a place", () => {
    const form: Form = {
      clause: "must",
      kind: "near",
      key: "at",
      type: "text",
      text: "48.85, 2.35 5000",
      bounds: {},
    };
    const condition = conditionOf(form);
    expect(wordsOf(condition)).to.equal("at within 5000 m of 48.85, 2.35");
    expect(filterOf({ conditions: [condition], rest: undefined })).to.deep.equal({
      must: [{ key: "at", geo_radius: { center: { lat: 48.85, lon: 2.35 }, radius: 5000 } }],
    });
  });

  it("the chips of a filter accept ids above 2^53 exactly, also in the text", () => {
    const written = '{"must":[{"has_id":[18446744073709551615]}]}';
    expect(writeFilter(filterOf(chipsOf(parseFilter(written)!)))).to.equal(written);
  });

  it("the chips of a filter refuse invalid values of the type", () => {
    const form: Form = { clause: "must", kind: "is", key: "n", type: "number", text: "ten", bounds: {} };
    expect(() => conditionOf(form)).to.throw("ten is not a number");
    expect(() => conditionOf({ ...form, kind: "has_id" })).to.throw("ten is not an id");
    expect(() => conditionOf({ ...form, kind: "range" })).to.throw("at least one limit");
    expect(() => conditionOf({ ...form, key: " " })).to.throw("Choose a field");
    for (const text of [
      "48.85, 2.35",
      "91, 2.35, 5000",
      "48.85, 181, 5000",
      "48.85, 2.35, 0",
      "Paris",
      "1,2,3,4",
    ])
      expect(() => conditionOf({ ...form, kind: "near", text }), text).to.throw("Type the latitude");
  });

  it("the chips of a filter refuse a text that is not a filter", () => {
    expect(() => parseFilter("[1]")).to.throw("A filter is an object");
    expect(parseFilter(" ")).to.equal(undefined);
  });
});
