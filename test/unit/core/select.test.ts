// Reads of points other than the nearest ones: by filter, in pages, in the order of a field, and as facets.
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { Condition, Filter } from "../../../src/core/filter/filter.ts";
import { IdSet } from "../../../src/core/filter/id-set.ts";
import { parsePath } from "../../../src/core/filter/path.ts";
import { NoFieldIndex } from "../../../src/errors/query.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { rejection } from "../engine/fixtures.ts";
import { configOf, open, remove, type TestPoint, upsert } from "./fixtures.ts";

const VECTORS = [
  { name: "", size: 2, distance: "Euclid" },
  { name: "other", size: 2, distance: "Euclid" },
] as const;
const SCHEMA = { city: "keyword", size: "integer", price: "float", made: "datetime", sold: "bool" } as const;

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const point = (id: PointId, payload: unknown = null): TestPoint => ({
  ...{ id, vectors: { "": Float32Array.of(Number(id) || 0, 0) } },
  payload: payload === null ? null : bytes(payload),
});

const allOf = (...must: Condition[]): Filter => ({ must, should: [], mustNot: [], minShould: null });
const is = (path: string, value: string | number): Condition => ({
  ...{ kind: "field", path: parsePath(path) },
  check: { kind: "value", value },
});

/** Three segments of points, the second of which has lost one point. */
async function openWith(points: readonly TestPoint[]) {
  const { database } = await open({ segments: { maxSlots: 4, vacuumMinSlots: 1000, spareSegments: 100 } });
  await database.create("a", { ...configOf(...VECTORS), payload_schema: SCHEMA });
  await upsert(database, "a", points);
  return { database, collection: database.collection("a"), reads: database.collection("a").reads };
}

/** The ids of the point references that `work` returns. */
async function ids({ reads }: Collection, work: () => Promise<readonly number[]>): Promise<PointId[]> {
  return (await work()).map((slot) => reads.idOf(slot));
}

describe("points that satisfy a filter", () => {
  const cities = ["Oslo", "Rome", "Bonn"];
  const points = Array.from({ length: 10 }, (_, i) => point(i, { city: cities[i % 3], size: i }));

  it("points that satisfy a filter are each found once, in whatever segment they are", async () => {
    const { database, collection, reads } = await openWith(points);
    await upsert(database, "a", [point(3, { city: "Rome" })]);
    await remove(database, "a", [4]);
    const found = await ids(collection, () => reads.matching(allOf(is("city", "Rome"))));
    expect(found.sort()).to.deep.equal([1, 3, 7]);
    await database.close();
  });

  it("points that satisfy a filter are counted, and without a filter all points are", async () => {
    const { database, reads } = await openWith(points);
    await remove(database, "a", [0]);
    expect(await reads.count(allOf(is("city", "Oslo")), true)).to.equal(3);
    expect(await reads.count(null, true)).to.equal(9);
    await database.close();
  });

  it("points that satisfy a filter can be selected by their ids and by the vectors they have", async () => {
    const { database, collection, reads } = await openWith([
      ...points,
      { id: 20, vectors: { other: Float32Array.of(1, 1) } },
    ]);
    const withOther = allOf({ kind: "has_vector", name: "other" });
    expect(await ids(collection, () => reads.matching(withOther))).to.deep.equal([20]);
    const some = allOf({ kind: "has_id", ids: new IdSet([3, 20, 77]) });
    expect((await ids(collection, () => reads.matching(some))).sort()).to.deep.equal([20, 3]);
    await database.close();
  });

  it("points that satisfy a filter are the nearest ones of a search, up to the limit", async () => {
    const { database, collection, reads } = await openWith(points);
    const nearest = { field: collection.field("")!, k: 3, params: DEFAULT_SEARCH };
    const filter = allOf(is("city", "Rome"));
    const [one] = await reads.search([Float32Array.of(0, 0)], { ...nearest, filter });
    expect(await ids(collection, async () => one!.map(({ ref }) => ref))).to.deep.equal([1, 4, 7]);
    const [, other] = await reads.search([Float32Array.of(0, 0), Float32Array.of(9, 0)], {
      ...nearest,
      filter,
    });
    expect(await ids(collection, async () => other!.map(({ ref }) => ref))).to.deep.equal([7, 4, 1]);
    await database.close();
  });

  it("points that satisfy a filter are sampled at random, none of them twice", async () => {
    const { database, collection, reads } = await openWith(points);
    const drawn = await ids(collection, () => reads.sample(null, 6));
    expect(new Set(drawn).size).to.equal(6);
    expect((await ids(collection, () => reads.sample(allOf(is("city", "Bonn")), 6))).sort()).to.deep.equal([
      2, 5, 8,
    ]);
    await database.close();
  });
});

