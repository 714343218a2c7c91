// The points that a write is about: named by id, or all that match a filter.
// The decision: by id every point must be there, and all that are not are named; by filter there may be none. Qdrant's
// clients that do not wait for a write are never told of absent ids: for them those are left out.
import type { Collection } from "../../core/collection/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import { hasId } from "../../core/filter/has-id.ts";
import type { Reads } from "../../core/search/reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { NothingSelected, PointNotFound } from "../../errors/points.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { type PointId, uuidHex } from "../../schema/leaf.ts";
import type { Selection } from "../../schema/point-write.ts";
import { filterOf } from "../common/filters.ts";

/** What becomes of a write that names points that are not there. */
export type AbsentIds = "refused" | "left_out";

export interface Selected {
  /** Null: a filter says. */
  readonly ids: readonly PointId[] | null;
  readonly filter: Filter | null;
  readonly absent: AbsentIds;
}

/**
 * Where ids and a filter are given, both are returned.
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

/** The places of these points, each once. @throws PointNotFound naming all absent ids */
export async function placesOfIds(
  collection: Collection,
  ids: readonly PointId[],
  absent: AbsentIds,
): Promise<PointRef[]> {
  const found = await findAll(collection, ids, absent);
  return [...new Set(found.filter((place) => place !== null))];
}

/** Where each of these points is; null: nowhere. @throws PointNotFound naming all absent ids */
export async function findAll(
  { reads }: Collection,
  ids: readonly PointId[],
  absent: AbsentIds,
): Promise<(PointRef | null)[]> {
  const found = await reads.find(ids);
  if (absent === "refused") refuseAbsent(ids, found);
  return found;
}

/** @param found what was found of each id. @throws PointNotFound naming all that are absent, each once */
export function refuseAbsent(ids: readonly PointId[], found: readonly unknown[]): void {
  if (!found.includes(null)) return;
  throw new PointNotFound([...new Set(ids.filter((_, i) => found[i] === null))]);
}

/** The ids that have to be there. */
export function neededOf(ids: readonly PointId[] | null, absent: AbsentIds): readonly PointId[] {
  return absent === "refused" ? (ids ?? []) : [];
}

/** The places of all points that are meant; ids win over a filter. @throws PointNotFound */
export function placesOf(
  collection: Collection,
  { ids, filter, absent }: Selected,
  signal?: CancelSignal,
): Promise<PointRef[]> {
  return ids ? placesOfIds(collection, ids, absent) : collection.reads.inWrite(signal).matching(filter);
}

/** Which of these points match: their keys, for a place may be another one by the time it is asked about. */
export async function matchingAmong(
  reads: Reads,
  ids: readonly PointId[],
  filter: Filter,
): Promise<Set<string>> {
  const must = [hasId(ids), { kind: "filter", filter } as const];
  const matching = await reads.matching({ must, should: [], mustNot: [], minShould: null });
  return new Set(matching.map((slot) => keyOf(reads.idOf(slot))));
}

/** One text for all spellings of an id. */
export function keyOf(id: PointId): string {
  return typeof id === "string" ? uuidHex(id)!.toLowerCase() : String(id);
}
