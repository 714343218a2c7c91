// All collections with their figures, in one request that all screens share.
// The decision: this module asks, however many components show collections, and keeps the answer, so opening a screen
// shows it at once. A page in the background does not ask; a server with very many collections is asked less often.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Distance } from "../../../shared/distances.ts";
import type { Indexing } from "../../../shared/indexing.ts";
import { ask, returns } from "./request.ts";
import type { Resource } from "./resource.ts";
import { credential } from "./session.ts";

/** The figures of a collection. */
export interface Figures {
  readonly status: "green" | "yellow" | "red";
  readonly points_count: number;
  readonly indexed_vectors_count: number;
  /** The work on graphs that is under way. */
  readonly indexing?: Indexing;
  readonly segments_count: number;
  /** Options that were set and have no effect. */
  readonly warnings?: readonly { readonly message: string }[];
  /** The dense vectors; the name of one without a name is "". */
  readonly vectors: readonly { readonly name: string; readonly size: number; readonly distance: Distance }[];
}

/** A collection that can be used. */
export interface Live {
  readonly name: string;
  readonly figures: Figures;
}

/** A deleted collection that can be restored. */
export interface Deleted {
  readonly name: string;
  /** The time until which it can be restored. */
  readonly deleted_until: string;
}

export type Collections = Resource<readonly (Live | Deleted)[]>;

const POLL_EVERY_MS = 5_000;
const MANY_COLLECTIONS = 500;
const SELDOM_MS = 30_000;

const state = signal<Omit<Collections, "reload">>({ value: undefined, error: undefined, loading: true });
/** The components that show collections. */
let users = 0;
let abort = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let isDue = false;

// What one credential may see is not shown to another.
effect(() => {
  void credential.value;
  state.value = { value: undefined, error: undefined, loading: true };
});

/** Loads all collections in the order of their names, those that can be restored included. */
export function useCollections(): Collections {
  useEffect(() => {
    users++;
    return () => {
      if (--users > 0) return;
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  useEffect(reloadCollections, [credential.value, returns.value]);
  return { ...state.value, reload: reloadCollections };
}

/** Loads them again, if a component shows them. Calls in one turn make one request. */
export function reloadCollections(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    if (users > 0) void load();
  });
}

async function load(): Promise<void> {
  clearTimeout(timer);
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  const answer = ask<{ collections: readonly (Live | Deleted)[] }>("GET", "/status/collections", { signal });
  const next = await answer.then(
    ({ collections }) => ({ value: collections.toSorted(byName), error: undefined, loading: false }),
    (error: Error) => ({ value: state.value.value, error, loading: false }),
  );
  if (signal.aborted) return;
  state.value = next;
  const isMany = (next.value?.length ?? 0) > MANY_COLLECTIONS;
  timer = setTimeout(poll, isMany ? SELDOM_MS : POLL_EVERY_MS);
}

function poll(): void {
  if (!document.hidden) reloadCollections();
  else timer = setTimeout(poll, POLL_EVERY_MS);
}

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
