// What reads of several servers ask, and what they return if points change between two questions.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import { DEFAULT_SEARCH } from "../../../../src/core/config/search-params.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { AskedRecall } from "../../../../src/core/recall/asked-recall.ts";
import type { GatheredReads } from "../../../../src/core/sharding/gathered-reads.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { roundRandom, seedOf } from "../../../support/chance.ts";
import { type DrawnPoint, PointDrawer } from "../../../support/equality/points.ts";
import { byShard, gather, partOfSource, rejectionOf } from "./gathered-collection.ts";
import { type Spread, spreadWorld } from "./spread-world.ts";
import { WatchedPart } from "./watched-part.ts";

const SHARDS = 3;
const c = { collection_name: "c" };
const inPart = { collection_name: "part 1" };
/** Longer than payloads that come with the hits. */
const LARGE = "x".repeat(2 ** 16);
const QUERY = { vector: { name: "euclid", vector: [0, 1, 0, 1] }, limit: 200, params: { exact: true } };

interface Shown {
  readonly id: PointId;
  readonly version: number;
  readonly payload?: { readonly n?: unknown; readonly tag?: unknown };
}

describe("reads of several servers", () => {
  const seed = seedOf();
  let points: DrawnPoint[];
  let world: Spread;
  let parts: WatchedPart[];
  let reads: GatheredReads;

  beforeEach(async () => {
    points = new PointDrawer(roundRandom(seed, 0)).points(60);
    world = await spreadWorld(points, SHARDS, seed);
    parts = world.collections.map(
      (own, shard) => new WatchedPart(partOfSource(() => own, { shard, division: SHARDS })),
    );
    reads = gather(world.collections, parts);
  });
  afterEach(() => world.server.close());

  const shownBy = async (request: object) =>
    (await world.answers("searchPoints", { ...c, ...request })) as Shown[];
  /** The number of segments of the shards for which each server is asked. */
  const searchedSegments = () => {
    const ofShard = ({ segments }: Collection, shard: number) => segments.byShard[shard]!;
    return world.collections.flatMap(ofShard).filter(({ ids }) => ids.slots > 0).length;
  };
  /** Makes the payloads of the second part too large to come with the hits. Returns the id of the large one. */
  const makePayloadsLarge = async (): Promise<PointId> => {
    const [, own] = byShard(points, SHARDS);
    const { id } = own!.findLast(({ vector }) => vector.euclid)!;
    await world.answers("setPayload", { ...inPart, points: [id], payload: { large: LARGE } });
    return id;
  };
  const field = () => world.collections[0]!.field("euclid")!;

  it("a search without payloads asks each part once", async () => {
    await shownBy({ ...QUERY, with_payload: false });
    for (const { methods } of parts) expect(methods).to.deep.equal(["search"]);
  });

  it("a search with payloads asks each part once: payloads that are few and small come with the hits", async () => {
    await shownBy({ ...QUERY, with_payload: true });
    for (const { methods } of parts) expect(methods).to.deep.equal(["search"]);
  });

  it("a page with payloads asks each part once", async () => {
    await world.answers("scrollPoints", { ...c, limit: 20, with_payload: true });
    for (const { methods } of parts) expect(methods).to.deep.equal(["page"]);
  });

  it("large payloads are asked for by themselves, and shown like those that came with the hits", async () => {
    const few = await shownBy({ ...QUERY, with_payload: true });
    const id = await makePayloadsLarge();
    for (const { methods } of parts) methods.length = 0;
    const shown = await shownBy({ ...QUERY, with_payload: true });
    expect(parts.map(({ methods }) => methods)).to.deep.equal([
      ["search"],
      ["search", "payloads"],
      ["search"],
    ]);
    const others = (all: Shown[]) => all.filter((one) => one.id !== id);
    expect(others(shown)).to.deep.equal(others(few));
    expect(shown.find((one) => one.id === id)!.payload).to.have.property("large", LARGE);
  });

  it("more payloads than come with hits are asked for by themselves", async () => {
    const many = new PointDrawer(roundRandom(seed, 1)).points(450);
    const wide = await spreadWorld(many, SHARDS, seed);
    try {
      const own = wide.collections.map(
        (one, shard) => new WatchedPart(partOfSource(() => one, { shard, division: SHARDS })),
      );
      gather(wide.collections, own);
      await wide.answers("scrollPoints", { ...c, limit: 450, with_payload: true });
      for (const { methods } of own) expect(methods).to.deep.equal(["page", "payloads"]);
    } finally {
      await wide.server.close();
    }
  });

  it("only the part with the shard of an id is asked for the point", async () => {
    const [, own] = byShard(points, SHARDS);
    await world.answers("retrievePoints", { ...c, ids: [own![0]!.id], with_payload: false });
    expect(parts.map(({ methods }) => methods)).to.deep.equal([[], ["find"], []]);
  });

  it("a point that is deleted before its payload is read is shown as it was found", async () => {
    const [, own] = byShard(points, SHARDS);
    const { id } = own![0]!;
    await makePayloadsLarge();
    const before = await shownBy({ ...QUERY, with_payload: true });
    parts[1]!.before = async (method) => {
      if (method === "payloads")
        await world.answers("deletePoints", { collection_name: "part 1", points: [id] });
    };
    expect(await shownBy({ ...QUERY, with_payload: true })).to.deep.equal(before);
  });

  it("a point that is deleted and whose segment is rebuilt before its payload is read is left out", async () => {
    const [, own] = byShard(points, SHARDS);
    const { collection_name } = inPart;
    await makePayloadsLarge();
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

  for (const [kind, method, isLarge] of [
    ["payloads that come with the hits", "vectors", false],
    ["payloads that are asked for", "payloads", true],
    ["payloads that are asked for, before the vectors are", "vectors", true],
  ] as const) {
    it(`payload, vector and version of a point that is written and whose segment is rebuilt meanwhile are of the same time: ${kind}`, async () => {
      const [, own] = byShard(points, SHARDS);
      const { collection_name } = inPart;
      if (isLarge) await makePayloadsLarge();
      const { id } = own!.find(({ vector }) => vector.euclid)!;
      let writes = 0;
      parts[1]!.before = async (asked) => {
        if (asked !== method || writes === 3) return;
        writes++;
        const vector = { euclid: [writes, 1, 0, 1] };
        await world.answers("upsertPoints", {
          collection_name,
          points: [{ id, vector, payload: { n: writes } }],
        });
        await world.answers("optimizeCollection", { collection_name });
      };
      const shown = await shownBy({ ...QUERY, with_payload: true, with_vector: ["euclid"] });
      const found = shown.find((one) => one.id === id) as Shown & {
        readonly vector: { readonly euclid: Float32Array };
      };
      expect(writes).to.be.above(0);
      expect([...found.vector.euclid]).to.deep.equal([found.payload!.n, 1, 0, 1]);
      const [slot] = await world.collections[1]!.ownReads.find([id]);
      expect(found.version).to.equal(world.collections[1]!.ownReads.version(slot!));
    });
  }

  it("a point that is written each time it is read ends the read with an error that can be tried again", async () => {
    const [, own] = byShard(points, SHARDS);
    const { collection_name } = inPart;
    const { id } = own!.find(({ vector }) => vector.euclid)!;
    parts[1]!.before = async (asked) => {
      if (asked !== "vectors") return;
      const point = { id, vector: { euclid: [1, 1, 0, 1] }, payload: {} };
      await world.answers("upsertPoints", { collection_name, points: [point] });
      await world.answers("optimizeCollection", { collection_name });
    };
    const error = await rejectionOf(() => shownBy({ ...QUERY, with_payload: true, with_vector: true }));
    expect(error.message).to.match(
      /^Shard temporarily unavailable: point .* is written each time it is read/,
    );
  });

  it("a payload is shown with the version that it has", async () => {
    const [, own] = byShard(points, SHARDS);
    const { id } = own!.find(({ vector }) => vector.euclid)!;
    await makePayloadsLarge();
    parts[1]!.before = async (method) => {
      const request = { ...inPart, points: [id], payload: { tag: "later" } };
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
      const moving = new WatchedPart(partOfSource(() => source, { shard: 1, division: SHARDS }));
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
