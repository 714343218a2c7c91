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
import { discoveryAsQuery, recommendationAsQuery, searchAsQuery } from "./query/as-query.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";

export class SearchService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  search({ collection_name, ...search }: SearchPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, collection_name, [searchAsQuery(search)], rules, "vector"));
  }

  searchBatch({ collection_name, searches }: SearchBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(searchAsQuery), rules, "vector");
  }

  searchGroups({ collection_name, ...body }: SearchGroups, rules: Rules): Promise<Groups> {
    return askGroups(this.#database, collection_name, searchAsQuery(body), rules, "vector");
  }

  recommend({ collection_name, ...body }: RecommendPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, collection_name, [recommendationAsQuery(body)], rules));
  }

  recommendBatch({ collection_name, searches }: RecommendBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(recommendationAsQuery), rules);
  }

  recommendGroups({ collection_name, ...body }: RecommendGroups, rules: Rules): Promise<Groups> {
    return askGroups(this.#database, collection_name, recommendationAsQuery(body), rules);
  }

  async discover({ collection_name, ...body }: DiscoverPoints, rules: Rules): Promise<ScoredPoint[]> {
    return first(ask(this.#database, collection_name, [discoveryAsQuery(body)], rules));
  }

  async discoverBatch({ collection_name, searches }: DiscoverBatch, rules: Rules): Promise<ScoredPoint[][]> {
    return ask(this.#database, collection_name, searches.map(discoveryAsQuery), rules);
  }
}

async function first(answers: Promise<ScoredPoint[][]>): Promise<ScoredPoint[]> {
  return (await answers)[0]!;
}
