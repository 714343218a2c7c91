// All collections with their figures, in one request that all screens share.
// The decision: the navigation asks, however many components show collections. A page in the background does not ask; a
// server with very many collections is asked less often.
import type { ListedCollection } from "../../../schema/collection.ts";
import { ask } from "./request.ts";
import { type Resource, sharedResource } from "./resource.ts";

export type Figures = NonNullable<ListedCollection["figures"]>;

/** A collection that can be used. */
export type Live = ListedCollection & { readonly figures: Figures };

/** A deleted collection that can be restored. */
export type Deleted = ListedCollection & { readonly deleted_until: string };

type Collections = Resource<readonly (Live | Deleted)[]>;

const POLL_EVERY_MS = 5_000;
const MANY_COLLECTIONS = 500;
const SELDOM_MS = 30_000;

const collections = sharedResource(
  async (signal) => {
    const path = "/status/collections";
    const answer = await ask<{ collections: (Live | Deleted)[] }>("GET", path, { signal });
    return answer.collections.sort(byName) as readonly (Live | Deleted)[];
  },
  (found) => (found && found.length > MANY_COLLECTIONS ? SELDOM_MS : POLL_EVERY_MS),
);

/** Returns all collections in the order of their names, those that can be restored included. */
export const useCollections = collections.use;
/** Keeps them up to date; the navigation calls it. */
export const useCollectionPolling = collections.usePolling;

const BY_LANGUAGE = new Intl.Collator("en", { numeric: true });

function byName(a: Live | Deleted, b: Live | Deleted): number {
  return BY_LANGUAGE.compare(a.name, b.name);
}

/** Returns the names of the collections that can be used. */
export function liveNames({ value }: Collections): readonly string[] {
  return value?.filter(isLive).map(({ name }) => name) ?? [];
}

export function isLive(collection: Live | Deleted): collection is Live {
  return "figures" in collection;
}

export function isDeleted(collection: Live | Deleted): collection is Deleted {
  return !isLive(collection);
}
