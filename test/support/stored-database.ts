// A data directory with a bit of everything in it, in memory, and what a database must show after each of its records.
// The decision: what a user can see of a collection is one text, so that two states are the same when their texts are.
import { completeConfig } from "../../src/core/collection-config.ts";
import type { Database } from "../../src/core/database.ts";
import type { PointId } from "../../src/schema/leaf.ts";
import { takeOver } from "../../src/storage/format.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { found, type Opened, prepare, registry, remove, stored, type TestPoint, TestClock, upsert } from "../unit/core/fixtures.ts";
import { MemoryFs } from "./memory-fs.ts";

export const DIR = "/data";
export const LOG = { reserveBytes: 0, segmentBytes: 8192 };
const NUMBERS = 48;
const UUID_ID = "550e8400-e29b-41d4-a716-446655440000";
const IDS: readonly PointId[] = [...Array.from({ length: NUMBERS }, (_, i) => i), 2n ** 63n, UUID_ID];
const DAY_MS = 86_400_000;
/** Above the number of points: a walk of the graph sees all of them. */
const EVERYTHING = 64;

const HNSW = { m: 4, ef_construct: 32, ef_search: EVERYTHING, full_scan_threshold: 0 };
const CITIES = completeConfig({ vectors: [{ name: "", size: 4, distance: "Euclid" }], hnsw_config: HNSW });
const NAMED = completeConfig({
  vectors: [
    { name: "disk", size: 4, distance: "Dot", on_disk: true },
    { name: "bits", size: 8, distance: "Cosine", quantization_config: { binary: {} } },
    { name: "plain", size: 3, distance: "Euclid", quantization_config: "Disabled" },
  ],
  hnsw_config: HNSW,
});

/** By name of the collection: what is seen of it, or the error that says why it cannot be. */
export type Contents = ReadonlyMap<string, string | Error>;

export interface StoredDatabase {
  readonly fs: MemoryFs;
  /** What was seen after the record of each LSN. */
  readonly history: ReadonlyMap<number, Contents>;
  readonly lastLsn: number;
}

/** The same that a server has, over any file system. */
export function prepareIn(fs: FileSystem, dir = DIR): Opened {
  const clock = new TestClock();
  return prepare({ fs, dir, clock, log: LOG });
}

function city(id: PointId, turn: number): TestPoint {
  const n = Number(typeof id === "string" ? 77 : id) % 1000;
  const payload = n % 5 === 0 ? null : new TextEncoder().encode(`{"id":${n},"turn":${turn},"t":"${"x".repeat(n)}"}`);
  return { id, vectors: { "": Float32Array.of(n, n % 7, turn, 1) }, payload };
}

function named(id: number, turn: number): TestPoint {
  const disk = Float32Array.of(id, turn, 1, 2);
  const bits = Float32Array.from({ length: 8 }, (_, i) => ((id >> i % 6) & 1) - 0.4);
  const plain = Float32Array.of(turn, id, id % 3);
  const vectors = { ...(id % 3 > 0 && { disk }), ...(id % 4 > 0 && { bits }), ...(id % 5 > 0 && { plain }) };
  return { id, vectors, payload: new TextEncoder().encode(`{"named":${id},"turn":${turn}}`) };
}

/** Two checkpoints, a log behind them, and a stop: in order (with a third checkpoint), or none at all. */
export async function storedDatabase(stop: "clean" | "killed"): Promise<StoredDatabase> {
  const fs = new MemoryFs();
  fs.mkdir(DIR);
  takeOver(fs, DIR);
  const { database } = prepareIn(fs);
  await database.load();
  const history = new Map<number, Contents>();
  let lsn = 0;
  const after = async (work: Promise<unknown>, records = 1) => {
    await work;
    lsn += records;
    history.set(lsn, await contentsOf(database));
  };
  for (const step of script(database)) {
    if (step.checkpoint) {
      await indexed(database);
      await database.checkpoint();
    } else await after(step.run!());
  }
  await indexed(database);
  const killed = fs.clone();
  await database.close();
  return { fs: stop === "clean" ? fs : killed, history, lastLsn: lsn };
}

interface Step {
  readonly checkpoint?: true;
  readonly run?: () => Promise<unknown>;
}

function* script(database: Database): Generator<Step> {
  const write = (name: string, points: readonly TestPoint[]): Step => ({ run: () => upsert(database, name, points) });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const cities = (from: number, to: number, turn: number) => write("cities", range(from, to).map((id) => city(id, turn)));
  const names = (from: number, to: number, turn: number) => write("named", range(from, to).map((id) => named(id, turn)));
  yield { run: () => database.create("cities", CITIES) };
  yield { run: () => database.create("named", NAMED) };
  yield { run: () => database.create("marked", CITIES) };
  yield cities(0, 20, 1);
  yield names(0, 16, 1);
  yield write("cities", [city(2n ** 63n, 1), city(UUID_ID, 1)]);
  yield write("marked", [city(1, 1), city(2, 1)]);
  yield { run: () => database.mark("marked", DAY_MS) };
  yield { run: () => remove(database, "cities", [3, 4]) };
  yield { checkpoint: true };
  yield cities(15, 30, 2);
  yield names(10, 24, 2);
  yield { run: () => remove(database, "cities", [5, 6, 20]) };
  yield { run: () => remove(database, "named", [1, 11]) };
  yield { run: () => database.create("late", CITIES) };
  yield write("late", [city(7, 1), city(8, 1)]);
  yield { checkpoint: true };
  for (let turn = 3; turn < 9; turn++) yield cities(turn * 4, turn * 4 + 6, turn);
  yield names(20, 30, 3);
  yield { run: () => remove(database, "named", [2, 22]) };
  yield { run: () => database.create("tail", CITIES) };
  yield write("tail", [city(9, 1)]);
}

/** Resolves when all graphs are built. */
async function indexed(database: Database): Promise<void> {
  for (const collection of database.collections())
    for (let i=0;;i++) { const st = await collection.indexState(); if (i>2000) { console.log(collection.name, st, collection.upkeep.busy); break; } if (!st.busy) break; await new Promise((resolve) => setImmediate(resolve)); } if (false) await new Promise((resolve) => setImmediate(resolve));
}

/** Everything that a user can see. */
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
  return JSON.stringify({ uuid, config, count, points, hits }, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
