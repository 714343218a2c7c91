// Databases with a collection of many kinds of vectors and payloads, whole or spread by shard over several collections.
import type { Collection } from "../../../../src/core/collection/collection.ts";
import type { SegmentSettings } from "../../../../src/core/config/segment-settings.ts";
import type { GatheredReads } from "../../../../src/core/sharding/gathered-reads.ts";
import { LocalPart } from "../../../../src/core/sharding/local-part.ts";
import { vectorDbOf } from "../../../../src/embedded/vector-db.ts";
import { roundRandom } from "../../../support/chance.ts";
import { type Answers, answersOf } from "../../../support/equality/compare.ts";
import { COLLECTION, type DrawnPoint } from "../../../support/equality/points.ts";
import { fill } from "../../../support/equality/writes.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { byShard, gather, partOf, partOfShards } from "./gathered-collection.ts";

export interface World {
  readonly server: TestServer;
  readonly answers: Answers;
  /** The names of the collections, in the order of the shards. Requests name the first. */
  readonly names: readonly string[];
  readonly collections: readonly Collection[];
}

export interface Spread extends World {
  readonly reads: GatheredReads;
}

/** Opens a database with empty collections. */
async function emptyWorld(
  names: readonly string[],
  shard_number: number,
  segments: Partial<SegmentSettings>,
): Promise<World> {
  const server = await startTestServer({ extendedApi: true, segments });
  const db = vectorDbOf<number[]>({
    services: server.services,
    release: async () => {},
    defer: setImmediate,
  });
  const answers = answersOf(db);
  for (const collection_name of names)
    await answers("createCollection", { collection_name, shard_number, ...COLLECTION });
  return { server, answers, names, collections: names.map((name) => server.database.collection(name)) };
}

/** Opens a database whose collection "c" has all points in large segments. */
export async function wholeWorld(points: readonly DrawnPoint[], seed: number): Promise<World> {
  const world = await emptyWorld(["c"], 1, { maxSlots: 100_000 });
  await fill(world.answers, "c", points, roundRandom(seed, 1));
  return world;
}

const SMALL: Partial<SegmentSettings> = { maxSlots: 53, vacuumMinSlots: 8, deletedThreshold: 0.3 };

/** Opens a database whose collection "c" has the points of the first shard in small segments, and reads all shards. */
export async function spreadWorld(
  points: readonly DrawnPoint[],
  shards: number,
  seed: number,
): Promise<Spread> {
  const names = Array.from({ length: shards }, (_, shard) => (shard === 0 ? "c" : `part ${shard}`));
  const world = await emptyWorld(names, shards, SMALL);
  for (const [shard, own] of byShard(points, shards).entries())
    await fill(world.answers, names[shard]!, own, roundRandom(seed, 100 * shards + shard));
  const parts = names.map((name, shard) => partOf(world.server.database, name, { shard, division: shards }));
  return { ...world, reads: gather(world.collections, parts) };
}

/**
 * Opens a database whose collection "c" has all points in several shards, and reads them as if two servers had half of
 * the shards each.
 */
export async function halvedWorld(
  points: readonly DrawnPoint[],
  shards: number,
  seed: number,
): Promise<Spread> {
  const world = await emptyWorld(["c"], shards, SMALL);
  await fill(world.answers, "c", points, roundRandom(seed, 100 * shards));
  return { ...world, reads: gatherHalves(world, shards) };
}

/** Makes a collection read its shards as if two servers had half of them each. */
function gatherHalves({ collections }: World, shards: number): GatheredReads {
  const numbers = Array.from({ length: shards }, (_, shard) => shard);
  const own = collections[0]!;
  const halfOf = (rest: number) => ({
    shards: numbers.filter((shard) => shard % 2 === rest),
    division: shards,
  });
  const even = new LocalPart(own, halfOf(0));
  const odd = partOfShards(() => own, halfOf(1));
  return gather(collections, [even, odd]);
}

/**
 * Opens a database whose collection "c" has got half of its points in two shards, and the others after they were split
 * into four; some of the first half were written again then.
 * @param isDivided true: the segments are divided, and two servers are asked for one part each of all shards that were
 *   split. False: they are not, and two servers are asked for the shards from before, as a read that began then does
 */
export async function splitWorld(
  points: readonly DrawnPoint[],
  isDivided: boolean,
  seed: number,
): Promise<Spread> {
  const world = await emptyWorld(["c"], 2, SMALL);
  const { database } = world.server;
  const own = world.collections[0]!;
  const half = Math.floor(points.length / 2);
  const again = points.slice(0, Math.floor(half / 3));
  await fill(world.answers, "c", points.slice(0, half), roundRandom(seed, 400));
  const before = gatherHalves(world, 2);
  if (!isDivided) Object.assign(own.upkeep, { isDue: () => false, rebuildAll: async () => 0 });
  await database.configure("c", (config) => ({ ...config, shards: 4 }));
  await fill(world.answers, "c", [...points.slice(half), ...again], roundRandom(seed, 401));
  await database.optimized();
  return { ...world, reads: isDivided ? gatherHalves(world, 4) : before };
}
