// Exact searches of points that are equally far: the ones with the smallest ids are found, whichever slots they have.
import { expect } from "chai";
import {
  DEFAULT_SEARCH,
  EXACT_SEARCH,
  type SearchParams,
} from "../../../../src/core/config/search-params.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { AskedRecall } from "../../../../src/core/recall/asked-recall.ts";
import { SearchTrace } from "../../../../src/core/search/select/search-trace.ts";
import { startPool } from "../../../../src/engine/node-threads.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { between, roundRandom, seedOf, shuffled } from "../../../support/chance.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { open, type TestPoint, unnamed, upsert } from "../fixtures.ts";
import { LooseCollection } from "../segment-fixtures.ts";

const random = roundRandom(seedOf(), 0);
const POINTS = 6_000;
const IN_LINE = Array.from({ length: POINTS }, (_, i) => i);
/** Integers in any order, some of them beyond 2^53, and UUIDs behind them. */
const idOf = (i: number): PointId =>
  i % 3 === 0
    ? `00000000-0000-0000-0000-${String(i).padStart(12, "0")}`
    : i % 3 === 1
      ? 2n ** 60n + BigInt(i)
      : i;
/** All ids in their order. */
const ORDERED = [2, 1, 0].flatMap((kind) => IN_LINE.filter((i) => i % 3 === kind).map(idOf));

const payloadOf = (n: number) => new TextEncoder().encode(JSON.stringify({ n }));

interface Drawn {
  readonly id: PointId;
  readonly distance: number;
  readonly n: number;
}

/** A filter that no index serves. */
const WITH_ONE = { must: [{ key: "n", match: { value: 1 } }] };

/** A collection of points at these distances from the origin, in an order that is drawn. */
async function filled(points: readonly Drawn[], maxSlots: number): Promise<LooseCollection> {
  const settings = { maxSlots, vacuumMinSlots: 10 ** 6, spareSegments: 100 };
  const loose = new LooseCollection(newEngine(), unnamed(1), settings);
  const written = shuffled(points, random).map(
    ({ id, distance, n }): TestPoint => ({
      id,
      vectors: { "": Float32Array.of(random() < 0.5 ? distance : -distance) },
      payload: payloadOf(n),
    }),
  );
  for (let from = 0; from < written.length; from += 1_000)
    await loose.upsert(written.slice(from, from + 1_000));
  return loose;
}

interface Asking {
  readonly filter?: object;
  readonly params?: SearchParams;
  readonly trace?: SearchTrace;
}

async function found(
  { collection }: Pick<LooseCollection, "collection">,
  k: number,
  { filter, params = EXACT_SEARCH, trace }: Asking = {},
): Promise<PointId[]> {
  return collection.reading(async () => {
    const parsed = filter ? parseFilter(filter) : null;
    const nearest = { field: collection.field("")!, k, params, filter: parsed, ...(trace && { trace }) };
    const [hits] = await collection.reads.search([Float32Array.of(0)], nearest);
    return hits!.map(({ ref }) => collection.reads.idOf(ref));
  });
}

function nearest(points: readonly Drawn[], holds: (n: number) => boolean = () => true): PointId[] {
  const rank = new Map(ORDERED.map((id, i) => [id, i]));
  const matching = points.filter(({ n }) => holds(n));
  return matching
    .sort((a, b) => a.distance - b.distance || rank.get(a.id)! - rank.get(b.id)!)
    .map(({ id }) => id);
}

