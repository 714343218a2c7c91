// Fixtures of the core tests: databases over real files with a clock that the test sets, and points as the service
// drafts them.
import { randomUUID } from "node:crypto";
import type { Committed } from "../../../src/core/catalogue/commits.ts";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { completeConfig } from "../../../src/core/config/collection-config.ts";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { SegmentSettings } from "../../../src/core/config/segment-settings.ts";
import type { CollectionConfig, VectorField } from "../../../src/core/config/types.ts";
import { Database } from "../../../src/core/database/database.ts";
import type { DatabaseParts } from "../../../src/core/database/parts.ts";
import type { SetPayloads, UpsertDraft } from "../../../src/core/record/operation.ts";
import type { VectorRow } from "../../../src/core/record/vector-rows.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import type { Clock } from "../../../src/scheduling/clock.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { Checkpoints, COLLECTIONS } from "../../../src/storage/checkpoints.ts";
import { deletedPointsIn } from "../../../src/storage/deleted-points.ts";
import { type FileSystem, joinPath } from "../../../src/storage/fs.ts";
import { LocalLog, type LogOptions } from "../../../src/storage/local-log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import type { PayloadFiles } from "../../../src/storage/payload-files.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { newEngine } from "../engine/fixtures.ts";

export const freshDir = (): string => scratchFolder("azimuth-core-");

/** A clock that moves only when a test calls `advance`. */
export class TestClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #tasks = new Set<{ at: number; task: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** The number of waiting tasks, without those that run when writes have stopped, which are due within seconds. */
  get waiting(): number {
    return [...this.#tasks].filter(({ at }) => at > this.#now + 5_000).length;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const entry of [...this.#tasks].sort((a, b) => a.at - b.at)) {
      if (entry.at > this.#now || !this.#tasks.delete(entry)) continue;
      entry.task();
    }
  }
}

export interface Opened {
  readonly database: Database;
  readonly engine: Engine;
  readonly clock: TestClock;
  readonly dir: string;
}

export interface OpenOptions {
  readonly dir?: string;
  readonly clock?: TestClock;
  /** An engine, or a function that makes one over the files of the directory. */
  readonly engine?: Engine | ((files: StoreFiles) => Engine);
  readonly fs?: FileSystem;
  readonly segments?: Partial<SegmentSettings>;
  readonly log?: LogOptions;
  readonly more?: Partial<DatabaseParts>;
}

/** Opens a database over a directory, with a log, checkpoints and segment files as in a server. */
export async function open(options: OpenOptions = {}): Promise<Opened> {
  const opened = prepare(options);
  await opened.database.load();
  return opened;
}

/** Prepares the database of {@link open} without loading it. */
export function prepare({
  dir = freshDir(),
  clock = new TestClock(),
  fs = nodeFs,
  engine: given = (files) => newEngine({ files }),
  segments = {},
  log = { reserveBytes: 0 },
  more = {},
}: OpenOptions = {}): Opened {
  const engine = typeof given === "function" ? given(segmentFilesIn(fs, dir)) : given;
  const database = new Database({
    log: new LocalLog(fs, dir, log),
    engine,
    clock,
    randomUuid: randomUUID,
    segments,
    checkpoints: new Checkpoints(fs, dir),
    deletedPoints: deletedPointsIn(fs, dir),
    payloadFiles: payloadFilesIn(fs, dir),
    ...more,
  });
  return { database, engine, clock, dir };
}

/** Payload files over any file system. */
export function payloadFilesIn(fs: FileSystem, dir: string): PayloadFiles {
  return {
    async read(key, offset, into) {
      const file = fs.open(joinPath(dir, COLLECTIONS, key), "read");
      try {
        return file.read(into, offset);
      } finally {
        file.close();
      }
    },
    close: () => {},
    crc32: fs.crc32,
  };
}

/** Closes the database and opens its directory again. */
export async function reopen({ database, dir, clock }: Opened): Promise<Opened> {
  await database.close();
  return open({ dir, clock });
}

export function configOf(...vectors: VectorField[]): CollectionConfig {
  return completeConfig({ vectors });
}

