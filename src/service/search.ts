// Use cases of similarity search, recommendation and discovery, which are all run as queries.
import type { Database } from "../core/database/database.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type { Recommend } from "../schema/query.ts";
import type { Groups, GroupsBody, QueryBody } from "../schema/query-points.ts";
import type {
  DiscoverBatch,
  DiscoverBody,
  DiscoverPoints,
  RecommendBatch,
  RecommendGroups,
  RecommendPoints,
  SearchGroups,
} from "../schema/recommend.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint, Search, SearchBatch, SearchPoints } from "../schema/search.ts";
import { AnswerBudgets, type ReadScope } from "./common/answer-budget.ts";
import { Documents } from "./documents/documents.ts";
import { documentsInQueries } from "./documents/find.ts";
import { annotatedAll, annotatedOne } from "./query/annotate.ts";
import { ask, type QueryResults } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";

export class SearchService {
  readonly #scope: ReadScope;
  readonly #documents: Documents;

  constructor(
    database: Database,
    budgets = new AnswerBudgets(database),
    documents = new Documents(database),
  ) {
    this.#scope = { database, budgets };
    this.#documents = documents;
  }

  search(
    request: SearchPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[]>> {
    return this.#one(request.collection_name, searchAsQuery(request), rules, { where: "vector", signal });
  }

  searchBatch(
    { collection_name, searches }: SearchBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[][]>> {
    return this.#batch(collection_name, searches.map(searchAsQuery), rules, { where: "vector", signal });
  }

  searchGroups(request: SearchGroups, rules: Rules, signal?: CancelSignal): Promise<MaybeAnnotated<Groups>> {
    return this.#groups(request.collection_name, groupSearchAsQuery(request), rules, {
      where: "vector",
      signal: signal,
    });
  }

  recommend(
    request: RecommendPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[]>> {
    return this.#one(request.collection_name, recommendationAsQuery(request), rules, { signal });
  }

  recommendBatch(
    { collection_name, searches }: RecommendBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[][]>> {
    return this.#batch(collection_name, searches.map(recommendationAsQuery), rules, { signal });
  }

  recommendGroups(
    request: RecommendGroups,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<Groups>> {
    return this.#groups(request.collection_name, recommendationAsQuery(request), rules, { signal });
  }

  discover(
    request: DiscoverPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[]>> {
    return this.#one(request.collection_name, discoveryAsQuery(request, rules), rules, { signal });
  }

  discoverBatch(
    { collection_name, searches }: DiscoverBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[][]>> {
    const queries = searches.map((search) => discoveryAsQuery(search, rules));
    return this.#batch(collection_name, queries, rules, { signal });
  }

  #one(
    collection: string,
    query: QueryBody,
    rules: Rules,
    reading: SearchReading,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[]>> {
    return this.#documents.before(documentsInQueries([query]), "query", reading.signal, () =>
      first(ask(this.#scope, collection, [query], rules, reading)),
    );
  }

  #batch(
    collection: string,
    queries: readonly QueryBody[],
    rules: Rules,
    reading: SearchReading,
  ): MaybePromise<MaybeAnnotated<ScoredPoint[][]>> {
    return this.#documents.before(documentsInQueries(queries, true), "query", reading.signal, () =>
      batch(ask(this.#scope, collection, queries, rules, { isBatch: true, ...reading })),
    );
  }

  #groups(
    collection: string,
    body: GroupsBody,
    rules: Rules,
    reading: SearchReading,
  ): Promise<MaybeAnnotated<Groups>> {
    return this.#documents.first(documentsInQueries([body]), "query", reading.signal, () =>
      askGroups(this.#scope, collection, body, rules, reading),
    );
  }
}

/** How a query is read. */
type SearchReading = Pick<NonNullable<Parameters<typeof ask>[4]>, "where" | "signal">;

function first(asked: MaybePromise<QueryResults>): MaybePromise<MaybeAnnotated<ScoredPoint[]>> {
  return andThen(asked, ({ points, notes }) => annotatedOne(points[0]!, notes[0]!));
}

function batch(asked: MaybePromise<QueryResults>): MaybePromise<MaybeAnnotated<ScoredPoint[][]>> {
  return andThen(asked, ({ points, notes }) => annotatedAll(points, notes));
}

/** The limit, under both of its names. */
type Limits = Partial<Pick<Search, "limit" | "top">>;

/** Copies field by field, which is the fastest way, because every search passes here. */
function searchAsQuery(search: Search): QueryBody {
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

function groupSearchAsQuery(search: SearchGroups): GroupsBody {
  const { group_by, group_size, with_lookup } = search;
  return { ...searchAsQuery(search), group_by, group_size, with_lookup };
}

function recommendationAsQuery<T extends Recommend & Limits>(recommendation: T) {
  const { positive, negative, strategy, limit, top } = recommendation;
  const query = { recommend: { positive, negative, strategy } };
  return { ...recommendation, query, limit: limit ?? top };
}

/** @throws InvalidArgument if there is neither a target nor a context */
function discoveryAsQuery(discovery: DiscoverBody, { discoverTarget }: Rules): QueryBody {
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
