// Use cases of the upkeep of a collection, for a client that does not wait until it is due.
import type { Database } from "../core/database/database.ts";
import type { CollectionRequest } from "../schema/collection.ts";
import type { CollectionStatus } from "../schema/snapshot.ts";
import { describe } from "./collection-info.ts";

export class UpkeepService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes a checkpoint, so that a start has no log to replay. Every acknowledged write is durable without it. */
  async flush({ collection_name }: CollectionRequest): Promise<true> {
    this.#database.collection(collection_name);
    await this.#database.checkpoint();
    return true;
  }

  /** Frees the memory of deleted points and merges small segments. Searches and writes go on. */
  async optimize({ collection_name }: CollectionRequest): Promise<true> {
    await this.#database.rebuildAll(this.#database.collection(collection_name), false);
    return true;
  }

  /** Rebuilds every segment and its graph. Searches and writes go on. */
  async rebuildIndex({ collection_name }: CollectionRequest): Promise<true> {
    await this.#database.rebuildAll(this.#database.collection(collection_name), true);
    return true;
  }

  async status({ collection_name }: CollectionRequest): Promise<CollectionStatus> {
    const collection = this.#database.collection(collection_name);
    const { status, optimizer_status, points_count, indexed_vectors_count } = await describe(collection);
    const { segments, lsn, saved } = collection;
    return {
      status,
      optimizer_status,
      points_count,
      indexed_vectors_count,
      segments: segments.all.map((segment) => ({
        number: segment.number,
        points: segment.ids.size,
        deleted: segment.dead,
        open: segments.capacity.has(segment),
      })),
      last_operation_id: lsn,
      saved: saved !== null && saved.manifest !== null && lsn <= saved.covered,
    };
  }
}
