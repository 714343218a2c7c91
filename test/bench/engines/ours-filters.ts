// The payloads of the filter benchmark, and filters of our interface that match a share of them. The decision: a filter
// is new by a bound or a value that changes no match, so first and repeated use find the same points.
import type { SearchSpec } from "./engine.ts";

/** The shares of points, in percent, that filters match. A keyword field has 100 / share values. */
export const SHARES = [1, 10, 50, 100] as const;

/** Fields with an index. The field `plain` has the same numbers and no index. */
export const INDEXES = [
  ["number", "integer"],
  ...SHARES.map((share) => [`of${share}`, "keyword"] as const),
] as const;

/** @param bucket a number below 100 */
export function payloadOf(bucket: number): Record<string, unknown> {
  const keywords = SHARES.map((share) => [`of${share}`, `part ${Math.floor(bucket / share)}`]);
  return { number: bucket, plain: bucket, ...Object.fromEntries(keywords) };
}

/** @param call makes the filter one that was not used before, if the search asks for such filters */
export function filterOf(
  { below, field = "integer", isNew = false }: Pick<SearchSpec, "below" | "field" | "isNew">,
  call: number,
): { readonly filter?: { readonly must: object[] } } {
  if (below === undefined) return {};
  if (field === "keyword") {
    const match = isNew ? { any: ["part 0", `absent ${call}`] } : { value: "part 0" };
    return { filter: { must: [{ key: `of${below}`, match }] } };
  }
  const key = field === "integer" ? "number" : "plain";
  return { filter: { must: [{ key, range: { gte: isNew ? -1 - call : 0, lt: below } }] } };
}
