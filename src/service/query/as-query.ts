// Converts searches, recommendations and discoveries to queries.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { Recommend } from "../../schema/query.ts";
import type { GroupsBody, QueryBody } from "../../schema/query-points.ts";
import type { DiscoverBody, SearchGroups } from "../../schema/recommend.ts";
import type { Rules } from "../../schema/rules.ts";
import type { Search } from "../../schema/search.ts";

/** The limit, under both of its names. */
type Limits = Partial<Pick<Search, "limit" | "top">>;

/** Copies field by field, which is the fastest way, because every search passes here. */
export function searchAsQuery(search: Search): QueryBody {
  const { vector } = search;
  const isNamed = !(vector instanceof Float32Array);
  return {
    query: isNamed ? vector.vector : vector,
    using: isNamed ? vector.name : null,
    filter: search.filter ?? null,
    params: search.params,
    score_threshold: search.score_threshold,
    limit: search.limit ?? search.top,
    offset: search.offset,
    with_payload: search.with_payload,
    with_vector: search.with_vector ?? search.with_vectors,
  };
}

export function groupSearchAsQuery(search: SearchGroups): GroupsBody {
  const { group_by, group_size, with_lookup } = search;
  return { ...searchAsQuery(search), group_by, group_size, with_lookup };
}

export function recommendationAsQuery<T extends Recommend & Limits>(recommendation: T) {
  const { positive, negative, strategy, limit, top } = recommendation;
  const query = { recommend: { positive, negative, strategy } };
  return { ...recommendation, query, limit: limit ?? top };
}

/** @throws InvalidArgument if there is neither a target nor a context */
export function discoveryAsQuery(discovery: DiscoverBody, { discoverTarget }: Rules): QueryBody {
  const { target, context } = discovery;
  const limit = discovery.limit ?? discovery.top;
  const isFree =
    context === undefined || context === null || (Array.isArray(context) && context.length === 0);
  if (target === undefined || target === null) {
    if (isFree) throw new InvalidArgument("discover: target or context is required");
    return { ...discovery, limit, query: { context } };
  }
  if (isFree && discoverTarget === "nearest") return { ...discovery, limit, query: { nearest: target } };
  return { ...discovery, limit, query: { discover: { target, context } } };
}
