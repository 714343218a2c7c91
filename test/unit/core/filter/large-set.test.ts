// Long lists in filters: a list is checked in slices before the filter is parsed, and put into a set in slices before a
// search.
import { expect } from "chai";
import { OPERATIONS } from "../../../../src/api/operations/index.ts";
import { validatorOf } from "../../../../src/api/validate.ts";
import type { FieldCondition, Values } from "../../../../src/core/filter/filter.ts";
import type { IdSet } from "../../../../src/core/filter/id-set.ts";
import { fillSets, LargeSet } from "../../../../src/core/filter/large-set.ts";
import { matches, matching } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { InvalidFilter } from "../../../../src/errors/request.ts";
import { MAX_FILTER_CONDITIONS } from "../../../../src/schema/limits.ts";
import { examineLongLists } from "../../../../src/schema/long-lists.ts";
import { open, unnamed, upsert } from "../fixtures.ts";
import { pointOf } from "./fixtures.ts";

const MANY = 50_000;
const numbers = Array.from({ length: MANY }, (_, i) => i);
const uuid = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, "0")}`;

/** The list behind a proxy that counts how often one of its items is read. */
function countingReads<T>(list: readonly T[], reads: { count: number }): readonly T[] {
  return new Proxy(list, {
    get: (target, name) => {
      if (typeof name === "string" && /^[0-9]+$/.test(name)) reads.count++;
      return Reflect.get(target, name);
    },
  });
}

function cutsOf(work: Generator<void>): number {
  let cuts = 0;
  while (!work.next().done) cuts++;
  return cuts;
}

describe("a long list in a filter", () => {
  it("a long list in a filter is put into a set in slices of some hundred values", () => {
    const filter = parseFilter({
      must: [{ key: "n", match: { any: numbers } }],
      should: [{ has_id: numbers.slice(0, 5_000).map(uuid) }, { must_not: [{ has_id: numbers }] }],
    });
    expect(cutsOf(fillSets(filter))).to.be.above((2 * MANY + 5_000) / 300);
    const { check } = filter.must[0] as FieldCondition;
    const { values } = check as { values: Values };
    expect([[...values].length, values.has(7), values.has("7"), values.has(MANY)]).to.deep.equal([
      MANY,
      true,
      false,
      false,
    ]);
  });

  it("a long list in a filter is checked only where a filter may have a list, and up to the limit on conditions", () => {
    const reads = { count: 0 };
    const counted = () => countingReads(numbers, reads);
    const lists = { match: { value: counted() }, values: counted(), filter: { must: counted() } };
    cutsOf(examineLongLists({ must: [lists], should: counted(), other: { has_id: counted() } }));
    expect(reads.count).to.be.at.most(2 * (MAX_FILTER_CONDITIONS + 1));
  });

  it("a long list in a filter is checked in slices before the filter is parsed, and parsing reads none of its items again", () => {
    const reads = { count: 0 };
    const counted = <T>(list: readonly T[]) => countingReads(list, reads);
    const lists = Array.from({ length: 20 }, () => counted(numbers.slice(0, 2_000).map(uuid)));
    const json = {
      must: [{ has_id: counted(numbers.map(uuid)) }, { key: "n", match: { any: counted(numbers) } }],
      should: [{ must_not: lists.map((has_id) => ({ has_id })) }],
      must_not: [{ key: "k", match: { except: counted(numbers.map(uuid)) } }],
    };
    expect(cutsOf(examineLongLists(json))).to.be.above((3 * MANY + 40_000) / 1_100);
    reads.count = 0;
    parseFilter(json);
    // Parsing reads the first value of a list, which decides the type of the others.
    expect(reads.count).to.be.at.most(4);
  });

  it("a long list in a filter is checked in slices by the validation of a request", () => {
    const request = { collection_name: "c", filter: { must: [{ has_id: numbers.map(uuid) }] } };
    const check = validatorOf(OPERATIONS.find(({ id }) => id === "countPoints")!);
    expect(cutsOf(check(request, "refused"))).to.be.above(MANY / 1_100);
  });

  it("a long list in a filter is refused with the position of an invalid item that was found before the filter is parsed", () => {
    const json = { must: [{ has_id: [...numbers, "x"] }] };
    for (const _ of examineLongLists(json));
    expect(() => parseFilter(json)).to.throw(InvalidFilter, `has_id[${MANY}]`);
    json.must[0]!.has_id.splice(7, 0, -1);
    expect(() => parseFilter(json)).to.throw(InvalidFilter, "has_id[7]");
  });

  it("a long list in a filter is checked without end in no object that contains itself", () => {
    const json: Record<string, unknown> = {};
    json.must = json;
    for (const _ of examineLongLists(json));
    expect(() => parseFilter(json)).to.throw(InvalidFilter, "at most 32 filters within each other");
  });

  it("a long list in a filter gives the same results before its set is complete", () => {
    const ask = () => new LargeSet([1, 2, 2, 3], (n) => Number(n) + 1);
    expect([ask().has(4), [...ask()].sort()]).to.deep.equal([true, [2, 3, 4]]);
  });

  it("a long list in a filter matches ids and integers in every notation", () => {
    const ids = [...numbers.slice(0, 5_000), 5_000n, uuid(7).replaceAll("-", "").toUpperCase()];
    const [hasId] = parseFilter({ must: [{ has_id: ids }] }).must as unknown as [{ ids: IdSet }];
    expect([hasId.ids.has(5_000), hasId.ids.has(uuid(7)), hasId.ids.has(6_000)]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  for (const [name, filter, path] of [
    ["id", { has_id: [...numbers, -1] }, `has_id[${MANY}]`],
    ["value", { key: "n", match: { any: [...numbers, "x"] } }, `match.any[${MANY}]`],
  ] as const) {
    it(`a long list in a filter is refused by the parser if it contains an invalid ${name}, with its position`, () => {
      expect(() => parseFilter({ must: [filter] })).to.throw(InvalidFilter, path);
    });
  }

  it("a long list in a filter is converted once and in slices to compare it with a field of UUIDs in one notation", () => {
    const any = parseFilter({ must: [{ key: "u", match: { any: numbers.map((n) => `{${uuid(n)}}`) } }] });
    for (const _ of fillSets(any));
    const asked = (u: string) => matching(any, { ...pointOf({ u }), uuidIndex: () => true });
    expect(cutsOf(asked(uuid(MANY)))).to.be.above(MANY / 300);
    expect(cutsOf(asked(uuid(7).replaceAll("-", "")))).to.be.below(10);
    expect(matches(any, { ...pointOf({ u: uuid(7).toUpperCase() }), uuidIndex: () => true })).to.equal(true);
    expect(matches(any, { ...pointOf({ u: uuid(MANY) }), uuidIndex: () => true })).to.equal(false);
  });

  it("a long list in a filter matches the listed values, indexed or not", async () => {
    const { database } = await open();
    await database.create("a", { ...unnamed(1), payload_schema: { n: "integer", k: "keyword" } });
    const points = numbers.slice(0, 200).map((id) => ({
      ...{ id, vectors: { "": Float32Array.of(id) } },
      payload: new TextEncoder().encode(JSON.stringify({ n: id, k: `k${id}`, plain: id })),
    }));
    await upsert(database, "a", points);
    const { reads } = database.collection("a");
    const count = (condition: object) => reads.count(parseFilter({ must: [condition] }), true);
    const odd = numbers.map((n) => 2 * n + 1);
    expect(await count({ key: "n", match: { any: odd } })).to.equal(100);
    expect(await count({ key: "plain", match: { except: odd } })).to.equal(100);
    expect(await count({ key: "k", match: { except: odd.map((n) => `k${n}`) } })).to.equal(100);
    expect(await count({ has_id: odd })).to.equal(100);
    await database.close();
  });
});

describe("all polygons of one filter", () => {
  it("all polygons of one filter have a common limit of points", () => {
    const ring = {
      points: [...numbers.slice(0, 5_999).map((n) => ({ lon: n / 100, lat: 0 })), { lon: 0, lat: 0 }],
    };
    const one = { key: "g", geo_polygon: { exterior: ring } };
    expect(parseFilter({ should: [one] }).should).to.have.length(1);
    expect(() => parseFilter({ should: [one], must: [{ should: [one] }] })).to.throw(
      InvalidFilter,
      "expected at most 10000 points in all polygons of one filter",
    );
  });
});
