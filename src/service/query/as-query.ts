// Searches, recommendations and discoveries as the queries that they are.
import { InvalidArgument } from "../../errors.ts";
import type { Recommend } from "../../schema/query.ts";
import type { QueryBody } from "../../schema/query-points.ts";
import type { DiscoverBody } from "../../schema/recommend.ts";
import type { Search } from "../../schema/search.ts";

export function searchAsQuery<T extends Pick<Search, "vector">>({ vector, ...rest }: T) {
  if (vector instanceof Float32Array) return { ...rest, query: vector };
  return { ...rest, query: vector.vector, using: vector.name };
}

export function recommendationAsQuery<T extends Recommend>({ positive, negative, strategy, ...rest }: T) {
  return { ...rest, query: { recommend: { positive, negative, strategy } } };
}

/** @throws InvalidArgument when it says nothing about where to look */
export function discoveryAsQuery({ target, context, ...rest }: DiscoverBody): QueryBody {
  const isFree =
    context === undefined || context === null || (Array.isArray(context) && context.length === 0);
  if (target === undefined || target === null) {
    if (isFree) throw new InvalidArgument("discover: target or context is required");
    return { ...rest, query: { context } };
  }
  return { ...rest, query: isFree ? { nearest: target } : { discover: { target, context } } };
}
