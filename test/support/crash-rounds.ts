// Plays lives of a whole database on a simulated disk: bursts of writes that nobody waits for one by one, until the power
// goes; then the next start is held against the oracle, and life goes on from there.
// The decision: a database is made by `parts` over a file system and nothing else, so whatever part it is put together of
// stores, is cut off with it. Within a burst a collection is either written to or created, marked, restored or dropped.

import { Database, type DatabaseParts } from "../../src/core/database.ts";
import { PackedIds } from "../../src/core/point-id.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { PointId } from "../../src/schema/leaf.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { LocalLog } from "../../src/storage/log.ts";
import {
  found,
  registry,
  startUpsert,
  stored,
  TestClock,
  type TestPoint,
  unnamed,
} from "../unit/core/fixtures.ts";
import { newEngine } from "../unit/engine/fixtures.ts";
import { between, bytes, pick, type Random } from "./chance.ts";
import { HandTimers } from "./hand-timers.ts";
import type { Plant } from "./log-rounds.ts";
import { type Operation, Oracle, type SeenCollection, type SeenPoint, Violation } from "./oracle.ts";
import type { PowerTally } from "./power-tally.ts";
import { CALLS, type Call, SimFs } from "./sim-fs.ts";

const DATA_DIR = "/data";
const NAMES = ["a", "b", "c"] as const;
const IDS: readonly PointId[] = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  2 ** 40,
  2n ** 63n,
  "00000000-0000-4000-8000-000000000001",
];
const DIMENSION = 4;
const CONFIG = unnamed(DIMENSION);
const UNDO_MS = 60_000;
const REACH = [10, 30, 80] as const;
const COMMITTING: readonly Call[] = ["write", "sync"];
/** So small that segments are filled, made anew and merged all the time. */
const SEGMENTS = { maxSlots: 12, vacuumMinSlots: 4, deletedThreshold: 0.3, spareSegments: 1 } as const;

/** What a life is given: everything that it stores goes to `fs`, below `dataDir`. */
export interface Ground {
  readonly fs: FileSystem;
  readonly dataDir: string;
  readonly random: Random;
  readonly clock: TestClock;
}

export interface CrashOptions {
  readonly parts?: (ground: Ground) => DatabaseParts;
  readonly plant?: Plant;
}

/** The database as far as it has checkpoints. */
type Checkpointing = { checkpoint?(): Promise<unknown> };

interface History {
  readonly random: Random;
  readonly tally: PowerTally;
  readonly timers: HandTimers;
  readonly clock: TestClock;
  readonly oracle: Oracle;
  readonly parts: (ground: Ground) => DatabaseParts;
  readonly plant: Plant;
  fs: SimFs;
  writes: number;
}

/** A database that is its log and an engine in memory. */
export function logOnly({ fs, dataDir, random, clock }: Ground): DatabaseParts {
  const log = new LocalLog(fs, dataDir, { segmentBytes: 4096 });
  return { log, engine: newEngine(), clock, randomUuid: () => uuid(random), segments: SEGMENTS };
}

/** One history of several lives. @throws Violation */
export function playDatabase(
  random: Random,
  lives: number,
  tally: PowerTally,
  { parts = logOnly, plant = {} }: CrashOptions = {},
): Promise<void> {
  const timers = new HandTimers();
  const history: History = {
    ...{ random, tally, timers, parts, plant, clock: new TestClock() },
    ...{ oracle: new Oracle(), fs: new SimFs(random), writes: 0 },
  };
  return timers.during(async () => {
    for (let life = 0; life < lives; life++) await live(history);
  });
}

/** From a start to the end, whichever way it comes. */
async function live(history: History): Promise<void> {
  const { random, plant, fs, clock } = history;
  plant.before?.(fs, DATA_DIR);
  if (random() < 0.9) fs.cutAt(between(random, 1, pick(random, REACH)), pick(random, [COMMITTING, CALLS]));
  if (random() < 0.05) fs.failSyncAt(between(random, 1, 10));
  const parts = history.parts({ fs: plant.fs?.(fs) ?? fs, dataDir: DATA_DIR, random, clock });
  const database = new Database(plant.log ? { ...parts, log: plant.log(parts.log) } : parts);
  try {
    await database.load();
    history.oracle.verify(await look(database));
    const bursts = between(random, 0, 14);
    for (let i = 0; i < bursts && isFit(fs); i++) {
      await burst(history, database);
      if (random() < 0.15) history.timers.fire();
    }
    if (random() < 0.3) await database.close();
  } catch (error) {
    if (error instanceof Violation) throw error;
    if (isFit(fs)) throw new Violation(`failed without a reason: ${(error as Error).stack}`);
  } finally {
    end(history);
    await letGo(database, parts.engine);
  }
}

function end(history: History): void {
  const { random, fs, tally } = history;
  history.timers.clear();
  if (fs.syncFailed) tally.failedSyncs++;
  if (fs.cutIn === null && random() < 0.6) {
    tally.kills++;
    history.fs = fs.afterKill();
    return;
  }
  let after = fs.afterCut(random);
  // Of the disks that may be, those that lost something are the more interesting.
  for (let i = 0; i < 4 && after.dropped === 0 && after.survived > 0; i++) after = fs.afterCut(random);
  tally.note(fs, after);
  history.fs = after.fs;
}

/** The process is dead, and so is its disk; only its memory has to be given back. */
async function letGo(database: Database, engine: Engine): Promise<void> {
  await database.close().catch(() => {});
  await engine.close().catch(() => {});
}

