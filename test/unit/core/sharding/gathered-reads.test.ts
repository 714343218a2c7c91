// What reads of several servers ask, and what they return if points change between two questions.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import { DEFAULT_SEARCH } from "../../../../src/core/config/search-params.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { AskedRecall } from "../../../../src/core/recall/asked-recall.ts";
import type { GatheredReads } from "../../../../src/core/sharding/gathered-reads.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { roundRandom, seedOf } from "../../../support/chance.ts";
import { PointDrawer } from "../../../support/equality/points.ts";
import { byShard, gather, partOfSource } from "./gathered-collection.ts";
import { type Spread, spreadWorld } from "./spread-world.ts";
import { WatchedPart } from "./watched-part.ts";

const SHARDS = 3;
const c = { collection_name: "c" };
const QUERY = { vector: { name: "euclid", vector: [0, 1, 0, 1] }, limit: 200, params: { exact: true } };

interface Shown {
  readonly id: PointId;
  readonly version: number;
  readonly payload?: { readonly n?: unknown; readonly tag?: unknown };
}

describe("reads of several servers", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(60);
  let shared: Spread;
  let world: Spread;
  let parts: WatchedPart[];
  let reads: GatheredReads;

  before(async () => {
    shared = await spreadWorld(points, SHARDS, seed);
  });
  after(() => shared.server.close());
  beforeEach(() => use(shared));
  afterEach(async () => {
    if (world !== shared) await world.server.close();
  });

  function use(spread: Spread): void {
    world = spread;
    parts = world.collections.map((own, shard) => new WatchedPart(partOfSource(() => own, shard)));
    reads = gather(world.collections, parts);
  }

  /** Opens servers for a test that writes, in place of those that the other tests share. */
  const useOwn = async () => use(await spreadWorld(points, SHARDS, seed));

  const shownBy = async (request: object) =>
    (await world.answers("searchPoints", { ...c, ...request })) as Shown[];
  /** The number of segments of the shards for which each server is asked. */
  const searchedSegments = () => {
    const ofShard = ({ segments }: Collection, shard: number) => segments.byShard[shard]!;
    return world.collections.flatMap(ofShard).filter(({ ids }) => ids.slots > 0).length;
  };
  const field = () => world.collections[0]!.field("euclid")!;

  it("a search without payloads asks each part once", async () => {
    await shownBy({ ...QUERY, with_payload: false });
    for (const { methods } of parts) expect(methods).to.deep.equal(["search"]);
  });

  it("a search with payloads asks each part twice: what else is shown comes with the hits", async () => {
    await shownBy({ ...QUERY, with_payload: true });
    for (const { methods } of parts) expect(methods).to.deep.equal(["search", "payloads"]);
  });

  it("only the part with the shard of an id is asked for the point", async () => {
    const [, own] = byShard(points, SHARDS);
    await world.answers("retrievePoints", { ...c, ids: [own![0]!.id], with_payload: false });
    expect(parts.map(({ methods }) => methods)).to.deep.equal([[], ["find"], []]);
  });

  it("a point that is deleted before its payload is read is shown as it was found", async () => {
    await useOwn();
    const [, own] = byShard(points, SHARDS);
    const { id } = own![0]!;
    const before = await shownBy({ ...QUERY, with_payload: true });
    parts[1]!.before = async (method) => {
      if (method === "payloads")
        await world.answers("deletePoints", { collection_name: "part 1", points: [id] });
    };
    expect(await shownBy({ ...QUERY, with_payload: true })).to.deep.equal(before);
  });

  it("a point that is deleted and whose segment is rebuilt before its payload is read is left out", async () => {
    await useOwn();
    const [, own] = byShard(points, SHARDS);
    const collection_name = "part 1";
    const before = await shownBy({ ...QUERY, with_payload: true });
    const deleted = own!.map(({ id }) => id).filter((id) => before.some((shown) => shown.id === id));
    expect(deleted.length).to.be.above(2);
    parts[1]!.before = async (method) => {
      if (method !== "payloads") return;
      await world.answers("deletePoints", { collection_name, points: deleted });
      await world.answers("optimizeCollection", { collection_name });
    };
    const shown = await shownBy({ ...QUERY, with_payload: true });
    expect(shown).to.deep.equal(before.filter(({ id }) => !deleted.includes(id)));
  });

  it("a payload is shown with the version that it has", async () => {
    await useOwn();
    const [, own] = byShard(points, SHARDS);
    const { id } = own!.find(({ vector }) => vector.euclid)!;
    parts[1]!.before = async (method) => {
      const request = { collection_name: "part 1", points: [id], payload: { tag: "later" } };
      if (method === "payloads") await world.answers("setPayload", request);
    };
    const shown = (await shownBy({ ...QUERY, with_payload: true })).find((one) => one.id === id)!;
    parts[1]!.before = () => {};
    expect(shown.payload!.tag).to.equal("later");
    expect(shown).to.deep.equal(
      (await shownBy({ ...QUERY, with_payload: true })).find((one) => one.id === id),
    );
  });

  it("points that one server with a shard has found are read from another one, which has them elsewhere", async () => {
    const other = await spreadWorld(points, SHARDS, seed + 1);
    try {
      const expected = await shownBy({ ...QUERY, with_payload: true, with_vector: true });
      const without = (shown: Shown[]) => shown.map(({ version: _, ...rest }) => rest);
      let source = world.collections[1]!;
      const moving = new WatchedPart(partOfSource(() => source, 1));
      moving.before = (method) => {
        source = method === "search" ? world.collections[1]! : other.collections[1]!;
      };
      gather(world.collections, [parts[0]!, moving, parts[2]!]);
      const shown = await shownBy({ ...QUERY, with_payload: true, with_vector: true });
      expect(without(shown)).to.deep.equal(without(expected));
    } finally {
      await other.server.close();
    }
  });

  it("a sample has each point equally often", async () => {
    const counts = new Map<PointId, number>();
    const rounds = 400;
    for (let round = 0; round < rounds; round++) {
      await reads.reading(async () => {
        const drawn = await reads.sample(null, 15);
        expect(new Set(drawn).size).to.equal(15);
        for (const ref of drawn) counts.set(reads.idOf(ref), (counts.get(reads.idOf(ref)) ?? 0) + 1);
      });
    }
    const expected = (rounds * 15) / points.length;
    let chiSquare = 0;
    for (const { id } of points) chiSquare += ((counts.get(id) ?? 0) - expected) ** 2 / expected;
    // 59 degrees of freedom: a fair draw exceeds it once in more than 10,000 runs.
    expect(chiSquare).to.be.below(112);
  });

  it("estimated counts are added up", async () => {
    expect(await reads.count(parseFilter({ must: { key: "free", range: { gte: 0 } } }), false)).to.equal(
      points.filter(({ payload }) => payload.free !== undefined).length,
    );
  });

  it("a search that is not exact is answered, and its recall is that of all parts", async () => {
    const recall = new AskedRecall(0.9, true);
    const params = { ...DEFAULT_SEARCH, recall };
    await reads.reading(async () => {
      const [hits] = await reads.search([Float32Array.of(0, 1, 0, 1)], { field: field(), k: 5, params });
      expect(hits).to.have.length(5);
    });
    expect(recall.parts).to.have.length(searchedSegments());
  });

  it("a watched search has the walks of all segments, and the nearest points of all", async () => {
    await reads.reading(async () => {
      const query = Float32Array.of(0, 1, 0, 1);
      const { segments, hits } = await reads.watch(query, { field: field(), k: 7, ef: null, mostSteps: 10 });
      expect(segments).to.have.length(searchedSegments());
      const params = { ...DEFAULT_SEARCH, exact: true };
      const [expected] = await reads.search([query], { field: field(), k: 7, params });
      expect(hits).to.deep.equal(expected);
    });
  });

  it("the neighbourhood of a point comes from the server that has it", async () => {
    const [, own] = byShard(points, SHARDS);
    const { id } = own!.find(({ vector }) => vector.euclid)!;
    const options = { level: 0, hops: 2, limit: 10 };
    const local = world.collections[1]!;
    const expected = await local.ownReads.reading(async () => {
      const [ref] = await local.ownReads.find([id]);
      return local.ownReads.neighbourhood(field(), ref!, options);
    });
    await reads.reading(async () => {
      const [ref] = await reads.find([id]);
      expect(await reads.neighbourhood(field(), ref!, options)).to.deep.equal(expected);
    });
  });

  it("the points in each payload index are added up", async () => {
    const sums: Record<string, number> = {};
    for (const { ownReads } of world.collections)
      for (const [path, count] of Object.entries(await ownReads.indexedPoints()))
        sums[path] = (sums[path] ?? 0) + count;
    expect(await reads.indexedPoints()).to.deep.equal(sums);
  });
});