describe("a page of points", () => {
  const UUIDS = ["00000000-0000-0000-0000-0000000000ff", "f0000000-0000-0000-0000-000000000000"];
  const LARGE = 2n ** 63n;
  const mixed = [UUIDS[1]!, 7, LARGE, 3, UUIDS[0]!, 11, 2 ** 40].map((id, i) =>
    point(id, { even: i % 2 === 0 ? "yes" : "no" }),
  );

  it("a page of points has the order of ids, integers before UUIDs, and the offset of the next page", async () => {
    const { database, collection, reads } = await openWith(mixed);
    const first = await reads.page({ filter: null, from: null, limit: 3 });
    expect(await ids(collection, async () => first.refs)).to.deep.equal([3, 7, 11]);
    expect(first.next).to.equal(2 ** 40);
    const second = await reads.page({ filter: null, from: first.next, limit: 4 });
    expect(await ids(collection, async () => second.refs)).to.deep.equal([2 ** 40, LARGE, ...UUIDS]);
    expect(second.next).to.equal(null);
    await database.close();
  });

  it("a page of points has only points that satisfy the filter", async () => {
    const { database, collection, reads } = await openWith(mixed);
    const page = await reads.page({ filter: allOf(is("even", "no")), from: 4, limit: 2 });
    expect(await ids(collection, async () => page.refs)).to.deep.equal([7, 11]);
    expect(page.next).to.equal(null);
    await database.close();
  });

  it("a page of many points is returned at once when their order is known, without points that were deleted since", async () => {
    const { database } = await open();
    await database.create("a", configOf(...VECTORS));
    const collection = database.collection("a");
    const { reads } = collection;
    const count = 5_000;
    await upsert(
      database,
      "a",
      Array.from({ length: count }, (_, i) => point(2 * (count - i))),
    );
    const query = { filter: null, from: 100, limit: 3 };
    const first = await reads.page(query);
    expect(first.next).to.equal(106);
    await remove(database, "a", [102]);
    const known = reads.page(query);
    expect(known).not.to.be.instanceOf(Promise);
    expect(await ids(collection, async () => (await known).refs)).to.deep.equal([100, 104, 106]);
    expect((await known).next).to.equal(108);
    const last = await reads.page({ ...query, from: 2 * count - 1 });
    expect([await ids(collection, async () => last.refs), last.next]).to.deep.equal([[2 * count], null]);
    await upsert(database, "a", [point(103)]);
    const { refs } = await reads.page(query);
    expect(await ids(collection, async () => refs)).to.deep.equal([100, 103, 104]);
    await database.close();
  });

  it("a page of points begins at the given id, which need not exist", async () => {
    const { database, collection, reads } = await openWith(mixed);
    const page = await reads.page({ filter: null, from: 8, limit: 1 });
    expect(await ids(collection, async () => page.refs)).to.deep.equal([11]);
    await database.close();
  });
});

