// Use cases of similarity search, recommendation and discovery, which are all run as queries.
import type { Database } from "../core/database/database.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeExplained } from "../schema/explain.ts";
import type { Groups } from "../schema/query-points.ts";
import type {
  DiscoverBatch,
  DiscoverPoints,
  RecommendBatch,
  RecommendGroups,
  RecommendPoints,
  SearchGroups,
} from "../schema/recommend.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint, SearchBatch, SearchPoints } from "../schema/search.ts";
import { AnswerReservation, type ReadScope } from "./common/answer-budget.ts";
import {
  discoveryAsQuery,
  groupSearchAsQuery,
  recommendationAsQuery,
  searchAsQuery,
} from "./query/as-query.ts";
import { ask, type QueryResults } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";
import { all, one } from "./query/explain.ts";

export class SearchService {
  readonly #place: ReadScope;

  constructor(database: Database, room = new AnswerReservation(database)) {
    this.#place = { database, room };
  }

  search(
    request: SearchPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [searchAsQuery(request)], rules, {
        where: "vector",
        signal: signal,
      }),
    );
  }

  searchBatch(
    { collection_name, searches }: SearchBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[][]>> {
    return batch(
      ask(this.#place, collection_name, searches.map(searchAsQuery), rules, {
        where: "vector",
        signal: signal,
      }),
    );
  }

  searchGroups(request: SearchGroups, rules: Rules, signal?: CancelSignal): Promise<Groups> {
    return askGroups(this.#place, request.collection_name, groupSearchAsQuery(request), rules, {
      where: "vector",
      signal: signal,
    });
  }

  recommend(
    request: RecommendPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [recommendationAsQuery(request)], rules, { signal }),
    );
  }

  recommendBatch(
    { collection_name, searches }: RecommendBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[][]>> {
    return batch(ask(this.#place, collection_name, searches.map(recommendationAsQuery), rules, { signal }));
  }

  recommendGroups(request: RecommendGroups, rules: Rules, signal?: CancelSignal): Promise<Groups> {
    return askGroups(this.#place, request.collection_name, recommendationAsQuery(request), rules, {
      signal: signal,
    });
  }

  discover(
    request: DiscoverPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [discoveryAsQuery(request, rules)], rules, { signal }),
    );
  }

  discoverBatch(
    { collection_name, searches }: DiscoverBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<ScoredPoint[][]>> {
    const queries = searches.map((one) => discoveryAsQuery(one, rules));
    return batch(ask(this.#place, collection_name, queries, rules, { signal }));
  }
}

function first(asked: MaybePromise<QueryResults>): MaybePromise<MaybeExplained<ScoredPoint[]>> {
  return andThen(asked, ({ points, explaining }) => one(points, explaining));
}

function batch(asked: MaybePromise<QueryResults>): MaybePromise<MaybeExplained<ScoredPoint[][]>> {
  return andThen(asked, ({ points, explaining }) => all(points, explaining));
}
