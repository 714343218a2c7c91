// Replaces short forms of JSON with the full forms of messages: a query that is a vector, one prefetch instead of a
// list.
type Fields = Record<string, unknown>;

/** Returns a parsed request without short forms. */
export function spelledOut(request: object): object {
  const { query, prefetch, searches, order_by, with_lookup, ...rest } = request as Fields;
  return {
    ...rest,
    ...(query !== undefined && { query: isKind(query) ? query : { nearest: query } }),
    ...(prefetch !== undefined && { prefetch: [prefetch].flat().map((one) => spelledOut(one as object)) }),
    ...(searches !== undefined && { searches: (searches as object[]).map(spelledOut) }),
    ...(order_by !== undefined && { order_by: typeof order_by === "string" ? { key: order_by } : order_by }),
    ...(with_lookup !== undefined && {
      with_lookup: typeof with_lookup === "string" ? { collection: with_lookup } : with_lookup,
    }),
  };
}

/** Returns whether a query is an object that names its kind. */
function isKind(query: unknown): boolean {
  return typeof query === "object" && !ArrayBuffer.isView(query) && !Array.isArray(query);
}
