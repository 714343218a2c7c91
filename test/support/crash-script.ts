// The operations of the rounds of power cuts, and the check after each start.
// The decision: operations are started in bursts, several at once. Within a burst a collection is either written to, or
// created, configured, renamed, marked, restored or dropped, because only writes return their LSN.

import type { AliasAction } from "../../src/core/catalogue/alias-changes.ts";
import type { CollectionConfig } from "../../src/core/config/types.ts";
import type { Database } from "../../src/core/database/database.ts";
import { parseFilter } from "../../src/core/filter/parse.ts";
import { PackedIds } from "../../src/core/slots/point-id.ts";
import { DiskFull } from "../../src/errors/failures.ts";
import type { PointId } from "../../src/schema/leaf.ts";
import {
  found,
  registry,
  setPayloadsOf,
  startUpsert,
  stored,
  type TestPoint,
  unnamed,
} from "../unit/core/fixtures.ts";
import { between, pick, type Random } from "./chance.ts";
import {
  type Operation,
  type Oracle,
  pointText,
  type SeenCollection,
  type SeenPoint,
  Violation,
} from "./oracle.ts";

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

/** The checkpoint method of a database that has one. */
type Checkpointing = { checkpoint?(): Promise<unknown> };

/** The state of the operations, and the oracle that is told their results. */
export interface Writer {
  readonly random: Random;
  readonly oracle: Oracle;
  readonly now: () => number;
  /** The number of written points, each of which is unique. */
  points: number;
  /** Whether collections are dropped at once, because marked ones are purged when the disk is full. */
  readonly neverMarks?: boolean;
}

/** Starts some operations at once; resolves when all have ended. */
export function burst(writer: Writer, database: Database): Promise<PromiseSettledResult<unknown>[]> {
  const { random } = writer;
  const writing = new Set<string>();
  const changing = new Set<string>();
  const under: Promise<unknown>[] = [];
  for (let i = between(random, 1, 5); i > 0; i--) {
    const name = pick(random, NAMES);
    if (changing.has(name)) continue;
    const isReady = database.registered(name)?.state.kind === "ready";
    const change = !isReady || (random() < 0.1 && !writing.has(name));
    (change ? changing : writing).add(name);
    under.push(change ? changeOne(writer, database, name) : writeSome(writer, database, name));
  }
  if (random() < 0.2) under.push(Promise.resolve((database as Checkpointing).checkpoint?.()));
  return Promise.allSettled(under);
}

async function writeSome(writer: Writer, database: Database, name: string): Promise<void> {
  const { random } = writer;
  const collection = database.collection(name);
  const count = pick(random, [1, 1, 2, 5]);
  if (random() < 0.25) {
    const ids = Array.from({ length: count }, () => pick(random, IDS));
    const draft = { kind: "delete_points", collection: collection.uuid, ids: PackedIds.pack(ids) } as const;
    return told(writer, { kind: "delete", name, ids }, database.write(collection, draft, 0));
  }
  if (random() < 0.35) {
    const payloads = new Map(Array.from({ length: count }, () => [pick(random, IDS), newPayload(writer)]));
    const texts = Array.from(payloads, ([id, payload]) => [id, payloadText(payload)] as const);
    const draft = setPayloadsOf(collection, payloads);
    return told(writer, { kind: "set", name, payloads: texts }, database.write(collection, draft, 0));
  }
  const points = Array.from({ length: count }, () => newPoint(writer));
  const values = points.map((point) => [point.id, textOf(point)] as const);
  return told(writer, { kind: "upsert", name, points: values }, startUpsert(database, name, points));
}

/** Reports an operation to the oracle; durable ones count as acknowledged, whatever happens in memory. */
async function told(
  { oracle }: Writer,
  operation: Operation,
  answer: Promise<{ readonly lsn: number; readonly applied: Promise<void> }>,
): Promise<void> {
  const { lsn, applied } = await answer.catch((error: Error) => {
    // An operation that was refused because the disk is full was not written, and must never appear.
    if (!(error instanceof DiskFull)) oracle.doubt(operation);
    throw error;
  });
  oracle.acknowledge(operation, lsn);
  await applied;
}

async function changeOne(writer: Writer, database: Database, name: string): Promise<void> {
  const { random, oracle } = writer;
  const { operations, run } = pick(random, changesOf(writer, database, name));
  await run().catch((error: Error) => {
    for (const operation of operations) oracle.doubt(operation);
    throw error;
  });
  for (const operation of operations) oracle.acknowledge(operation);
}

interface Change {
  readonly operations: readonly Operation[];
  run(): Promise<unknown>;
}