describe("points in the order of a field", () => {
  const points = [5, 3, [9, 3], 4.5, "x", null, 3].map((size, i) => point(i, { size, price: size }));
  const query = { path: "size", direction: "asc", limit: 10 } as const;

  const shown = async ({ reads }: Collection, work: ReturnType<Collection["reads"]["ordered"]>) =>
    (await work).map(({ ref, value }) => [reads.idOf(ref), value]);

  it("points in the order of a field have the order of values and then of ids, and occur once for each of their values", async () => {
    const { database, collection, reads } = await openWith(points);
    const sizes = await shown(collection, reads.ordered(query));
    expect(sizes).to.deep.equal([
      [1, 3],
      [2, 3],
      [6, 3],
      [0, 5],
      [2, 9],
    ]);
    const prices = await shown(collection, reads.ordered({ ...query, path: "price" }));
    expect(prices).to.deep.equal([
      [1, 3],
      [2, 3],
      [6, 3],
      [3, 4.5],
      [0, 5],
      [2, 9],
    ]);
    await database.close();
  });

  it("points in the order of a field may have the opposite order, and begin at a value", async () => {
    const { database, collection, reads } = await openWith(points);
    const found = await shown(collection, reads.ordered({ ...query, direction: "desc", startFrom: 5 }));
    expect(found).to.deep.equal([
      [0, 5],
      [6, 3],
      [2, 3],
      [1, 3],
    ]);
    await database.close();
  });

  it("points in the order of a field may be restricted to given points", async () => {
    const { database, collection, reads } = await openWith(points);
    const some = (await reads.find([0, 6])).map((slot) => slot!);
    const found = await shown(collection, reads.ordered({ ...query, refs: some, limit: 1 }));
    expect(found).to.deep.equal([[6, 3]]);
    await database.close();
  });

  it("points in the order of a field are returned with datetimes to the microsecond", async () => {
    const { database, collection, reads } = await openWith([point(1, { made: "1970-01-01T00:00:01Z" })]);
    const found = await shown(collection, reads.ordered({ ...query, path: "made" }));
    expect(found).to.deep.equal([[1, 1_000_000]]);
    await database.close();
  });

  it("points in the order of a field are refused without an index that has an order", async () => {
    const { database, reads } = await openWith(points);
    for (const path of ["city", "nothing"]) {
      const error = await rejection(reads.ordered({ ...query, path }));
      expect(error).to.be.instanceOf(NoFieldIndex);
      expect(error.message).to.contain(`'${path}'`);
    }
    await database.close();
  });
});

describe("the facets of a field", () => {
  const tags = [["a", "b"], ["b", "b"], "a", "c", 5, ["c", "b"], null];
  const points = tags.map((city, i) => point(i, { city, size: i % 2, sold: i > 4 }));

  it("the facets of a field count points by value, the most frequent value first, and a point once for each of its values", async () => {
    const { database, reads } = await openWith(points);
    expect(await reads.facet({ path: "city", filter: null, limit: 10 })).to.deep.equal([
      { value: "b", count: 3 },
      { value: "a", count: 2 },
      { value: "c", count: 2 },
    ]);
    const found = await reads.facet({ path: "sold", filter: allOf(is("size", 0)), limit: 1 });
    expect(found).to.deep.equal([{ value: false, count: 3 }]);
    await database.close();
  });

  it("the facets of a field are refused without an index on values", async () => {
    const { database, reads } = await openWith(points);
    const error = await rejection((async () => reads.facet({ path: "price", filter: null, limit: 10 }))());
    expect(error).to.be.instanceOf(NoFieldIndex);
    await database.close();
  });
});

describe("the points of a payload index", () => {
  it("the points of a payload index are those that have a value of the type of the index", async () => {
    const { database, reads } = await openWith([
      point(1, { city: "Oslo", size: 1 }),
      point(2, { city: ["Rome", 7], size: 1.5 }),
      point(3, { city: [], price: 7 }),
    ]);
    const counts = { city: 2, size: 1, price: 1, made: 0, sold: 0 };
    expect(await reads.indexedPoints()).to.deep.equal(counts);
    await database.close();
  });
});
