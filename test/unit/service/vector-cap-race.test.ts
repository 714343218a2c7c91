// Concurrent writes of every kind to several collections, close to the cap on vectors, while collections are created,
// dropped, marked, restored and recovered. No prefix of the log may exceed the cap.
import { expect } from "chai";
import type { StoreFiles } from "../../../src/engine/files.ts";
import { VectorLimitReached } from "../../../src/errors/auth.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import type { Write } from "../../../src/schema/point-write.ts";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { CollectionsService } from "../../../src/service/collections.ts";
import { PointsService } from "../../../src/service/points.ts";
import { SnapshotsService } from "../../../src/service/snapshots.ts";
import { VectorCap } from "../../../src/service/writes/vector-cap.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { Snapshots } from "../../../src/storage/snapshots.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { SIZES, WEIGHTED } from "../../support/drawn-writes.ts";
import { CountingLog } from "../../support/logged-vectors.ts";
import { configOf, freshDir, open } from "../core/fixtures.ts";
import { slowEngine } from "../core/segment-fixtures.ts";
import { newEngine } from "../engine/fixtures.ts";

const ROUNDS = countOf("ROUNDS", 1);
const WRITERS = 10;
const STEPS = 40;
const NAMES = ["a", "b", "c"];
const CONFIG = configOf(
  ...Object.entries(SIZES).map(([name, size]) => ({ name, size, distance: "Dot" }) as const),
);
/** Errors that concurrent operations may cause. */
const EXPECTED = ["CAPACITY_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "COLLECTION_DELETED"];

async function worldOf(random: Random, limit: number) {
  const dir = freshDir();
  const log = new CountingLog(dir, random);
  const segments = { maxSlots: 20, vacuumMinSlots: 10, deletedThreshold: 0.3, spareSegments: 1 };
  const engine = (files: StoreFiles) => slowEngine(random, newEngine({ files }));
  const opened = await open({ dir, segments, engine, more: { log } });
  const { database } = opened;
  const license = {
    maxVectors: () => limit,
    status: () => ({ edition: "community", max_vectors: limit, expires_at: null }) as const,
  };
  const cap = new VectorCap(database, license);
  const stored = new Snapshots(nodeFs, dir);
  const parts = {
    use: <T>(work: (store: Snapshots) => Promise<T>) => work(stored),
    files: { read: () => Promise.resolve(0), close: () => {} },
    version: "test",
    now: () => 0,
  };
  return {
    opened,
    log,
    database,
    points: new PointsService(database, cap),
    collections: new CollectionsService(database, cap),
    snapshots: new SnapshotsService(database, parts, cap),
    stored,
  };
}

type World = Awaited<ReturnType<typeof worldOf>>;

/** Deletes points and writes them again. */
function replacing(random: Random): Write[] {
  const ids = Array.from({ length: between(random, 1, 8) }, (_, i) => i + 1);
  const selection = random() < 0.5 ? { points: ids } : { filter: { must: [{ has_id: ids }] } };
  const points = ids.map((id) => ({ id, vector: { "": Float32Array.of(1, 2) }, payload: null }));
  return [{ delete: selection }, { upsert: { points } }];
}

/** An operation that changes the number of vectors. */
async function step(random: Random, { database, points, collections, snapshots, stored }: World) {
  const collection_name = pick(random, NAMES);
  const kind = random();
  if (kind < 0.85) {
    const count = random() < 0.6 ? 1 : between(random, 2, 4);
    const operations = Array.from({ length: count }, () => pick(random, WEIGHTED)(random).write);
    // Deleted points that are written again free vectors for a moment, which no other write may take.
    if (random() < 0.2) operations.splice(0, count, ...replacing(random));
    const rules = { ...NATIVE_RULES, wait: random() < 0.5 };
    const [only] = operations;
    if (operations.length === 1 && only?.upsert)
      await points.upsert({ collection_name, ...only.upsert }, rules);
    else await points.batch({ collection_name, operations }, rules);
  } else if (kind < 0.88) await database.mark(collection_name, 60_000);
  else if (kind < 0.92) await collections.restore({ collection_name });
  else if (kind < 0.93) await collections.delete({ collection_name });
  else if (kind < 0.94) await database.checkpoint();
  else if (kind < 0.96) await database.create(collection_name, CONFIG);
  else if (kind < 0.98) await snapshots.create({ collection_name });
  else {
    const all = await stored.list();
    const own = all.filter(({ head }) => head?.collection === collection_name);
    if (own.length > 0) {
      const { name } = pick(random, own);
      await snapshots.recover({ collection_name, snapshot_name: name });
    }
  }
}

async function race(random: Random, world: World, limit: number): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const writer = async () => {
    for (let i = 0; i < STEPS; i++) {
      const code = await step(random, world).then(
        () => "done",
        (error: unknown) => {
          if (!(error instanceof VectorDbError) || !EXPECTED.includes(error.code)) throw error;
          if (error instanceof VectorLimitReached) expect(error.message).to.include(` of ${limit} vectors`);
          return error.code;
        },
      );
      seen[code] = (seen[code] ?? 0) + 1;
      expect(world.database.vectors).to.be.at.most(limit);
      if (random() < 0.3) await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return seen;
}

describe("the cap on vectors under concurrent writes", () => {
  const seed = seedOf();
  let refused = 0;
  // A single round may be refused nothing, but not all of them.
  after(() => expect(refused).to.be.above(0));

  for (let round = 0; round < ROUNDS; round++) {
    it(`the cap on vectors is never exceeded (SEED=${seed}, round ${round})`, async () => {
      const random = roundRandom(seed, round);
      const limit = between(random, 6, 16);
      const world = await worldOf(random, limit);
      const { database, opened, log } = world;
      for (const name of NAMES) await database.create(name, CONFIG);
      const seen = await race(random, world, limit);
      await database.settled();
      await database.optimized();
      expect(log.vectors.most).to.be.at.most(limit);
      expect(database.vectors).to.equal(log.vectors.now);
      refused += seen.CAPACITY_EXCEEDED ?? 0;
      await database.close();
      const again = await open({ dir: opened.dir, clock: opened.clock });
      expect(again.database.vectors).to.equal(log.vectors.now);
      await again.database.close();
    });
  }
});
