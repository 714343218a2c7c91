// Unknown fields of a request, and suggestions for the fields that were probably meant.
// The decision: they are noted while the schema is checked and judged afterwards, because the dialects treat them
// differently: natively they are refused, so that a misspelt `filter` cannot widen a search or a delete; the dialect of
// Qdrant's clients ignores them, as Qdrant does, and names them in a header of the response. For an object without
// unknown fields, noting is one comparison: the number of its fields with the number of known ones.
import { InvalidRequest } from "../errors/request.ts";
import { nearestName } from "../schema/suggest.ts";
import { fieldPath } from "./field-path.ts";

export interface UnknownField {
  readonly path: readonly string[];
  /** The fields that the object may have. */
  readonly known: ReadonlySet<string>;
}

/** Fields of Qdrant's API that have no effect on a single server: accepted everywhere, and named in the header. */
const WITHOUT_EFFECT = new Set(["shard_key"]);

/** The most unknown fields that are noted of one request; a field that many objects of a list have is noted once. */
const MAX_NOTED_FIELDS = 32;

/** Names of fields in other vector databases that are not similar in spelling. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  payload: ["metadata", "meta", "properties", "document", "fields"],
  vector: ["embedding", "embeddings", "values", "query", "data"],
  query: ["vector", "embedding"],
  filter: ["where", "expr"],
  limit: ["top_k", "topk", "k", "n", "n_results", "size", "count"],
  hnsw_ef: ["ef", "ef_search"],
  with_payload: ["include_metadata", "includemetadata"],
  with_vector: ["include_values", "includevalues", "include_vectors"],
  size: ["dimension", "dimensions", "dim"],
  distance: ["metric", "metric_type", "space"],
  ids: ["points", "id"],
  points: ["ids", "id", "vectors"],
};

/** The fields of an object with more are not listed. */
const MAX_LISTED_FIELDS = 8;
/** Longer names are not taken for misspellings, and are shortened in texts. */
const MAX_NAME_LENGTH = 64;

/** Notes the fields of an object that are not among `known`. @param given the number of known fields that it has */
export function noteUnknown(
  data: Readonly<Record<string, unknown>>,
  given: number,
  known: ReadonlySet<string>,
  path: readonly string[],
  noted: UnknownField[],
): void {
  let fields = 0;
  for (const _ in data) if (++fields > given) break;
  if (fields === given || noted.length >= MAX_NOTED_FIELDS) return;
  for (const name of Object.keys(data)) {
    if (data[name] === undefined || known.has(name)) continue;
    if (noted.some((before) => before.known === known && before.path.at(-1) === shortened(name))) continue;
    noted.push({ path: [...path, shortened(name)], known });
    if (noted.length >= MAX_NOTED_FIELDS) return;
  }
}

/** @throws InvalidRequest for the first field that is not merely without effect */
export function refuseUnknown(noted: readonly UnknownField[]): void {
  const first = noted.find(({ path }) => !WITHOUT_EFFECT.has(path.at(-1)!));
  if (first) throw unknownField(first);
}

/** Returns their names in the header: one path for all items of a list. */
export function namesOf(noted: readonly UnknownField[]): string[] {
  return [...new Set(noted.map(({ path }) => fieldPath(path).replace(/\[\d+\]/g, "[]")))];
}

function unknownField({ path, known }: UnknownField): InvalidRequest {
  const problem = { path, rule: "additionalProperties", value: undefined, isInteger: false };
  return new InvalidRequest(unknownText(path, known), problem);
}

/** `points[0].metadata: unknown field; did you mean payload?` */
export function unknownText(path: readonly string[], known: ReadonlySet<string>): string {
  const text = `${fieldPath(path)}: unknown field`;
  const meant = meantBy(path.at(-1)!, known);
  if (meant !== null) return `${text}; did you mean ${meant}?`;
  const names = [...known].filter((name) => name !== "collection_name");
  if (names.length === 0) return `${text}; none is known here`;
  return names.length > MAX_LISTED_FIELDS ? text : `${text}; known here: ${names.join(", ")}`;
}

/** Returns the field that an unknown name probably means, or null. */
export function meantBy(name: string, known: ReadonlySet<string>): string | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const plain = name.toLowerCase();
  const called = Object.keys(SYNONYMS).find((field) => known.has(field) && SYNONYMS[field]!.includes(plain));
  return called ?? nearestName(name, [...known]);
}

function shortened(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
