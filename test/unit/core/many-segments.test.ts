// Searches of a collection with many segments, with an engine in threads whose queue is short.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import type { Hit } from "../../../src/core/search/search.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { open, unnamed, upsert } from "./fixtures.ts";

const POINTS = 40;
const MOST_WAITING = 3;

describe("a search of many segments", () => {
  async function withSegments() {
    const segments = { maxSlots: 2, spareSegments: POINTS };
    const { database } = await open({ engine: startPool(1, { maxWaiting: MOST_WAITING }), segments });
    await database.create("c", unnamed(2));
    const points = Array.from({ length: POINTS }, (_, id) => ({
      id,
      vectors: { "": Float32Array.of(id, 0) },
    }));
    await upsert(database, "c", points);
    const collection = database.collection("c");
    expect(collection.segments.all.length).to.be.above(4 * MOST_WAITING);
    const field = collection.field("")!;
    const wanted = { field, k: 3, params: DEFAULT_SEARCH };
    const idsOf = (hits: readonly Hit[]) => hits.map(({ ref }) => collection.reads.idOf(ref));
    const search = async () => idsOf((await collection.reads.search([Float32Array.of(20, 0)], wanted))[0]!);
    const searchBatch = async () => {
      const [one, other] = await collection.reads.search(
        [Float32Array.of(0, 0), Float32Array.of(39, 0)],
        wanted,
      );
      return [idsOf(one!), idsOf(other!)];
    };
    return { database, collection, search, searchBatch };
  }

  it("a search of many segments is not refused because it searches more segments than searches may wait", async () => {
    const { database, search, searchBatch } = await withSegments();
    expect(await search()).to.have.members([19, 20, 21]);
    expect(await searchBatch()).to.deep.equal([
      [0, 1, 2],
      [39, 38, 37],
    ]);
    await database.close();
  });

  it("a search of many segments is refused completely when the queue is full, and accepted when the waiting searches have ended", async () => {
    const { database, search } = await withSegments();
    const answers = await Promise.allSettled(Array.from({ length: 10 }, search));
    const refused = answers.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).to.have.length(10 - MOST_WAITING - 1);
    for (const { reason } of refused) expect(reason).to.be.instanceOf(TooManyRequests);
    expect(await search()).to.have.members([19, 20, 21]);
    await database.close();
  });

  it("a search of many segments lets other reads be refused, too, while the queue is full", async () => {
    const { database, collection } = await withSegments();
    const { reads } = collection;
    const field = collection.field("")!;
    const refs = (await reads.find(Array.from({ length: POINTS }, (_, id) => id))).map((ref) => ref!);
    const query = Float32Array.of(20, 0);
    // Results of filters by ids are not cached, and a search whose filter has to be evaluated is never an inline one.
    const filter = parseFilter({ must: [{ has_id: Array.from({ length: POINTS }, (_, id) => id) }] });
    const kinds: Record<string, () => Promise<unknown>> = {
      vectors: () => reads.vectors("", refs),
      distances: () => reads.distances(field, [query], refs),
      map: () =>
        reads.map({ field, filter, limit: POINTS, neighbours: 0, onSlice: () => {}, reserve: () => {} }),
      neighbourhood: () => reads.neighbourhood(field, refs[0]!, { level: 0, hops: 1, limit: 10 }),
    };
    const search = async () => reads.search([query], { field, k: 3, params: DEFAULT_SEARCH, filter });
    for (const [kind, read] of Object.entries(kinds)) {
      const searches = Array.from({ length: MOST_WAITING + 1 }, search);
      const [refused] = await Promise.allSettled([read()]);
      expect((refused as PromiseRejectedResult).reason, kind).to.be.instanceOf(TooManyRequests);
      await Promise.all(searches);
      await read();
    }
    await database.close();
  });
});
