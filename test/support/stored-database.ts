// A data directory in memory with some of every feature, and the expected contents after each of its records.
// The decision: the visible state of a collection is one text, so that equal states have equal texts.
import { completeConfig } from "../../src/core/config/collection-config.ts";
import type { CollectionConfig } from "../../src/core/config/types.ts";
import type { Database } from "../../src/core/database/database.ts";
import { parseFilter } from "../../src/core/filter/parse.ts";
import type { StoreFiles } from "../../src/engine/files.ts";
import type { PointId } from "../../src/schema/leaf.ts";
import { takeOver } from "../../src/storage/format.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { MemoryFs } from "../../src/storage/memory-fs.ts";
import {
  found,
  type Opened,
  prepare,
  registry,
  remove,
  setPayloads,
  stored,
  TestClock,
  type TestPoint,
  upsert,
} from "../unit/core/fixtures.ts";
import { newEngine } from "../unit/engine/fixtures.ts";

export const DIR = "/data";
export const LOG = { reserveBytes: 0, segmentBytes: 8192 };
const NUMBERS = 48;
const UUID_ID = "550e8400-e29b-41d4-a716-446655440000";
const IDS: readonly PointId[] = [...Array.from({ length: NUMBERS }, (_, i) => i), 2n ** 63n, UUID_ID];
const DAY_MS = 86_400_000;
/** More than the number of points, so that a walk finds all of them. */
const EVERYTHING = 64;

const HNSW = { m: 4, ef_construct: 32, ef_search: EVERYTHING, full_scan_threshold: 0 };
const CITIES = completeConfig({
  vectors: [{ name: "", size: 4, distance: "Euclid" }],
  hnsw_config: HNSW,
  payload_schema: { turn: "integer", t: "keyword", retold: "text" },
});
/** Filters that the payload indexes answer. */
const FILTERS = [
  { key: "turn", range: { gte: 2 } },
  { key: "t", match: { value: "xxxxxxxxxxxxxxxxx" } },
  { key: "retold", match: { text: "10" } },
].map((condition) => parseFilter({ must: [condition] }));
const NAMED = completeConfig({
  vectors: [
    { name: "disk", size: 4, distance: "Dot", on_disk: true },
    { name: "bits", size: 8, distance: "Cosine", quantization_config: { binary: {} } },
    { name: "plain", size: 3, distance: "Euclid", quantization_config: "Disabled" },
  ],
  hnsw_config: HNSW,
});

/** The visible state of each collection by name, or the error of reading it. */
export type Contents = ReadonlyMap<string, string | Error>;

export interface StoredDatabase {
  readonly fs: MemoryFs;
  /** Makes the database's view of its file system. */
  readonly seenBy: (fs: MemoryFs) => FileSystem;
  /** The directory before the last checkpoint. */
  readonly older: MemoryFs;
  /** The contents after the record of each LSN. */
  readonly history: ReadonlyMap<number, Contents>;
  readonly lastLsn: number;
}

/** Prepares a database as in a server, over any file system. */
export function prepareIn(fs: FileSystem, dir = DIR): Opened {
  const clock = new TestClock();
  const engine = (files: StoreFiles) => newEngine({ files, later: setImmediate });
  return prepare({ fs, dir, clock, engine, log: LOG });
}

function city(id: PointId, turn: number): TestPoint {
  const n = Number(typeof id === "string" ? 77 : id) % 1000;
  const payload =
    n % 5 === 0 ? null : new TextEncoder().encode(`{"id":${n},"turn":${turn},"t":"${"x".repeat(n)}"}`);
  return { id, vectors: { "": Float32Array.of(n, n % 7, turn, 1) }, payload };
}

/** Returns another payload, or none. */
function retold(id: PointId, turn: number): Uint8Array | null {
  return Number(id) % 5 === 3 ? null : new TextEncoder().encode(`{"retold":"${id}","turn":${turn}}`);
}

function named(id: number, turn: number): TestPoint {
  const disk = Float32Array.of(id, turn, 1, 2);
  const bits = Float32Array.from({ length: 8 }, (_, i) => ((id >> (i % 6)) & 1) - 0.4);
  const plain = Float32Array.of(turn, id, id % 3);
  const vectors = { ...(id % 3 > 0 && { disk }), ...(id % 4 > 0 && { bits }), ...(id % 5 > 0 && { plain }) };
  return { id, vectors, payload: new TextEncoder().encode(`{"named":${id},"turn":${turn}}`) };
}

