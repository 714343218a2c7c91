// A log that is applied twice, once in one run and once with stops, kills and checkpoints in between, gives the same
// database. The test compares a hash of every point (collection, id, version, payload bytes, vector bytes) and of the
// indexed points. Graphs depend on when they were built; they have to be valid and to find what an exact search finds.
import { createHash } from "node:crypto";
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { completeConfig } from "../../../src/core/config/collection-config.ts";
import { DEFAULT_SEARCH, type SearchParams } from "../../../src/core/config/search-params.ts";
import type { Database } from "../../../src/core/database/database.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import type { Log } from "../../../src/storage/log.ts";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { between, pick, type Random, seedOf } from "../../support/chance.ts";
import { withMethods } from "../../support/planted-bugs.ts";
import { seededRandom } from "../../support/random.ts";
import { newEngine } from "../engine/fixtures.ts";
import {
  type Opened,
  prepare,
  remove,
  setPayloads,
  stored,
  TestClock,
  type TestPoint,
  upsert,
} from "./fixtures.ts";

const DIR = "/data";
const NAMES = ["a", "b"] as const;
const IDS = 300;
const SIZE = 8;
const STEPS = 60;
const QUERIES = 40;
const LEAST_RECALL = 0.95;
const SEGMENTS = { maxSlots: 250, vacuumMinSlots: 20, deletedThreshold: 0.3, spareSegments: 1 };
const HNSW = { m: 8, ef_construct: 64, ef_search: 64, full_scan_threshold: 0 };
const CONFIGS = {
  a: completeConfig({ vectors: [{ name: "", size: SIZE, distance: "Euclid" }], hnsw_config: HNSW }),
  b: completeConfig({
    vectors: [{ name: "", size: SIZE, distance: "Cosine", on_disk: true }],
    hnsw_config: HNSW,
  }),
} as const;

function opened(fs: MemoryFs): Opened {
  const engine = (files: StoreFiles) => newEngine({ files, later: setImmediate });
  // Nothing is trimmed, so that the log can be applied again.
  const log = withMethods<Log>(new LocalLog(fs, DIR, { reserveBytes: 0 }), { trim: async () => 0 });
  return prepare({ fs, dir: DIR, clock: new TestClock(), segments: SEGMENTS, engine, more: { log } });
}

function newPoint(random: Random): TestPoint {
  const vector = Float32Array.from({ length: SIZE }, () => random() * 2 - 1);
  const payload = random() < 0.8 ? new TextEncoder().encode(`{"n":${between(random, 0, 1e9)}}`) : null;
  return { id: between(random, 0, IDS - 1), vectors: { "": vector }, payload };
}

interface Played extends Opened {
  readonly fs: MemoryFs;
}

/** Writes and deletes, with checkpoints, stops and kills in between. */
async function play(random: Random): Promise<Played> {
  let now = await load(new MemoryFs());
  for (const name of NAMES) await now.database.create(name, CONFIGS[name]);
  for (let step = 0; step < STEPS; step++) {
    const name = pick(random, NAMES);
    const drawn = Array.from({ length: between(random, 1, 40) }, () => newPoint(random));
    const ids = drawn.map(({ id }) => id);
    const payloads = new Map(drawn.map(({ id, payload }) => [id, payload ?? null]));
    const what = random();
    if (what < 0.25) await remove(now.database, name, ids);
    else if (what < 0.5) await setPayloads(now.database, name, payloads);
    else await upsert(now.database, name, drawn);
    if (random() < 0.2) await now.database.checkpoint();
    if (random() < 0.2) now = await restart(now, random() < 0.5);
  }
  return now;
}

/** @param killed the next start gets the files as they were before the old database was closed */
async function restart({ database, fs }: Played, killed: boolean): Promise<Played> {
  const found = killed ? fs.clone() : fs;
  await database.close();
  return load(found);
}

async function load(fs: MemoryFs): Promise<Played> {
  const now = opened(fs);
  await now.database.load();
  return { ...now, fs };
}

/** A file system with the log only, so that a start has to apply all of it. */
function logOf(fs: MemoryFs): MemoryFs {
  const log = fs.clone();
  for (const name of ["checkpoints", "collections"]) log.remove(`${DIR}/${name}`);
  return log;
}

/** Resolves when rebuilds have ended and graphs have all points. */
async function settled(database: Database): Promise<void> {
  await database.optimized();
  for (const collection of database.collections())
    while ((await collection.indexState()).busy) await new Promise((resolve) => setImmediate(resolve));
}

/** A hash of all points, and of which points are indexed. */
async function hashOf(database: Database): Promise<string> {
  const hash = createHash("sha256");
  for (const name of NAMES) {
    const collection = database.collection(name);
    hash.update(`${name} ${collection.uuid} ${collection.points}\n`);
    for (let id = 0; id < IDS; id++) {
      const point = await stored(database, name, id);
      if (!point) continue;
      hash.update(`${id} ${point.version} ${point.payload?.length ?? -1}\n`);
      hash.update(Uint8Array.from(point.payload ?? []));
      hash.update(new Uint8Array(Float32Array.from(point.vectors[""]!).buffer));
    }
    const indexed = await nearest(collection, new Float32Array(SIZE).fill(1), IDS, { indexedOnly: true });
    hash.update(`${indexed.sort((a, b) => a - b)}\n`);
  }
  return hash.digest("hex");
}

async function nearest(
  collection: Collection,
  query: Float32Array,
  k: number,
  params: Partial<SearchParams> = {},
): Promise<number[]> {
  return collection.reading(async () => {
    const how = { ...DEFAULT_SEARCH, ...params };
    const [hits] = await collection.reads.search([query], { field: collection.field("")!, k, params: how });
    return hits!.map(({ ref }) => collection.reads.idOf(ref) as number);
  });
}

/** The share of the ten nearest points that searches of the graphs find. */
async function recallOf(database: Database, random: Random): Promise<number> {
  let hits = 0;
  let wanted = 0;
  for (let i = 0; i < QUERIES; i++) {
    const collection = database.collection(pick(random, NAMES));
    const query = Float32Array.from({ length: SIZE }, () => random() * 2 - 1);
    const near = new Set(await nearest(collection, query, 10));
    const exact = await nearest(collection, query, 10, { exact: true });
    hits += exact.filter((id) => near.has(id)).length;
    wanted += exact.length;
  }
  return hits / wanted;
}

async function faultsOf({ database, engine }: Opened): Promise<number> {
  let faults = 0;
  for (const name of NAMES) {
    for (const { vectors } of database.collection(name).segments.all) {
      for (const { field } of vectors.all) {
        const store = vectors.inEngine(field);
        const { unreachable, broken } = store
          ? await engine.validate(store.handle)
          : { unreachable: 0, broken: 0 };
        faults += unreachable + broken;
      }
    }
  }
  return faults;
}

describe("a log that is applied twice", () => {
  it("a log that is applied twice produces the same points and index, with and without stops, kills and checkpoints in between", async () => {
    const seed = seedOf();
    const played = await play(seededRandom(seed));
    const straight = await load(logOf(played.fs));
    for (const { database } of [played, straight]) await settled(database);
    expect(await hashOf(played.database), `SEED=${seed}`).to.equal(await hashOf(straight.database));
    for (const opened of [played, straight]) {
      expect(await faultsOf(opened), `SEED=${seed}`).to.equal(0);
      expect(await recallOf(opened.database, seededRandom(seed)), `SEED=${seed}`).to.be.at.least(
        LEAST_RECALL,
      );
      await opened.database.close();
    }
  });
});
