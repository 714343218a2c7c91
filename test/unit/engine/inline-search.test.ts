// Inline searches of a pool: which searches are run in the calling thread, and that they have the same hits.
import { expect } from "chai";
import { type InlineLimits, InlineSearch, MIN_SEARCH_BYTES } from "../../../src/engine/inline-search.ts";
import { LocalEngine } from "../../../src/engine/local.ts";
import { PoolEngine } from "../../../src/engine/pool.ts";
import type { SearchOptions, StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { pause } from "../../../src/scheduling/pause.ts";
import { type OnGone, Remote } from "../../../src/threads/remote.ts";
import { spawnThread } from "../../../src/threads/spawn.ts";
import { BUILDS, integers, seededRandom, withSeed } from "./fixtures.ts";

const DIMENSION = 24;
const POINTS = 800;
const SPEC: StoreSpec = {
  dimension: DIMENSION,
  metric: "Euclid",
  encoding: "int8",
  m: 8,
  efConstruct: 40,
  indexFrom: 0,
};
const WALK: SearchOptions = { k: 5, ef: 32 };
const READERS = 1;
const MANY = 512;
const NEAR_WORKER = READERS + 1;

describe("an inline search of a pool", () => {
  let pool: PoolEngine;
  let store: StoreHandle;
  let rows: Float32Array;
  let query: Float32Array;

  async function open(most: Partial<InlineLimits> = {}): Promise<void> {
    const spawn = (worker: number, onGone: OnGone) =>
      new Remote<LocalEngine>(spawnThread("engine-thread", { module: BUILDS.release, worker }), onGone);
    const near = new InlineSearch(new LocalEngine({ module: BUILDS.release, worker: NEAR_WORKER }), most);
    pool = new PoolEngine(spawn, {
      readers: READERS,
      maxWaiting: 1000,
      collectGarbage: () => {},
      inline: near,
    });
    store = await pool.create(SPEC);
    await pool.reserve(store, POINTS);
    await append(0, POINTS / 2);
    await pool.indexed(store);
  }

  async function append(first: number, slots: number): Promise<void> {
    const vectors = rows.slice(first * DIMENSION, (first + slots) * DIMENSION);
    await pool.write([{ store, first, slots, rows: null, vectors, dead: new Uint32Array(0) }]);
  }

  beforeEach(() => {
    const random = seededRandom(7);
    rows = integers(random, POINTS * DIMENSION);
    query = integers(random, DIMENSION);
  });
  afterEach(() => pool.close());

  it("an inline search is used for a search like the last one, if that was short", async () => {
    await open();
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
    const elsewhere = await pool.search(store, query, WALK);
    expect(pool.searchNow(store, query, WALK)).to.deep.equal(elsewhere);
  });

  it("an inline search is not used for another kind of search than the last one", async () => {
    await open();
    await pool.search(store, query, WALK);
    expect(pool.searchNow(store, query, { ...WALK, exact: true })).to.equal(null);
    await pool.search(store, query, { ...WALK, exact: true });
    expect(pool.searchNow(store, query, { ...WALK, exact: true })!.method).to.equal("exact");
  });

  it("an inline search is not used for a search of all slots after a short search of the graph", async () => {
    await open();
    await pool.search(store, query, { ...WALK, indexedOnly: true });
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
  });

  it("an inline search is not used when the vector store has grown a lot since the last search", async () => {
    await open({ searchBytes: (POINTS / 2) * DIMENSION });
    await pool.search(store, query, WALK);
    expect(pool.searchNow(store, query, WALK)).not.to.equal(null);
    await append(POINTS / 2, POINTS / 2);
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
  });

  it("an inline search is not used with a filter that was not given before", async () => {
    await open();
    const filter = new Uint32Array(POINTS / 32).fill(0xffff_ffff);
    await pool.search(store, query, WALK);
    await pool.search(store, query, { ...WALK, filter });
    expect(pool.searchNow(store, query, { ...WALK, filter: filter.slice() })).to.equal(null);
  });

  it("an inline search is used with the same bits of a filter as a search that was short, and finds the same", async () => {
    await open();
    const filter = new Uint32Array(POINTS / 32).fill(0x5555_5555);
    const elsewhere = await pool.search(store, query, { ...WALK, filter });
    expect(pool.searchNow(store, query, { ...WALK, filter })).to.deep.equal(elsewhere);
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
  });

  it("an inline search is not used for a search that compares many vectors", async () => {
    await open({ searchBytes: 1 });
    await pool.search(store, query, WALK);
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
  });

  it("an inline search is not used with a much larger ef than that of the last search", async () => {
    await open();
    const { compared, rescored } = await pool.search(store, query, WALK);
    const bytes = compared * DIMENSION + rescored * DIMENSION * 4;
    await pool.close();
    await open({ searchBytes: 2 * bytes });
    await pool.search(store, query, WALK);
    expect(pool.searchNow(store, query, { ...WALK, ef: 2 * WALK.ef })).not.to.equal(null);
    expect(pool.searchNow(store, query, { ...WALK, ef: 4 * WALK.ef })).to.equal(null);
  });

  it("an inline search is used for a batch only if the whole batch is short", async () => {
    await open();
    const two = new Float32Array(2 * DIMENSION);
    two.set(query);
    two.set(query, DIMENSION);
    const [once] = await pool.searchBatch(store, query, WALK);
    expect(await pool.searchBatch(store, two, WALK)).to.deep.equal([once, once]);
  });

  it("an inline search finds slots that were written since the last search", async () => {
    await open();
    await pool.search(store, query, WALK);
    await append(POINTS / 2, POINTS / 2);
    const last = rows.subarray((POINTS - 1) * DIMENSION);
    const found = pool.searchNow(store, last, WALK)!;
    expect([found.slots[0], found.distances[0]]).to.deep.equal([POINTS - 1, 0]);
  });

  it("an inline search is not used when much was searched in this thread without a pause", async () => {
    await open();
    const { compared, rescored } = await pool.search(store, query, WALK);
    const bytes = compared * DIMENSION + rescored * DIMENSION * 4;
    await pool.close();
    await open({ roundBytes: 2 * MIN_SEARCH_BYTES + bytes });
    await pool.search(store, query, WALK);
    const now = () => pool.searchNow(store, query, WALK) !== null;
    expect([now(), now(), now(), now()]).to.deep.equal([true, true, true, false]);
    await pause();
    expect(now()).to.equal(true);
  });

  it("an inline search returns rows of the vector store as they were written", async () => {
    await open();
    const read = await pool.read(store, Uint32Array.of(3, 0, 77));
    expect(read.subarray(0, DIMENSION)).to.deep.equal(rows.subarray(3 * DIMENSION, 4 * DIMENSION));
    expect(read.subarray(2 * DIMENSION)).to.deep.equal(rows.subarray(77 * DIMENSION, 78 * DIMENSION));
  });

  it("an inline search is refused for a dropped vector store", async () => {
    await open();
    await pool.search(store, query, WALK);
    await pool.drop(store);
    expect(pool.searchNow(store, query, WALK)).to.equal(null);
  });

  it("an inline search has the hits of a search in another thread, and runs during writes", () =>
    withSeed(async (random) => {
      await open();
      await pool.search(store, query, WALK);
      const writing = append(POINTS / 2, POINTS / 2);
      for (let i = 0; i < 50; i++) {
        const asked = integers(random, DIMENSION);
        const hits = pool.searchNow(store, asked, WALK)!;
        expect(hits.slots).to.have.length(WALK.k);
      }
      await writing;
      await pool.indexed(store);
      for (let i = 0; i < 50; i++) {
        const asked = integers(random, DIMENSION);
        const here = pool.searchNow(store, asked, WALK);
        const there = await elsewhere(pool, store, asked);
        expect(here).to.deep.equal(there);
      }
    }));
});

/** Searches with a batch that is too long for an inline search, so that a reader runs it. */
async function elsewhere(pool: PoolEngine, store: StoreHandle, query: Float32Array) {
  const copies = new Float32Array(query.length * MANY);
  for (let i = 0; i < MANY; i++) copies.set(query, i * query.length);
  return (await pool.searchBatch(store, copies, WALK))[0]!;
}
