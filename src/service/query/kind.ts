// Which kind of query a step has, before it is read.
// The decision: a vector or an id, which stands without the name of its kind, is none of these kinds.
import type { QueryObject } from "../../schema/query.ts";
import type { Prefetch } from "../../schema/query-points.ts";

/** Returns what a query has under the name of a kind; null: it is of another kind. */
export function memberOf<Kind extends keyof QueryObject>(
  query: Prefetch["query"],
  kind: Kind,
): NonNullable<QueryObject[Kind]> | null {
  const isObject = typeof query === "object" && query !== null && !(query instanceof Float32Array);
  return isObject ? ((query as QueryObject)[kind] ?? null) : null;
}

export function isKind(query: Prefetch["query"], kind: keyof QueryObject): boolean {
  return memberOf(query, kind) !== null;
}
