// The points that a write is about: named by id, or all that match a filter.
// The decision: by id every point must be there, the first that is not is named; by filter there may be none.
import type { Collection } from "../../core/collection.ts";
import type { Filter } from "../../core/filter/filter.ts";
import { hasId } from "../../core/filter/has-id.ts";
import type { Reads } from "../../core/reads.ts";
import type { SlotRef } from "../../core/slot-ref.ts";
import { NothingSelected } from "../../errors/point-errors.ts";
import { PointNotFound } from "../../errors.ts";
import type { Wanted } from "../../schema/caller.ts";
import { type PointId, uuidHex } from "../../schema/leaf.ts";
import type { Selection } from "../../schema/point-write.ts";
import { filterOf } from "../filters.ts";

export interface Selected {
  /** Null: a filter says. */
  readonly ids: readonly PointId[] | null;
  readonly filter: Filter | null;
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
): Selected {
  if (!points && !filter) throw new NothingSelected(where, operation);
  return { ids: points ?? null, filter: filterOf(filter, `${where}filter`) };
}

/** The places of these points, each once. @throws PointNotFound naming the first absent id */
export async function placesOfIds({ reads }: Collection, ids: readonly PointId[]): Promise<SlotRef[]> {
  const found = await reads.find(ids);
  const absent = found.indexOf(null);
  if (absent >= 0) throw new PointNotFound(String(ids[absent]));
  return [...new Set(found as SlotRef[])];
}

/** The places of all points that are meant; ids win over a filter. @throws PointNotFound */
export function placesOf(
  collection: Collection,
  { ids, filter }: Selected,
  wanted?: Wanted,
): Promise<SlotRef[]> {
  return ids ? placesOfIds(collection, ids) : collection.reads.while(wanted).matching(filter);
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
