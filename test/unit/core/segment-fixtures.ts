// Fixtures of the tests of segments: a collection without a log that is rebuilt when the test says so, and engines that
// count, delay or fail calls.
import { Collection } from "../../../src/core/collection/collection.ts";
import type { CollectionParts } from "../../../src/core/collection/collection-parts.ts";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { SegmentSettings } from "../../../src/core/config/segment-settings.ts";
import type { CollectionConfig } from "../../../src/core/config/types.ts";
import type { UpsertPoints } from "../../../src/core/record/operation.ts";
import { DenseRows } from "../../../src/core/record/vector-rows.ts";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { concat, integer, newEngine, type Random } from "../engine/fixtures.ts";
import { setPayloadsOf, type TestPoint, upsertOf } from "./fixtures.ts";

export const UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

/** A collection as the database has it, whose writes are numbered and not logged. */
export class LooseCollection {
  readonly collection: Collection;
  #lsn = 0;

  constructor(
    engine: Engine,
    config: CollectionConfig,
    settings: Partial<SegmentSettings> = {},
    caches: Pick<CollectionParts, "pages" | "filters"> = {},
  ) {
    this.collection = new Collection(
      { kind: "create_collection", collection: UUID, name: "a", config },
      engine,
      settings,
      caches,
    );
  }

  /** @returns the version of the points */
  async upsert(points: readonly TestPoint[]): Promise<number> {
    await this.collection.reserve([points.length]);
    return this.apply(points);
  }

  /** Like {@link upsert}, for points whose memory is already reserved. */
  async apply(points: readonly TestPoint[]): Promise<number> {
    const lsn = ++this.#lsn;
    await this.collection.apply(this.#operation(points), lsn);
    return lsn;
  }

  async remove(ids: readonly PointId[]): Promise<void> {
    const packed = PackedIds.pack(ids);
    await this.collection.apply({ kind: "delete_points", collection: UUID, ids: packed }, ++this.#lsn);
  }

  /** @returns the version of the points */
  async setPayloads(payloads: ReadonlyMap<PointId, Uint8Array | null>): Promise<number> {
    const lsn = ++this.#lsn;
    await this.collection.apply(setPayloadsOf(this.collection, payloads), lsn);
    return lsn;
  }

  /** Runs one rebuild, if one is due. @param pause is called between the slices */
  async rebuild(pause: () => Promise<void> = async () => {}, now = 0): Promise<boolean> {
    const due = this.collection.upkeep.isDue(now);
    await this.collection.upkeep.run({ now, indexFirst: true, pause });
    return due;
  }

  /** Runs rebuilds as long as any is due. */
  async optimize(): Promise<void> {
    while (await this.rebuild()) if (this.collection.upkeep.failure) throw this.collection.upkeep.failure;
  }

  /** Ids and scores, best first. */
  search(query: Float32Array, k: number, field = "") {
    const { collection } = this;
    return collection.reading(async () => {
      const [hits] = await collection.reads.search([query], {
        field: collection.field(field)!,
        k,
        params: DEFAULT_SEARCH,
      });
      return hits!.map(({ ref, score }) => ({ id: collection.reads.idOf(ref), score }));
    });
  }

  async segments(): Promise<number> {
    return (await this.collection.indexState()).segments;
  }

  #operation(points: readonly TestPoint[]): UpsertPoints {
    const { ids, payloads, fields } = upsertOf(this.collection, points);
    const packed = fields.map(({ name, dimension, rows, vectors }) => ({
      ...{ name, vectors: new DenseRows(dimension, concat(vectors as Float32Array[])) },
      rows: rows.length === points.length ? null : Uint32Array.from(rows),
    }));
    return { kind: "upsert_points", collection: UUID, ids, payloads, fields: packed };
  }
}

/** An engine that records its vector stores and their content. */
export function countingEngine(engine: Engine = newEngine()) {
  const alive = new Set<StoreHandle>();
  const create = engine.create.bind(engine);
  const drop = engine.drop.bind(engine);
  engine.create = async (spec) => {
    const handle = await create(spec);
    alive.add(handle);
    return handle;
  };
  engine.drop = (handle) => {
    alive.delete(handle);
    return drop(handle);
  };
  const stats = () => Promise.all(Array.from(alive, (handle) => engine.stats(handle)));
  return { engine, alive, stats };
}

/** An engine with at most `memories` memories of at most `maximumPages` pages each. */
export function smallEngine(memories: number, maximumPages: number, files?: StoreFiles): Engine {
  const engine = newEngine({ maximumPages, files });
  const { create, drop } = engine;
  let left = memories;
  engine.create = async (spec) => {
    if (left === 0) throw new OutOfMemory();
    left--;
    return create.call(engine, spec);
  };
  engine.drop = (handle) => {
    left++;
    return drop.call(engine, handle);
  };
  return engine;
}

const METHODS = ["create", "reserve", "write", "search", "searchBatch", "read", "drop"] as const;

/** Calls `before` ahead of every call of the engine, with the method's name. */
export function intercept(before: (method: string) => unknown, engine: Engine = newEngine()): Engine {
  const calls = engine as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const method of METHODS) {
    const call = calls[method]!.bind(engine);
    calls[method] = async (...args) => {
      await before(method);
      return call(...args);
    };
  }
  // A synchronous answer could not be delayed.
  engine.searchNow = () => null;
  return engine;
}

/** An engine whose calls take some turns of the event loop, so that concurrent work runs in between. */
export function slowEngine(random: Random, engine: Engine = newEngine()): Engine {
  return intercept(async () => {
    for (let turns = integer(random, 0, 3); turns > 0; turns--) await new Promise(setImmediate);
  }, engine);
}
