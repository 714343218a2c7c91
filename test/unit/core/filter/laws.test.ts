// Laws that hold for all filters and all JSON, whatever the conditions mean.
import { expect } from "chai";
import fc from "fast-check";
import { matches } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { parsePath } from "../../../../src/core/filter/path.ts";
import { InvalidFilter, InvalidPath } from "../../../../src/errors/request.ts";
import { tokenizerOf } from "../../../../src/text/tokenize.ts";
import { conditionText, filterText, IDS, payloadText } from "../../../support/filters.ts";
import { filterFrom, pointOf } from "./fixtures.ts";

const word = tokenizerOf({});
const point = fc
  .tuple(payloadText, fc.constantFrom(...IDS), fc.boolean())
  .map(([payload, id, isIndexed]) => ({
    ...pointOf(payload, { id }),
    textIndex: () => (isIndexed ? word : null),
  }));

/** Expects that both filters give the same result for the point. */
function same(a: string, b: string, one: Parameters<typeof matches>[1]): void {
  expect(matches(filterFrom(a), one), `${a} and ${b}`).to.equal(matches(filterFrom(b), one));
}

describe("the matching of filters", () => {
  const conditions = fc.array(conditionText, { minLength: 1, maxLength: 3 });

  it("the matching of filters treats must_not as the complement of should", () => {
    fc.assert(
      fc.property(conditions, point, (list, one) => {
        const not = matches(filterFrom(`{"must_not":[${list}]}`), one);
        expect(not).to.equal(!matches(filterFrom(`{"should":[${list}]}`), one));
      }),
      { numRuns: 300 },
    );
  });

  it("the matching of filters satisfies De Morgan's laws", () => {
    fc.assert(
      fc.property(conditions, point, (list, one) => {
        const negated = list.map((condition) => `{"must_not":${condition}}`);
        same(`{"must_not":{"must":[${list}]}}`, `{"should":[${negated}]}`, one);
        same(`{"must_not":{"should":[${list}]}}`, `{"must":[${negated}]}`, one);
      }),
      { numRuns: 300 },
    );
  });

  it("the matching of filters treats min_should of one as should, and of all as must", () => {
    fc.assert(
      fc.property(conditions, point, (list, one) => {
        const atLeast = (count: number) => `{"min_should":{"conditions":[${list}],"min_count":${count}}}`;
        same(atLeast(1), `{"should":[${list}]}`, one);
        same(atLeast(list.length), `{"must":[${list}]}`, one);
      }),
      { numRuns: 300 },
    );
  });

  it("the matching of filters treats a filter in place of a condition like the filter itself, and one that is negated twice too", () => {
    fc.assert(
      fc.property(filterText, point, (filter, one) => {
        same(filter, `{"must":[${filter}]}`, one);
        same(filter, `{"must_not":{"must_not":${filter}}}`, one);
      }),
      { numRuns: 300 },
    );
  });

  it("the matching of filters treats a filter of several clauses as the conjunction of its clauses", () => {
    fc.assert(
      fc.property(filterText, point, (filter, one) => {
        const whole = filterFrom(filter);
        const none = { must: [], should: [], mustNot: [], minShould: null };
        const alone = [
          { ...none, must: whole.must },
          { ...none, should: whole.should },
          { ...none, mustNot: whole.mustNot },
          { ...none, minShould: whole.minShould },
        ];
        expect(matches(whole, one)).to.equal(alone.every((clause) => matches(clause, one)));
      }),
      { numRuns: 300 },
    );
  });

  it("the matching of filters accepts some of the drawn points and rejects some, so that these laws are not trivial", () => {
    const drawn = fc.sample(fc.tuple(filterText, point), { numRuns: 1000, seed: 5 });
    const through = drawn.filter(([filter, one]) => matches(filterFrom(filter), one)).length;
    expect(through).to.be.within(200, 800);
  });
});

describe("the parsing of filters and paths", () => {
  const refusedAs = (type: new (...args: never[]) => Error, read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      expect(error).to.be.instanceOf(type);
    }
  };
  const names = fc.constantFrom(
    ..."must should must_not min_should key match value any range lt geo_polygon exterior points".split(" "),
    ..."conditions min_count nested filter has_id slice total index is_null geo_radius center lon lat".split(
      " ",
    ),
    "__proto__",
  );

  it("the parsing of filters and paths returns a filter or throws InvalidFilter for any JSON", () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => refusedAs(InvalidFilter, () => parseFilter(json))));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.oneof(fc.jsonValue({ maxDepth: 0 }), fc.bigInt(), fc.constantFrom("2024-01-01", "a[].b")),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(names, tie("tree"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (json) => refusedAs(InvalidFilter, () => parseFilter(json))),
      { numRuns: 2000 },
    );
  });

  it("the parsing of filters and paths returns a filter or throws InvalidFilter for a valid filter with one value exchanged", () => {
    fc.assert(
      fc.property(filterText, fc.nat(), fc.jsonValue({ maxDepth: 1 }), (text, at, other) => {
        const json = JSON.parse(text);
        exchange(json, at, other);
        refusedAs(InvalidFilter, () => parseFilter(json));
      }),
      { numRuns: 1000 },
    );
  });

  it("the parsing of filters and paths returns a path or throws InvalidPath for any text, and the canonical notation gives the same path", () => {
    const part = fc.constantFrom("a", "b-1", ".", "[", "]", "[]", "[0]", '"', "\\", " ", "é");
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (path) =>
        refusedAs(InvalidPath, () => {
          const { text, steps } = parsePath(path);
          expect(parsePath(text)).to.deep.equal({ text, steps });
        }),
      ),
      { numRuns: 2000 },
    );
  });
});

/** Replaces the member or item with the number `at`, counted over all of them and modulo their number, by `other`. */
function exchange(json: object, at: number, other: unknown): void {
  const places: [object, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      places.push([node, key]);
      visit(value);
    }
  };
  visit(json);
  const place = places[at % Math.max(1, places.length)];
  if (place) (place[0] as Record<string, unknown>)[place[1]] = other;
}