/** Returns the changes that are possible in the current state of a collection. */
function changesOf(writer: Writer, database: Database, name: string): readonly Change[] {
  const created: Operation = { kind: "create", name, config: configText(CONFIG) };
  const create: Change = { operations: [created], run: () => database.create(name, CONFIG) };
  const dropped: Operation = { kind: "drop", name };
  const drop: Change = { operations: [dropped], run: () => database.drop(name) };
  const state = database.registered(name)?.state.kind;
  if (state === undefined) return [create];
  const configure = configuring(writer, database, name);
  if (state === "ready" && writer.neverMarks) return [drop, configure, renaming(writer, database, name)];
  if (state === "ready") {
    const marked: Operation = { kind: "mark", name, until: writer.now() + UNDO_MS };
    const mark: Change = { operations: [marked], run: () => database.mark(name, UNDO_MS) };
    return [drop, mark, configure, renaming(writer, database, name), configure];
  }
  // Creating a collection with the name of a marked one drops the marked one.
  const anew: Change = { operations: [dropped, created], run: create.run };
  return [drop, anew, { operations: [{ kind: "restore", name }], run: () => database.restore(name) }];
}

/** Changes the parameters of the graph, for which all segments are rebuilt. */
function configuring(writer: Writer, database: Database, name: string): Change {
  const { random } = writer;
  const hnsw_config = { ...CONFIG.hnsw_config, m: pick(random, [4, 8, CONFIG.hnsw_config.m]) };
  const payload_schema: CollectionConfig["payload_schema"] = random() < 0.5 ? { n: "integer" } : {};
  const changed = { ...CONFIG, hnsw_config, payload_schema, metadata: { n: ++writer.points } };
  const operation: Operation = { kind: "configure", name, config: configText(changed) };
  return { operations: [operation], run: () => database.configure(name, () => changed) };
}

/** Makes one change of all aliases of the collection. */
function renaming({ random }: Writer, database: Database, name: string): Change {
  const all = [1, 2].map((number) => `${name}-${number}`);
  const wanted = all.filter(() => random() < 0.6);
  const actions = all.map(
    (alias): AliasAction =>
      wanted.includes(alias) ? { kind: "create", alias, collection: name } : { kind: "delete", alias },
  );
  const operation: Operation = { kind: "alias", name, aliases: wanted.join() };
  return { operations: [operation], run: () => database.changeAliases(actions) };
}

function configText({ hnsw_config, payload_schema, metadata }: CollectionConfig): string {
  return JSON.stringify({ m: hnsw_config.m, payload_schema, metadata });
}

/** Makes a unique point, so that the write of each point is known. */
function newPoint(writer: Writer): TestPoint {
  const { random } = writer;
  const number = ++writer.points;
  const vector = Float32Array.of(number, between(random, -8, 8), between(random, -8, 8), 1);
  return { id: pick(random, IDS), vectors: { "": vector }, payload: newPayload(writer) };
}

function newPayload(writer: Writer): Uint8Array | null {
  const { random } = writer;
  const text = `{"n":${++writer.points},"t":"${"x".repeat(pick(random, [0, 0, 30, 500]))}"}`;
  return random() < 0.7 ? new TextEncoder().encode(text) : null;
}

function textOf({ vectors, payload }: Pick<TestPoint, "vectors" | "payload">): string {
  return pointText(String(vectors[""]), payloadText(payload ?? null));
}

const payloadText = (payload: Uint8Array | null) => (payload ? new TextDecoder().decode(payload) : "-");

/** Returns everything that a user can see. @throws Violation when searches do not find stored points */
export async function look(database: Database): Promise<Map<string, SeenCollection>> {
  const seen = new Map<string, SeenCollection>();
  for (const { name, state, config, points: count } of registry(database)) {
    const points = state.kind === "marked" ? null : await lookAtPoints(database, name);
    const deletedUntil = state.kind === "marked" ? state.deletedUntil : null;
    const aliases = database.aliases().filter(({ collection }) => collection.name === name);
    const names = aliases.map(({ alias }) => alias).join();
    seen.set(name, { deletedUntil, config: configText(config), aliases: names, count, points });
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
  await compareFilters(database, name, points.values());
  return points;
}

/** @throws Violation when a filter, which a payload index may answer, says something else than the payloads */
async function compareFilters(database: Database, name: string, points: Iterable<SeenPoint>): Promise<void> {
  const { reads } = database.collection(name);
  const numbers = [...points].flatMap(({ value }) => /"n":(\d+)/.exec(value)?.slice(1).map(Number) ?? []);
  for (const any of [numbers, ...numbers.map((n) => [n])]) {
    const count = await reads.count(parseFilter({ must: [{ key: "n", match: { any } }] }), true);
    if (count !== any.length) throw new Violation(`${count} points of ${name} have n in ${any}`);
  }
}
