// Collections in which something is looked up for a request to another one.
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import { CollectionNotFound } from "../../errors/collections.ts";

/** @throws CollectionNotFound that says so */
export function lookedUp(database: Database, name: string): Collection {
  try {
    return database.collection(name);
  } catch (error) {
    throw error instanceof CollectionNotFound ? new CollectionNotFound(name, "lookup") : error;
  }
}
