// Use cases about similarity search, recommendation and discovery: all of them are queries in another dress.
import type { Database } from "../core/database.ts";
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
import {
  discoveryAsQuery,
  groupSearchAsQuery,
  recommendationAsQuery,
  searchAsQuery,
} from "./query/as-query.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";

export class SearchService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  search(request: SearchPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, request.collection_name, [searchAsQuery(request)], rules, "vector"));
  }

  searchBatch({ collection_name, searches }: SearchBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(searchAsQuery), rules, "vector");
  }

  searchGroups(request: SearchGroups, rules: Rules): Promise<Groups> {
    return askGroups(this.#database, request.collection_name, groupSearchAsQuery(request), rules, "vector");
  }

  recommend(request: RecommendPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, request.collection_name, [recommendationAsQuery(request)], rules));
  }

  recommendBatch({ collection_name, searches }: RecommendBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(recommendationAsQuery), rules);
  }

  recommendGroups(request: RecommendGroups, rules: Rules): Promise<Groups> {
    return askGroups(this.#database, request.collection_name, recommendationAsQuery(request), rules);
  }

  async discover(request: DiscoverPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, request.collection_name, [discoveryAsQuery(request)], rules));
  }

  async discoverBatch({ collection_name, searches }: DiscoverBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(discoveryAsQuery), rules);
  }
}

async function first(answers: Promise<ScoredPoint[][]>): Promise<ScoredPoint[]> {
  return (await answers)[0]!;
}
