// Exact reads are defined by the points alone: a collection answers them alike however its points are spread over
// segments, and whatever was written before.
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
const READS = countOf("READS", 12);
const c = { collection_name: "c" };

/** One segment, and many of them. */
const SETTINGS: readonly Partial<SegmentSettings>[] = [
  { maxSlots: 100_000 },
  { maxSlots: 23, vacuumMinSlots: 8, deletedThreshold: 0.3 },
];

interface World {
  readonly answers: Answers;
  readonly segments: () => number;
  readonly close: () => Promise<void>;
}

/** Opens a server whose collection has the points. */
async function worldOf(
  points: readonly DrawnPoint[],
  segments: Partial<SegmentSettings>,
  random: Random,
): Promise<World> {
  const server = await startTestServer({ extendedApi: true, segments });
  const db = vectorDbOf<number[]>({
    services: server.services,
    release: async () => {},
    defer: setImmediate,
  });
  const answers = answersOf(db);
  await answers("createCollection", { ...c, ...COLLECTION });
  await fill(answers, "c", points, random);
  const count = () => server.database.collection("c").segments.all.length;
  return { answers, segments: count, close: () => server.close() };
}

describe("exact reads of a collection in one segment and of one in many", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(POINTS);
  let worlds: World[];

  before(async () => {
    worlds = [];
    for (const [i, segments] of SETTINGS.entries())
      worlds.push(await worldOf(points, segments, roundRandom(seed, i + 1)));
    expect(worlds[0]!.segments()).to.be.below(4);
    expect(worlds[1]!.segments()).to.be.above(8);
  });
  after(async () => {
    for (const { close } of worlds) await close();
  });

  for (const [i, kind] of READ_KINDS.entries()) {
    it(`exact reads of a collection in one segment and of one in many have the same answers: ${kind} (SEED=${seed})`, async () => {
      const reads = new ReadDrawer(roundRandom(seed, SETTINGS.length + 1 + i), points);
      const [one, many] = worlds.map(({ answers }) => answers) as [Answers, Answers];
      for (let read = 0; read < READS; read++)
        await expectSame(one, many, reads.draw(kind), `SEED=${seed}, read ${read}`);
    });
  }
});
