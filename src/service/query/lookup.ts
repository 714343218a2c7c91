// Finds the collections in which a request to another collection looks something up.
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import { CollectionNotFound } from "../../errors/collections.ts";

/** @throws CollectionNotFound whose text says that it is the collection of the lookup */
export function lookupCollection(database: Database, name: string): Collection {
  try {
    return database.collection(name);
  } catch (error) {
    throw error instanceof CollectionNotFound ? new CollectionNotFound(name, "lookup") : error;
  }
}
