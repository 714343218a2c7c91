// Use cases about queries: one, several in one request, and groups.
import type { Database } from "../core/database.ts";
import type { QueryBatch, QueryPoints } from "../schema/query-points.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { ask } from "./query/ask.ts";

interface QueryResult {
  readonly points: ScoredPoint[];
}

export class QueryService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async points({ collection_name, ...body }: QueryPoints, rules: Rules): Promise<QueryResult> {
    const [points] = await ask(this.#database, collection_name, [body], rules);
    return { points: points! };
  }

  async batch({ collection_name, searches }: QueryBatch, rules: Rules): Promise<QueryResult[]> {
    const answers = await ask(this.#database, collection_name, searches, rules);
    return answers.map((points) => ({ points }));
  }
}
