// Selects the points of a write: by ids, or all that match a filter.
// The decision: ids must exist, and the error names all that do not; a filter may match no points. Qdrant's clients
// that do not wait for a write never hear of absent ids, so these are left out for them.
import type { Collection } from "../../core/collection/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import { IdSet } from "../../core/filter/id-set.ts";
import type { CollectionReads } from "../../core/search/collection-reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { NothingSelected, PointNotFound } from "../../errors/points.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import { type PointId, uuidHex } from "../../schema/leaf.ts";
import type { Selection } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import { filterOf } from "../common/filters.ts";

/** How a write treats ids that do not exist. */
export type AbsentIds = "refused" | "left_out";

export interface Selected {
  /** Null: a filter selects the points. */
  readonly ids: readonly PointId[] | null;
  readonly filter: Filter | null;
  readonly absent: AbsentIds;
}

/**
 * Returns ids and filter of a selection; both if both are given.
 * @param where the path of the selection in the request, as the beginning of an error text
 * @throws NothingSelected
 */
export function selectedBy(
  { points, filter }: Selection,
  where: string,
  operation: NothingSelected["operation"],
  absent: AbsentIds,
): Selected {
  if (!points && !filter) throw new NothingSelected(where, operation);
  return { ids: points ?? null, filter: filterOf(filter, `${where}filter`), absent };
}

/** Returns the point references of these ids, each once. @throws PointNotFound with all absent ids */
export async function refsOfIds(
  collection: Collection,
  ids: readonly PointId[],
  absent: AbsentIds,
): Promise<PointRef[]> {
  const found = await findAll(collection, ids, absent);
  return [...new Set(found.filter((ref) => ref !== null))];
}

/** Returns the point reference of each id; null: it does not exist. @throws PointNotFound with all absent ids */
export async function findAll(
  { reads }: Collection,
  ids: readonly PointId[],
  absent: AbsentIds,
): Promise<(PointRef | null)[]> {
  const found = await reads.find(ids);
  if (absent === "refused") refuseAbsent(ids, found);
  return found;
}

/** @param found the point references of the ids. @throws PointNotFound with all absent ids, each once */
export function refuseAbsent(ids: readonly PointId[], found: readonly unknown[]): void {
  if (!found.includes(null)) return;
  throw new PointNotFound([...new Set(ids.filter((_, i) => found[i] === null))]);
}

/** Returns the ids that must exist. */
export function neededOf(ids: readonly PointId[] | null, absent: AbsentIds): readonly PointId[] {
  return absent === "refused" ? (ids ?? []) : [];
}

/** Returns the references of all selected points; ids take precedence over a filter. @throws PointNotFound */
export function refsOf(
  collection: Collection,
  { ids, filter, absent }: Selected,
  signal?: CancelSignal,
): Promise<PointRef[]> {
  return ids ? refsOfIds(collection, ids, absent) : collection.reads.inWrite(signal).matching(filter);
}

/**
 * Returns the keys of those points that match. They are keys instead of references, because a point may be overwritten
 * before they are used.
 */
export function matchingAmong(
  collection: Collection,
  reads: CollectionReads,
  ids: readonly PointId[],
  filter: Filter,
): Promise<Set<string>> {
  const must = [{ kind: "has_id", ids: new IdSet(ids) } as const, { kind: "filter", filter } as const];
  return collection.reading(async () => {
    const matching = await reads.matching({ must, should: [], mustNot: [], minShould: null });
    const keys = new Set<string>();
    await runInSlices(each(matching, (ref) => keys.add(keyOf(reads.idOf(ref)))));
    return keys;
  });
}

/** Returns one text for all spellings of an id. */
export function keyOf(id: PointId): string {
  return typeof id === "string" ? uuidHex(id)!.toLowerCase() : String(id);
}
