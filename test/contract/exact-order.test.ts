// Exact reads are defined by the points alone: a collection answers them alike however its points are spread over
// segments and shards, and whatever was written before.
import { expect } from "chai";
import type { SegmentSettings } from "../../src/core/config/segment-settings.ts";
import { vectorDbOf } from "../../src/embedded/vector-db.ts";
import { countOf, type Random, roundRandom, seedOf } from "../support/chance.ts";
import { type Answers, answersOf, expectSame } from "../support/equality/compare.ts";
import { COLLECTION, type DrawnPoint, PointDrawer } from "../support/equality/points.ts";
import { READ_KINDS, ReadDrawer } from "../support/equality/reads.ts";
import { fill } from "../support/equality/writes.ts";
import { startTestServer } from "../support/rest.ts";

const POINTS = 260;
const READS = countOf("READS", 6);
const c = { collection_name: "c" };

interface Layout {
  readonly name: string;
  readonly segments: Partial<SegmentSettings>;
  readonly shards: number;
}

const ONE_SEGMENT: Layout = { name: "one segment", segments: { maxSlots: 100_000 }, shards: 1 };
const OTHERS: readonly Layout[] = [
  {
    name: "many segments",
    segments: { maxSlots: 23, vacuumMinSlots: 8, deletedThreshold: 0.3 },
    shards: 1,
  },
  { name: "four shards", segments: { maxSlots: 60 }, shards: 4 },
];

interface World {
  readonly answers: Answers;
  readonly segments: () => number;
  readonly close: () => Promise<void>;
}

/** Opens a server whose collection has the points. */
async function worldOf(
  points: readonly DrawnPoint[],
  { segments, shards }: Layout,
  random: Random,
): Promise<World> {
  const server = await startTestServer({ extendedApi: true, segments });
  const db = vectorDbOf<number[]>({
    services: server.services,
    release: async () => {},
    defer: setImmediate,
  });
  const answers = answersOf(db);
  await answers("createCollection", { ...c, ...COLLECTION, shard_number: shards });
  await fill(answers, "c", points, random);
  const count = () => server.database.collection("c").segments.all.length;
  return { answers, segments: count, close: () => server.close() };
}

describe("exact reads of a collection", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(POINTS);
  let one: World;
  before(async () => {
    one = await worldOf(points, ONE_SEGMENT, roundRandom(seed, 1));
    expect(one.segments()).to.be.below(4);
  });
  after(() => one.close());

  for (const [i, layout] of OTHERS.entries()) {
    describe(`in ${layout.name}`, () => {
      let other: World;
      before(async () => {
        other = await worldOf(points, layout, roundRandom(seed, 2 + i));
        expect(other.segments()).to.be.above(7);
      });
      after(() => other.close());

      for (const [k, kind] of READ_KINDS.entries()) {
        it(`exact reads of a collection in ${layout.name} have the answers of one in one segment: ${kind} (SEED=${seed})`, async () => {
          const reads = new ReadDrawer(roundRandom(seed, 100 * (i + 1) + k), points);
          for (let read = 0; read < READS; read++)
            await expectSame(one.answers, other.answers, reads.draw(kind), `SEED=${seed}, read ${read}`);
        });
      }
    });
  }
});
