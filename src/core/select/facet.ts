// How many points have each value of a field.
// The decision: a point counts once for each value it has, however often it has it; the most frequent values come first,
// and of equally frequent ones the smaller.
import { NoFieldIndex } from "../../errors.ts";
import type { FieldType } from "../../schema/payload-index.ts";
import { compareCodePoints } from "../code-points.ts";
import type { IndexedField, IndexedFields } from "../field-index/indexed-fields.ts";
import type { Key } from "../field-index/keys.ts";
import type { Filter } from "../filter/filter.ts";
import type { Segments } from "../segments.ts";
import { fieldValues } from "./field-values.ts";
import { refsOf, selections } from "./matching.ts";

export interface FacetQuery {
  /** The canonical text of the path. */
  readonly path: string;
  readonly filter: Filter | null;
  readonly limit: number;
}

export interface FacetHit {
  readonly value: Key;
  readonly count: number;
}

const COUNTED: readonly FieldType[] = ["keyword", "integer", "uuid", "bool"];

/** The index that tells values apart. @throws NoFieldIndex */
export function facetIndex(indexed: IndexedFields, path: string): IndexedField {
  const field = indexed.get(path);
  const { params } = field ?? {};
  if (
    !field ||
    !params ||
    !COUNTED.includes(params.type) ||
    (params.type === "integer" && params.lookup === false)
  )
    throw new NoFieldIndex("facet", path);
  return field;
}

export async function facet(segments: Segments, { path, filter, limit }: FacetQuery): Promise<FacetHit[]> {
  const field = facetIndex(segments.indexed, path);
  const counts = new Map<Key, number>();
  const valued = await fieldValues(segments, field, refsOf(await selections(segments, filter)));
  for (const { keys } of valued) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return mostFrequent(counts, limit);
}

function mostFrequent(counts: ReadonlyMap<Key, number>, limit: number): FacetHit[] {
  const hits = Array.from(counts, ([value, count]) => ({ value, count }));
  return hits.sort((a, b) => b.count - a.count || compareKeys(a.value, b.value)).slice(0, limit);
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
