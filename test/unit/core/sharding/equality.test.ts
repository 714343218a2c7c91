// Reads of a collection whose points are on several servers return what a server with all points returns: the same ids,
// the same scores to the bit, the same order.
import { expect } from "chai";
import { isUndivided } from "../../../../src/core/segment/undivided.ts";
import type { Explanation } from "../../../../src/schema/explain.ts";
import { countOf, roundRandom, seedOf } from "../../../support/chance.ts";
import { expectSame } from "../../../support/equality/compare.ts";
import { PointDrawer } from "../../../support/equality/points.ts";
import { READ_KINDS, ReadDrawer } from "../../../support/equality/reads.ts";
import { byShard } from "./gathered-collection.ts";
import { halvedWorld, type Spread, splitWorld, spreadWorld, type World, wholeWorld } from "./spread-world.ts";

const POINTS = 260;
const READS = countOf("READS", 3);
const SHARDS = [1, 2, 4, 7];
/** Each is asked for half of the shards that it has. */
const HALVED = "2 servers that have all shards";
const UNDIVIDED = "2 servers whose shards were split, with segments from before";
const DIVIDED = "2 servers whose shards were split, with divided segments";

describe("reads of several servers with the shards of a collection", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(POINTS);
  let whole: World;
  const spread = new Map<string, Spread>();

  before(async () => {
    whole = await wholeWorld(points, seed);
    for (const shards of SHARDS) spread.set(`${shards} servers`, await spreadWorld(points, shards, seed));
    spread.set(HALVED, await halvedWorld(points, 4, seed));
    spread.set(UNDIVIDED, await splitWorld(points, false, seed));
    spread.set(DIVIDED, await splitWorld(points, true, seed));
  });
  after(async () => {
    for (const { server } of [whole, ...spread.values()]) await server.close();
  });

  const all = [...SHARDS.map((shards) => `${shards} servers`), HALVED, UNDIVIDED, DIVIDED];
  for (const servers of all) {
    for (const [i, kind] of READ_KINDS.entries()) {
      it(`reads of ${servers} return what a server with all points returns: ${kind} (SEED=${seed})`, async () => {
        const reads = new ReadDrawer(roundRandom(seed, 1000 + i), points);
        const { answers } = spread.get(servers)!;
        for (let read = 0; read < READS; read++)
          await expectSame(whole.answers, answers, reads.draw(kind), `SEED=${seed}, read ${read}`);
      });
    }
  }

  it(`segments from before a split are divided in the background (SEED=${seed})`, () => {
    const undividedIn = (name: string) => {
      const { segments } = spread.get(name)!.collections[0]!;
      return segments.all.filter((segment) => isUndivided(segment, segments)).length;
    };
    expect(undividedIn(UNDIVIDED)).to.be.above(0);
    expect(undividedIn(DIVIDED)).to.equal(0);
  });

  it(`the points are spread over all shards (SEED=${seed})`, () => {
    for (const own of byShard(points, 7)) expect(own.length).to.be.above(10);
  });

  it(`a search by text is explained with the statistics of all shards (SEED=${seed})`, async () => {
    const request = {
      ...{ collection_name: "c", query: { text: "red apple" }, using: "text", limit: 5 },
      params: { explain: true },
    };
    const hitsOf = async ({ answers }: World) => explanationOf(await answers("queryPoints", request)).hits;
    const hits = await hitsOf(whole);
    expect(hits).to.have.length(5);
    for (const world of spread.values()) expect(await hitsOf(world)).to.deep.equal(hits);
  });

  it(`the explanation of a search has the segments of all shards (SEED=${seed})`, async () => {
    const vector = { name: "euclid", vector: [0, 1, 0, 1] };
    const request = { collection_name: "c", vector, limit: 5, params: { explain: true } };
    for (const { answers, collections } of spread.values()) {
      const { segments } = explanationOf(await answers("searchPoints", request));
      const sizes = collections.flatMap((own) => own.segments.all.map(({ ids }) => ids.size));
      const shown = segments.map(({ points: own }) => own);
      expect(shown.filter((size) => size > 0)).to.have.members(sizes.filter((size) => size > 0));
    }
  });
});

/** Returns the explanation beside a result. */
function explanationOf(answer: unknown): Explanation {
  return (answer as { readonly explain: Explanation }).explain;
}
