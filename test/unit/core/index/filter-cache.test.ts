// Cached results of filters: the same slots as without a cache, whatever is written and indexed meanwhile, and no more
// memory than there is. The matcher without any index is the oracle.
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../../src/core/config/search-params.ts";
import type { Filter } from "../../../../src/core/filter/filter.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { FilterCache, FilterResult } from "../../../../src/core/index/filter-cache.ts";
import { knownMatches, select } from "../../../../src/core/search/select/select.ts";
import { verify } from "../../../../src/core/search/select/verify.ts";
import type { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { countBits, slotsIn } from "../../../../src/core/slots/bits.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { integer, newEngine, type Random, withSeed } from "../../engine/fixtures.ts";
import { configOf } from "../fixtures.ts";
import { LooseCollection } from "../segment-fixtures.ts";
import { filter, payload, pick, schema } from "./chance.ts";

const STEPS = 40;
const FILTERS = 12;
/** Every fourth result is also compared with the answers to requests. */
const READ_OF = 4;
const IDS = 120;
const CONFIG = configOf({ name: "", size: 2, distance: "Euclid" });
const RED = '{"k":"red"}';
const BLUE = '{"k":"blue"}';
const IS_RED = { must: [{ key: "k", match: { value: "red" } }] };
const KEYWORD = { k: { type: "keyword" } } as const;

const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
const pointsOf = (ids: readonly number[], payloadOf: (id: number) => string | null) =>
  ids.map((id) => ({ id, vectors: { "": Float32Array.of(id, 1) }, payload: bytes(payloadOf(id)) }));
const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

/** Counts how often a segment reads payloads: a check of points reads them. */
function countReads({ payloads }: CollectionSegment): () => number {
  const read = payloads.read.bind(payloads);
  let slots = 0;
  payloads.read = (wanted) => {
    slots += wanted.length;
    return read(wanted);
  };
  return () => slots;
}

/** A collection of red and blue points, half of each, with an index over the field k. */
async function colored(count: number, memory = MemoryLimit.unlimited(), engine = newEngine()) {
  const cache = new FilterCache(memory);
  const config = { ...CONFIG, payload_schema: KEYWORD };
  const loose = new LooseCollection(engine, config, {}, { filters: cache });
  await loose.upsert(pointsOf(upTo(count), (id) => (id % 2 === 0 ? RED : BLUE)));
  const { segments } = loose.collection;
  segments.indexing.wake();
  await segments.indexing.settled();
  const [segment] = segments.all;
  const red = () => select(segment!, parseFilter(IS_RED), segment!.visibleSlots());
  return { loose, cache, segment: segment!, red };
}

describe("a cached result of a filter", () => {
  it("a cached result of a filter is what the matcher finds, whatever is written, deleted, indexed and rebuilt meanwhile", () =>
    withSeed(async (random) => {
      const cache = new FilterCache(MemoryLimit.unlimited());
      const settings = { maxSlots: 90, vacuumMinSlots: 40, spareSegments: 2 };
      const config = { ...CONFIG, payload_schema: drawnSchema(random) };
      const loose = new LooseCollection(newEngine(), config, settings, { filters: cache });
      const filters = [IS_RED, ...Array.from({ length: FILTERS }, () => filter(random, IDS))];
      let mostBytes = 0;
      for (let step = 0; step < STEPS; step++) {
        await change(random, loose);
        for (const [i, json] of filters.entries()) {
          const parsed = parseFilter(json);
          const ids: PointId[] = [];
          for (const segment of loose.collection.segments.all) {
            const slots = segment.visibleSlots();
            const matching = await verify(segment, parsed, slots);
            const known = knownMatches(segment, parsed, slots);
            if (known) expect(known, show(json)).to.deep.equal(matching);
            expect(await select(segment, parsed, slots), show(json)).to.deep.equal(matching);
            for (const slot of slotsIn(matching)) ids.push(segment.ids.idOf(slot));
          }
          if ((i + step) % READ_OF > 0) continue;
          expect(await readIds(loose, parsed), show(json)).to.have.members(ids);
          expect(await loose.collection.reads.count(parsed, true)).to.equal(ids.length);
        }
        mostBytes = Math.max(mostBytes, cache.bytes);
      }
      expect(mostBytes).to.be.above(0);
      await loose.collection.drop();
      expect(cache.bytes).to.equal(0);
    }));

  it("a cached result of a filter is the same object while nothing changes, whatever the order of the conditions", async () => {
    const { segment } = await colored(100);
    const conditions = [...IS_RED.must, { must_not: [{ key: "k", match: { any: ["green", "blue"] } }] }];
    const both = (must: readonly unknown[]) =>
      select(segment, parseFilter({ must } as never), segment.visibleSlots());
    await both(conditions);
    const first = await both(conditions);
    expect(countBits(first)).to.equal(50);
    expect(await both(conditions.toReversed())).to.equal(first);
  });

  it("a cached result of a filter that all points satisfy is not passed to the engine", async () => {
    const engine = newEngine();
    const { loose } = await colored(100, MemoryLimit.unlimited(), engine);
    const filters: boolean[] = [];
    const searchNow = engine.searchNow.bind(engine);
    engine.searchNow = (store, query, options) => {
      filters.push("filter" in options);
      return searchNow(store, query, options);
    };
    const all = parseFilter({ must_not: [{ key: "k", match: { value: "green" } }] });
    for (const filter of [all, all, parseFilter(IS_RED)]) await readIds(loose, filter);
    await loose.remove([5]);
    expect(await readIds(loose, all)).to.have.length(99);
    expect(filters).to.deep.equal([false, false, true, false]);
  });

  it("a cached result of a filter has the points that were added, changed and deleted since, of which only those are checked", async () => {
    const { loose, segment, red } = await colored(1000);
    expect(countBits(await red())).to.equal(500);
    await loose.upsert(pointsOf([1000, 1001], () => RED));
    await loose.setPayloads(
      new Map([
        [1, bytes(RED)],
        [2, bytes(BLUE)],
        [4, null],
      ]),
    );
    await loose.remove([6]);
    const reads = countReads(segment);
    expect(countBits(await red())).to.equal(500 + 2 + 1 - 2 - 1);
    expect(reads()).to.equal(5);
    expect(countBits(await red())).to.equal(500);
    expect(reads()).to.equal(5);
  });

  it("a cached result of a filter is planned again after more changes than are checked", async () => {
    const { loose, segment, red } = await colored(1000);
    await red();
    await loose.setPayloads(new Map(upTo(600).map((id) => [id, bytes(BLUE)])));
    const reads = countReads(segment);
    expect(countBits(await red())).to.equal(200);
    expect(reads()).to.equal(0);
  });

  it("a cached result of a filter is right after so many changes that the oldest were forgotten", async () => {
    const { loose, red } = await colored(200);
    expect(countBits(await red())).to.equal(100);
    await loose.setPayloads(new Map([[0, bytes(BLUE)]]));
    for (let i = 0; i < 50; i++) {
      await loose.setPayloads(new Map(upTo(199).map((id) => [id + 1, bytes(id % 2 === 0 ? BLUE : RED)])));
    }
    expect(countBits(await red())).to.equal(99);
  });

  it("a cached result of a filter is counted by values as they are now, although the counts are kept while nothing changes", async () => {
    const { loose } = await colored(100);
    const counts = async (filter: Filter | null) => {
      const hits = await loose.collection.reads.facet({ path: "k", filter, limit: 10 });
      return Object.fromEntries(hits.map(({ value, count }) => [value, count]));
    };
    for (const [filter, before, after] of [
      [null, { red: 50, blue: 50 }, { red: 47, blue: 51, green: 1 }],
      [parseFilter(IS_RED), { red: 50 }, { red: 47 }],
    ] as const) {
      if (filter) await loose.upsert(pointsOf(upTo(100), (id) => (id % 2 === 0 ? RED : BLUE)));
      expect(await counts(filter)).to.deep.equal(before);
      expect(await counts(filter)).to.deep.equal(before);
      await loose.setPayloads(
        new Map([
          [0, bytes(BLUE)],
          [2, bytes('{"k":"green"}')],
        ]),
      );
      await loose.remove([4]);
      expect(await counts(filter)).to.deep.equal(after);
    }
  });

  it("a cached result of a filter is dropped when other results need its memory, the least recently used one first", async () => {
    const cache = new FilterCache(MemoryLimit.of(64 * 3000));
    const segment = cache.ofSegment();
    const result = () =>
      new FilterResult({ slots: 3200, version: 0, indexed: new Map() }, new Uint32Array(100));
    for (const key of ["a", "b"]) segment.keep(key, result());
    segment.find("a");
    segment.keep("c", result());
    expect(["a", "b", "c"].map((key) => segment.find(key) !== null)).to.deep.equal([true, false, true]);
    expect(cache.bytes).to.be.at.most(3000);
  });

  it("a cached result of a filter is not kept for a segment that was dropped while the filter was worked out", () => {
    const cache = new FilterCache(MemoryLimit.unlimited());
    const segment = cache.ofSegment();
    segment.drop();
    segment.keep("a", new FilterResult({ slots: 32, version: 0, indexed: new Map() }, new Uint32Array(1)));
    expect([segment.find("a"), cache.bytes]).to.deep.equal([null, 0]);
  });

  it("a cached result of a filter gives its memory back before a write is refused", async () => {
    const memory = MemoryLimit.of(2 ** 20);
    const { cache, red } = await colored(100, memory);
    await red();
    expect(cache.bytes).to.be.above(0);
    expect(memory.reserve(2 ** 20, "lasting")).to.equal(true);
    expect(cache.bytes).to.equal(0);
  });
});

/** Returns the ids of all points that a search with the filter finds. */
function readIds({ collection }: LooseCollection, filter: Filter): Promise<PointId[]> {
  return collection.reading(async () => {
    const nearest = { field: collection.field("")!, k: IDS + 1, params: DEFAULT_SEARCH, filter };
    const [hits] = await collection.reads.search([Float32Array.of(0, 0)], nearest);
    return hits!.map(({ ref }) => collection.reads.idOf(ref));
  });
}

const show = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));

/** An index over the field k, so that one filter at least is answered by indexes alone. */
const drawnSchema = (random: Random) => ({ ...schema(random), ...KEYWORD });

/** Changes a collection in one of the ways there are. */
async function change(random: Random, loose: LooseCollection): Promise<void> {
  const { segments } = loose.collection;
  const ids = [...new Set(upTo(integer(random, 1, 30)).map(() => integer(random, 0, IDS)))];
  const drawn = () => bytes(payload(random));
  await pick(random, [
    () => loose.upsert(pointsOf(ids, () => payload(random))),
    () => loose.upsert(pointsOf(ids.slice(0, 2), () => payload(random))),
    () => loose.setPayloads(new Map(ids.slice(0, 3).map((id) => [id, drawn()]))),
    () => loose.setPayloads(new Map(ids.map((id) => [id, drawn()]))),
    () => loose.remove(ids.slice(0, 5)),
    async () => segments.setIndexes(drawnSchema(random)),
    () => loose.rebuild(),
  ])();
  if (random() < 0.7) {
    segments.indexing.wake();
    await segments.indexing.settled();
  }
}