export const unnamed = (size: number, distance: VectorField["distance"] = "Euclid"): CollectionConfig =>
  configOf({ name: "", size, distance });

export interface TestPoint {
  readonly id: PointId;
  /** Vectors by name; a missing name is a missing vector. */
  readonly vectors: Readonly<Record<string, VectorRow>>;
  readonly payload?: Uint8Array | null;
}

/** The draft that the service makes of these points. */
export function upsertOf(collection: Collection, points: readonly TestPoint[]): UpsertDraft {
  const fields = collection.config.vectors.map(({ name, size, kind }) => {
    const rows = points.flatMap(({ vectors }, row) => (vectors[name] ? row : []));
    return {
      name,
      dimension: kind === undefined ? size : 0,
      rows,
      vectors: rows.map((row) => points[row]!.vectors[name]!),
    };
  });
  return {
    kind: "upsert_points",
    collection: collection.uuid,
    ids: PackedIds.pack(points.map(({ id }) => id)),
    fields: fields.filter(({ rows }) => rows.length > 0),
    payloads: points.map(({ payload }) => payload ?? null),
  };
}

/** Resolves when the points are durable. */
export function startUpsert(
  database: Database,
  name: string,
  points: readonly TestPoint[],
): Promise<Committed> {
  const collection = database.collection(name);
  return database.write(collection, upsertOf(collection, points), points.length);
}

/** Resolves when the points are durable and can be found. @returns the LSN */
export async function upsert(
  database: Database,
  name: string,
  points: readonly TestPoint[],
): Promise<number> {
  const { lsn, applied } = await startUpsert(database, name, points);
  await applied;
  return lsn;
}

export async function remove(database: Database, name: string, ids: readonly PointId[]): Promise<number> {
  const collection = database.collection(name);
  const draft = { kind: "delete_points", collection: collection.uuid, ids: PackedIds.pack(ids) } as const;
  const { lsn, applied } = await database.write(collection, draft, 0);
  await applied;
  return lsn;
}

/** Gives points other payloads, or none. @returns the LSN */
export async function setPayloads(
  database: Database,
  name: string,
  payloads: ReadonlyMap<PointId, Uint8Array | null>,
): Promise<number> {
  const collection = database.collection(name);
  const { lsn, applied } = await database.write(collection, setPayloadsOf(collection, payloads), 0);
  await applied;
  return lsn;
}

/** The draft of new payloads for points. */
export function setPayloadsOf(
  { uuid }: Collection,
  payloads: ReadonlyMap<PointId, Uint8Array | null>,
): SetPayloads {
  const ids = PackedIds.pack([...payloads.keys()]);
  return { kind: "set_payloads", collection: uuid, ids, payloads: [...payloads.values()] };
}

/** Ids and scores of a search, best first. */
export async function found(
  database: Database,
  name: string,
  query: VectorRow,
  k: number,
  field = "",
): Promise<{ id: PointId; score: number }[]> {
  const collection = database.collection(name);
  return collection.reading(async () => {
    const [hits] = await collection.reads.search([query], {
      field: collection.field(field)!,
      k,
      params: DEFAULT_SEARCH,
    });
    return hits!.map(({ ref, score }) => ({ id: collection.reads.idOf(ref), score }));
  });
}

/** A point as it is stored; null if there is none. */
export function stored(database: Database, name: string, id: PointId) {
  const collection = database.collection(name);
  return collection.reading(() => read(collection, id));
}

async function read(collection: Collection, id: PointId) {
  const [slot] = await collection.reads.find([id]);
  if (slot === null || slot === undefined) return null;
  const vectors: Record<string, number[] | null> = {};
  for (const field of collection.config.vectors) {
    const [vector] = await collection.reads.vectors(field.name, [slot]);
    vectors[field.name] = vector ? [...vector] : null;
  }
  const [payload] = await collection.reads.payloads([slot]);
  return {
    id: collection.reads.idOf(slot),
    version: collection.reads.version(slot),
    payload: payload && [...payload],
    vectors,
  };
}

/** Names and states of all collections. */
export const registry = (database: Database) =>
  database
    .collections()
    .map(({ name, uuid, state, config, points }) => ({ name, uuid, state, config, points }));
