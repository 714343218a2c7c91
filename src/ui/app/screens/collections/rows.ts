// Loads the collections: the list first, then the figures of each.
// The decision: figures are kept by name between two updates, so that the list is never empty during one. A server with
// very many collections is asked less often.
import { signal } from "@preact/signals";
import { forEachConcurrently } from "../../../../shared/concurrently.ts";
import { ask, Failure } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/resource.ts";
import { NOT_FOUND, PRECONDITION_FAILED } from "../../api/statuses.ts";
import { type Info, loadInfo } from "../collection/info.ts";

const POLL_EVERY_MS = 5_000;
const MANY_COLLECTIONS = 100;
const SELDOM_MS = 60_000;
/** A server with thousands of collections is not asked about all of them at once. */
const REQUESTS_AT_A_TIME = 4;
/** The statuses for a collection that was deleted after the list was read. */
const GONE = [NOT_FOUND, PRECONDITION_FAILED];

export interface Listed {
  readonly name: string;
  /** The time until which it can be restored; only deleted collections have one. */
  readonly deleted_until?: string;
}

/** The figures of a collection, or the error of the request for them. */
export type Known = Info | Error;

const known = signal<ReadonlyMap<string, Known>>(new Map());

export interface Collections extends Resource<readonly Listed[]> {
  readonly known: ReadonlyMap<string, Known>;
}

/** Loads all collections, including those that can be restored. */
export function useCollections(): Collections {
  const list = useResource(load, [], useInterval());
  return { ...list, known: known.value };
}

function useInterval(): number {
  return known.value.size > MANY_COLLECTIONS ? SELDOM_MS : POLL_EVERY_MS;
}

async function load(signal: AbortSignal): Promise<readonly Listed[]> {
  const { collections } = await ask<{ collections: Listed[] }>("GET", "/collections?include_deleted=true", {
    signal,
  });
  const live = collections.filter(isLive);
  const names = new Set(live.map(({ name }) => name));
  known.value = new Map([...known.value].filter(([name]) => names.has(name)));
  void forEachConcurrently(live, REQUESTS_AT_A_TIME, ({ name }) => loadDetails(name, signal)).catch(
    () => undefined,
  );
  return collections;
}

export function isLive({ deleted_until }: Listed): boolean {
  return deleted_until === undefined;
}

async function loadDetails(name: string, signal: AbortSignal): Promise<void> {
  const found = await loadInfo(name, signal).catch((error: Error) => error);
  if (signal.aborted) throw new DOMException("Nobody looks any more", "AbortError");
  if (found instanceof Failure && GONE.includes(found.status)) return;
  known.value = new Map(known.value).set(name, found);
}
