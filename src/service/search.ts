// Use cases about similarity search, recommendation and discovery: all of them are queries in another dress.
import type { Database } from "../core/database.ts";
import type { Wanted } from "../schema/caller.ts";
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
import { after, type Soon } from "../schema/soon.ts";
import { AnswerRoom, type Place } from "./answer-room.ts";
import {
  discoveryAsQuery,
  groupSearchAsQuery,
  recommendationAsQuery,
  searchAsQuery,
} from "./query/as-query.ts";
import { type Asked, ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";
import { all, one } from "./query/explain.ts";

export class SearchService {
  readonly #place: Place;

  constructor(database: Database, room = new AnswerRoom(database)) {
    this.#place = { database, room };
  }

  search(request: SearchPoints, rules: Rules, wanted?: Wanted): Soon<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [searchAsQuery(request)], rules, {
        where: "vector",
        wanted,
      }),
    );
  }

  searchBatch(
    { collection_name, searches }: SearchBatch,
    rules: Rules,
    wanted?: Wanted,
  ): Soon<MaybeExplained<ScoredPoint[][]>> {
    return batch(
      ask(this.#place, collection_name, searches.map(searchAsQuery), rules, {
        where: "vector",
        wanted,
      }),
    );
  }

  searchGroups(request: SearchGroups, rules: Rules, wanted?: Wanted): Promise<Groups> {
    return askGroups(this.#place, request.collection_name, groupSearchAsQuery(request), rules, {
      where: "vector",
      wanted,
    });
  }

  recommend(request: RecommendPoints, rules: Rules, wanted?: Wanted): Soon<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [recommendationAsQuery(request)], rules, { wanted }),
    );
  }

  recommendBatch(
    { collection_name, searches }: RecommendBatch,
    rules: Rules,
    wanted?: Wanted,
  ): Soon<MaybeExplained<ScoredPoint[][]>> {
    return batch(ask(this.#place, collection_name, searches.map(recommendationAsQuery), rules, { wanted }));
  }

  recommendGroups(request: RecommendGroups, rules: Rules, wanted?: Wanted): Promise<Groups> {
    return askGroups(this.#place, request.collection_name, recommendationAsQuery(request), rules, {
      wanted,
    });
  }

  discover(request: DiscoverPoints, rules: Rules, wanted?: Wanted): Soon<MaybeExplained<ScoredPoint[]>> {
    return first(
      ask(this.#place, request.collection_name, [discoveryAsQuery(request, rules)], rules, { wanted }),
    );
  }

  discoverBatch(
    { collection_name, searches }: DiscoverBatch,
    rules: Rules,
    wanted?: Wanted,
  ): Soon<MaybeExplained<ScoredPoint[][]>> {
    const queries = searches.map((one) => discoveryAsQuery(one, rules));
    return batch(ask(this.#place, collection_name, queries, rules, { wanted }));
  }
}

function first(asked: Soon<Asked>): Soon<MaybeExplained<ScoredPoint[]>> {
  return after(asked, ({ points, explaining }) => one(points, explaining));
}

function batch(asked: Soon<Asked>): Soon<MaybeExplained<ScoredPoint[][]>> {
  return after(asked, ({ points, explaining }) => all(points, explaining));
}