/**
 * Makes the directory of a database after two checkpoints, with a log behind them. It was stopped in order (with a
 * third checkpoint) or killed.
 */
export async function storedDatabase(
  stop: "clean" | "killed",
  seenBy: StoredDatabase["seenBy"] = (fs) => fs,
): Promise<StoredDatabase> {
  const fs = new MemoryFs();
  fs.mkdir(DIR);
  takeOver(seenBy(fs), DIR);
  const { database } = prepareIn(seenBy(fs));
  await database.load();
  const history = new Map<number, Contents>();
  let lsn = 0;
  let older = fs.clone();
  for (const step of script(database)) {
    if (step === "checkpoint") {
      await indexed(database);
      older = fs.clone();
      await database.checkpoint();
    } else {
      await step();
      history.set(++lsn, await contentsOf(database));
    }
  }
  await indexed(database);
  const killed = fs.clone();
  await database.close();
  const common = { history, lastLsn: lsn, seenBy };
  return stop === "clean" ? { fs, older: killed, ...common } : { fs: killed, older, ...common };
}

/** A function that writes one record. */
type Step = "checkpoint" | (() => Promise<unknown>);

function* script(database: Database): Generator<Step> {
  const write = (name: string, points: readonly TestPoint[]) => () => upsert(database, name, points);
  const create = (name: string, config: CollectionConfig) => () => database.create(name, config);
  const retell = (name: string, ids: readonly PointId[], turn: number) => () =>
    setPayloads(database, name, new Map(ids.map((id) => [id, retold(id, turn)])));
  const forget = (name: string, ids: readonly PointId[]) => () => remove(database, name, ids);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const cities = (from: number, to: number, turn: number) =>
    write(
      "cities",
      range(from, to).map((id) => city(id, turn)),
    );
  const names = (from: number, to: number, turn: number) =>
    write(
      "named",
      range(from, to).map((id) => named(id, turn)),
    );
  yield* [create("cities", CITIES), create("named", NAMED), create("marked", CITIES)];
  yield* [cities(0, 20, 1), names(0, 16, 1), write("cities", [city(2n ** 63n, 1), city(UUID_ID, 1)])];
  yield* [write("marked", [city(1, 1), city(2, 1)]), () => database.mark("marked", DAY_MS)];
  yield* [forget("cities", [3, 4]), "checkpoint"] as const;
  yield* [cities(15, 30, 2), names(10, 24, 2), forget("cities", [5, 6, 20]), forget("named", [1, 11])];
  yield* [retell("cities", [5, 7, 10, 25, UUID_ID], 2), retell("named", [2, 12, 13], 2)];
  yield* [create("late", CITIES), write("late", [city(7, 1), city(8, 1)]), "checkpoint"] as const;
  for (let turn = 3; turn < 9; turn++) yield cities(turn * 4, turn * 4 + 6, turn);
  yield* [retell("cities", [8, 10, 35], 3), retell("named", [5, 12, 99], 3)];
  yield* [names(20, 30, 3), forget("named", [2, 22]), create("tail", CITIES), write("tail", [city(9, 1)])];
}

/** Resolves when all graphs are built. */
async function indexed(database: Database): Promise<void> {
  for (const collection of database.collections())
    while ((await collection.indexState()).busy) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns everything that a user can see. */
export async function contentsOf(database: Database): Promise<Contents> {
  const contents = new Map<string, string | Error>();
  for (const { name, uuid, state, config } of registry(database)) {
    if (database.registered(name)!.damage || state.kind === "ready") {
      contents.set(name, await pointsOf(database, name).catch((error: Error) => error));
    } else contents.set(name, JSON.stringify({ uuid, state, config }));
  }
  return contents;
}

async function pointsOf(database: Database, name: string): Promise<string> {
  const { config, points: count, uuid } = database.collection(name);
  const points = [];
  for (const id of IDS) {
    const point = await stored(database, name, id);
    if (point) points.push(point);
  }
  const hits = [];
  for (const { name: field, size } of config.vectors) {
    const query = Float32Array.from({ length: size }, (_, i) => i + 1);
    const all = await found(database, name, query, EVERYTHING, field);
    hits.push(all.map(({ id, score }) => `${id} ${score}`).sort());
  }
  const counts = [];
  for (const filter of FILTERS) counts.push(await database.collection(name).reads.count(filter, true));
  return JSON.stringify({ uuid, config, count, points, hits, counts }, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