describe("an exact search of equally far points", () => {
  const far = ORDERED.map((id) => ({ id, distance: between(random, 1, 4), n: between(random, 0, 2) }));
  const equal = ORDERED.map((id) => ({ id, distance: 1, n: 0 }));

  for (const maxSlots of [POINTS, 700]) {
    const where = maxSlots === POINTS ? "one segment" : "many segments";

    it(`an exact search of equally far points finds those with the smallest ids in ${where}`, async () => {
      const loose = await filled(far, maxSlots);
      const wanted = nearest(far);
      for (const k of [1, 31, 32, 33, 1_000, 2_999, POINTS - 1, POINTS, POINTS + 1])
        expect(await found(loose, k), `k ${k}`).to.deep.equal(wanted.slice(0, k));
    });

    it(`an exact search of equally far points finds those with the smallest ids that pass a filter in ${where}`, async () => {
      const loose = await filled(far, maxSlots);
      // Payloads that no index covers are checked behind the search if they are many, and before it if they are few.
      const few = [...WITH_ONE.must, { has_id: ORDERED.filter((_, i) => i % 17 === 0) }];
      const inFew = new Set(ORDERED.filter((_, i) => i % 17 === 0));
      const wanted = nearest(far, (n) => n === 1);
      for (const k of [1, 10, 100, 700]) {
        expect(await found(loose, k, { filter: WITH_ONE }), `k ${k}`).to.deep.equal(wanted.slice(0, k));
        const ofFew = wanted.filter((id) => inFew.has(id)).slice(0, k);
        expect(await found(loose, k, { filter: { must: few } }), `few, k ${k}`).to.deep.equal(ofFew);
      }
    });
  }

  it("an exact search of equally far points ends after a few searches if all points are equally far", async () => {
    const loose = await filled(equal, POINTS);
    const trace = new SearchTrace();
    expect(await found(loose, 3, { trace })).to.deep.equal(ORDERED.slice(0, 3));
    expect(trace.segments.map(({ explanation }) => explanation.searches)).to.deep.equal([4]);
  });

  it("an exact search of equally far points takes one search if the last hit is alone", async () => {
    const loose = await filled(
      equal.map((point, i) => ({ ...point, distance: i < 20 ? 1 : i })),
      POINTS,
    );
    for (const [k, searches] of [
      [20, 1],
      [25, 1],
      [19, 2],
    ] as const) {
      const trace = new SearchTrace();
      expect(await found(loose, k, { trace })).to.deep.equal(ORDERED.slice(0, k));
      expect(trace.segments[0]!.explanation.searches, `k ${k}`).to.equal(searches);
    }
  });

  it("an exact search of equally far points is also one that asks for a recall of 1", async () => {
    const loose = await filled(equal, 700);
    const params = { ...DEFAULT_SEARCH, recall: new AskedRecall(1, false) };
    expect(await found(loose, 7, { params })).to.deep.equal(ORDERED.slice(0, 7));
  });

  it("a search of equally far points that is not exact has its hits in the order of their ids", async () => {
    const loose = await filled(equal, 700);
    const rank = new Map(ORDERED.map((id, i) => [id, i]));
    const ranks = (await found(loose, 40, { params: DEFAULT_SEARCH })).map((id) => rank.get(id)!);
    expect(ranks).to.deep.equal([...ranks].sort((a, b) => a - b));
  });

  it("an exact search of equally far points finds those with the smallest ids while points are overwritten", async () => {
    const segments = { maxSlots: 700, vacuumMinSlots: 50, deletedThreshold: 0.2 };
    const { database } = await open({ engine: startPool(1), segments });
    await database.create("c", unnamed(1));
    const ids = ORDERED.slice(0, 2_000);
    const write = (some: readonly PointId[]) =>
      upsert(
        database,
        "c",
        some.map((id) => ({ id, vectors: { "": Float32Array.of(1) }, payload: payloadOf(1) })),
      );
    await write(shuffled(ids, random));
    let isDone = false;
    let wrong = 0;
    const search = async (k: number, filter: object | null) => {
      const loose = { collection: database.collection("c") };
      while (!isDone) {
        const hits = await found(loose, k, filter ? { filter } : {});
        if (hits.join() !== ids.slice(0, k).join()) wrong++;
        await new Promise(setImmediate);
      }
    };
    const overwriteAll = async () => {
      for (let batch = 0; batch < 40; batch++) {
        await write(shuffled(ids.slice(0, 200), random).slice(0, between(random, 1, 60)));
        await new Promise(setImmediate);
      }
    };
    const searches = [search(1, null), search(10, null), search(300, null), search(10, WITH_ONE)];
    await Promise.all([
      overwriteAll().finally(() => {
        isDone = true;
      }),
      ...searches,
    ]);
    expect(wrong).to.equal(0);
    await database.close();
  });
});