const isFit = (fs: SimFs) => fs.cutIn === null && !fs.syncFailed;

/** Some operations at once. */
async function burst(history: History, database: Database): Promise<void> {
  const { random, fs } = history;
  const writing = new Set<string>();
  const changing = new Set<string>();
  const under: Promise<unknown>[] = [];
  for (let i = between(random, 1, 5); i > 0; i--) {
    const name = pick(random, NAMES);
    if (changing.has(name)) continue;
    const state = database.registered(name)?.state.kind;
    const change = state !== "ready" || (random() < 0.06 && !writing.has(name));
    (change ? changing : writing).add(name);
    under.push(change ? changeOne(history, database, name) : writeSome(history, database, name));
  }
  if (random() < 0.2) under.push(Promise.resolve((database as Checkpointing).checkpoint?.()));
  for (const result of await Promise.allSettled(under)) {
    if (result.status === "rejected" && (isFit(fs) || result.reason instanceof Violation))
      throw result.reason;
  }
}

async function writeSome(history: History, database: Database, name: string): Promise<void> {
  const { random, oracle } = history;
  const collection = database.collection(name);
  const count = pick(random, [1, 1, 2, 5]);
  if (random() < 0.25) {
    const ids = Array.from({ length: count }, () => pick(random, IDS));
    const draft = { kind: "delete_points", collection: collection.uuid, ids: PackedIds.pack(ids) } as const;
    return told(oracle, { kind: "delete", name, ids }, database.write(collection, draft, 0));
  }
  const points = Array.from({ length: count }, () => newPoint(history));
  const values = points.map((point) => [point.id, textOf(point)] as const);
  return told(oracle, { kind: "upsert", name, points: values }, startUpsert(database, name, points));
}

/** Durable is acknowledged, whatever becomes of it in memory. */
async function told(
  oracle: Oracle,
  operation: Operation,
  answer: Promise<{ readonly lsn: number; readonly applied: Promise<void> }>,
): Promise<void> {
  try {
    const { lsn, applied } = await answer;
    oracle.acknowledge(operation, lsn);
    await applied;
  } catch (error) {
    if (error instanceof Violation) throw error;
    oracle.doubt(operation);
    throw error;
  }
}

async function changeOne(history: History, database: Database, name: string): Promise<void> {
  const { random, oracle, clock } = history;
  const state = database.registered(name)?.state.kind;
  const mark: Operation = { kind: "mark", name, until: clock.now() + UNDO_MS };
  const plan: [readonly Operation[], () => Promise<unknown>] =
    state === undefined
      ? [[{ kind: "create", name }], () => database.create(name, CONFIG)]
      : pick(random, [
          ...(state === "ready" ? [[[mark], () => database.mark(name, UNDO_MS)] as const] : []),
          ...(state === "marked"
            ? [[[{ kind: "restore", name }], () => database.restore(name)] as const]
            : []),
          ...(state === "marked"
            ? [
                [
                  [
                    { kind: "drop", name },
                    { kind: "create", name },
                  ],
                  () => database.create(name, CONFIG),
                ] as const,
              ]
            : []),
          [[{ kind: "drop", name }], () => database.drop(name)] as const,
        ] as [readonly Operation[], () => Promise<unknown>][]);
  const [operations, run] = plan;
  try {
    await run();
    for (const operation of operations) oracle.acknowledge(operation);
  } catch (error) {
    for (const operation of operations) oracle.doubt(operation);
    throw error;
  }
}

/** No two are the same: which write a point comes from can always be told. */
function newPoint(history: History): TestPoint {
  const { random } = history;
  const number = ++history.writes;
  const vector = Float32Array.of(number, between(random, -8, 8), between(random, -8, 8), 1);
  const text = `{"n":${number},"t":"${"x".repeat(pick(random, [0, 0, 30, 500]))}"}`;
  const payload = random() < 0.7 ? new TextEncoder().encode(text) : null;
  return { id: pick(random, IDS), vectors: { "": vector }, payload };
}

function textOf({ vectors, payload }: Pick<TestPoint, "vectors" | "payload">): string {
  return `${vectors[""]} ${payload ? new TextDecoder().decode(payload) : "-"}`;
}

/** Everything that a user can see. @throws Violation when searches do not find what is stored */
async function look(database: Database): Promise<Map<string, SeenCollection>> {
  const seen = new Map<string, SeenCollection>();
  for (const { name, state, points: count } of registry(database)) {
    const points = state.kind === "marked" ? null : await lookAtPoints(database, name);
    seen.set(name, { deletedUntil: state.kind === "marked" ? state.deletedUntil : null, count, points });
  }
  return seen;
}

async function lookAtPoints(database: Database, name: string): Promise<Map<PointId, SeenPoint>> {
  const points = new Map<PointId, SeenPoint>();
  for (const id of IDS) {
    const point = await stored(database, name, id);
    if (!point) continue;
    const vectors = { "": Float32Array.from(point.vectors[""]!) };
    const payload = point.payload && Uint8Array.from(point.payload);
    points.set(id, { value: textOf({ vectors, payload }), version: point.version });
  }
  const hits = await found(database, name, new Float32Array(DIMENSION), IDS.length + 1);
  const shown = hits.map(({ id }) => String(id)).sort();
  const there = [...points.keys()].map(String).sort();
  if (shown.join() !== there.join())
    throw new Violation(`a search of ${name} finds ${shown}, stored are ${there}`);
  return points;
}

function uuid(random: Random): string {
  const hex = Buffer.from(bytes(random, 16)).toString("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
