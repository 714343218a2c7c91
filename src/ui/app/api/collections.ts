// The names of all collections, for the navigation, the command palette and the home screen.
// The decision: the shell asks for them, and all others read what it has. This module is the only one that knows how
// collections are listed.
import { ask } from "./request.ts";
import { type Resource, sharedResource } from "./resource.ts";

const POLL_EVERY_MS = 5_000;
const MANY_COLLECTIONS = 100;
/** A list of thousands of names is large, so it is loaded less often. */
const SELDOM_MS = 60_000;

export interface Listed {
  readonly name: string;
  /** The time until which it can be restored; only deleted collections have one. */
  readonly deleted_until?: string;
}

export type Collections = Resource<readonly Listed[]>;

const BY_NAME = new Intl.Collator("en", { numeric: true });

const collections = sharedResource(
  async (signal): Promise<readonly Listed[]> => {
    const path = "/collections?include_deleted=true";
    const found = (await ask<{ collections: Listed[] }>("GET", path, { signal })).collections;
    return found.sort((a, b) => BY_NAME.compare(a.name, b.name));
  },
  (found) => (found && found.length > MANY_COLLECTIONS ? SELDOM_MS : POLL_EVERY_MS),
);

/** Returns all collections in the order of their names, including those that can be restored. */
export const useCollections = collections.use;
/** Keeps the list up to date; the shell calls it. */
export const useCollectionPolling = collections.usePolling;

export function isLive({ deleted_until }: Listed): boolean {
  return deleted_until === undefined;
}

/** Returns the names of the collections that are not deleted. */
export function liveNames({ value }: Collections): readonly string[] {
  return value?.filter(isLive).map(({ name }) => name) ?? [];
}
