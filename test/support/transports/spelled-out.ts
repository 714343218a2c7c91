// JSON has short forms for what messages have to say in full: a query that is a vector, one prefetch for a list of them.
type Fields = Record<string, unknown>;

/** A request as read, with every short form that the contract uses in full. */
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

/** Whether it is an object that says of which kind it is. */
function isKind(query: unknown): boolean {
  return typeof query === "object" && !ArrayBuffer.isView(query) && !Array.isArray(query);
}
