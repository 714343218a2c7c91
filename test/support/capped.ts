// Services over a database with a cap on vectors that a test sets.

import type { Write } from "../../src/schema/point-write.ts";
import { NATIVE_RULES } from "../../src/schema/rules.ts";
import { CollectionsService } from "../../src/service/collections.ts";
import { PointsService } from "../../src/service/points.ts";
import { SnapshotsService } from "../../src/service/snapshots.ts";
import { VectorCap } from "../../src/service/writes/vector-cap.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { Snapshots } from "../../src/storage/snapshots.ts";
import { configOf, type Opened, type OpenOptions, open } from "../unit/core/fixtures.ts";

/** A vector without a name of two numbers, and one called `b` of three. */
export const TWO_FIELDS = configOf(
  { name: "", size: 2, distance: "Dot" },
  { name: "b", size: 3, distance: "Dot" },
);

export interface Capped {
  readonly opened: Opened;
  readonly points: PointsService;
  readonly collections: CollectionsService;
  readonly snapshots: SnapshotsService;
  readonly stored: Snapshots;
  limit: number;
  /** Executes the writes as one request; a single write is sent alone. */
  write(collection: string, ...writes: readonly Write[]): Promise<unknown>;
  /** Executes the writes and resolves before they are applied. */
  writeSoon(collection: string, ...writes: readonly Write[]): Promise<unknown>;
  readonly vectors: number;
}

export async function capped(limit: number, options: OpenOptions = {}): Promise<Capped> {
  const opened = await open(options);
  const { database, dir } = opened;
  const license = {
    maxVectors: () => world.limit,
    status: () => ({ edition: "community", max_vectors: world.limit, expires_at: null }) as const,
  };
  const cap = new VectorCap(database, license);
  const stored = new Snapshots(nodeFs, dir);
  const parts = {
    use: <T>(work: (store: Snapshots) => Promise<T>) => work(stored),
    files: { read: () => Promise.resolve(0), close: () => {} },
    version: "test",
    now: () => 0,
  };
  const points = new PointsService(database, cap);
  const run =
    (wait: boolean) =>
    (collection_name: string, ...operations: readonly Write[]) => {
      const rules = { ...NATIVE_RULES, wait };
      const [{ upsert } = {}] = operations;
      if (upsert && operations.length === 1) return points.upsert({ collection_name, ...upsert }, rules);
      return points.batch({ collection_name, operations: [...operations] }, rules);
    };
  const world: Capped = {
    opened,
    points,
    collections: new CollectionsService(database, cap),
    snapshots: new SnapshotsService(database, parts, cap),
    stored,
    limit,
    write: run(true),
    writeSoon: run(false),
    get vectors() {
      return database.vectors;
    },
  };
  return world;
}

/** Makes an upsert of points with these ids and vectors with these names. */
export function upsertOf(ids: readonly number[], names: readonly string[] = [""]): Write {
  return { upsert: { points: ids.map((id) => ({ id, vector: vectorsOf(names), payload: null })) } };
}

export function vectorsOf(names: readonly string[]): Record<string, Float32Array> {
  const sizes: Record<string, number> = { "": 2, b: 3 };
  return Object.fromEntries(names.map((name) => [name, new Float32Array(sizes[name]!).fill(1)]));
}

/** Returns the error text of work that must fail. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "it was not refused",
    (error: Error) => error.message,
  );
}

export const limitReached = (held: number, limit: number) =>
  `Vector limit reached: this instance holds ${held} of ${limit} vectors (community edition). Add a license or delete points. The operator of a server issues its licenses: azimuth license --help`;
