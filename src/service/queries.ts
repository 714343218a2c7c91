// Use cases of queries: one, several in one request, and groups.
import type { Database } from "../core/database/database.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeExplained } from "../schema/explain.ts";
import type { Groups, QueryBatch, QueryGroups, QueryPoints } from "../schema/query-points.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { AnswerBudgets, type ReadScope } from "./common/answer-budget.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";
import { explainedList, explainedLists } from "./query/explain.ts";

interface QueryResult {
  readonly points: ScoredPoint[];
}

export class QueryService {
  readonly #scope: ReadScope;

  constructor(database: Database, budgets = new AnswerBudgets(database)) {
    this.#scope = { database, budgets };
  }

  points(
    request: QueryPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeExplained<QueryResult>> {
    const asked = ask(this.#scope, request.collection_name, [request], rules, { signal });
    return andThen(asked, ({ points, explaining }) => explainedList(points.map(inResult), explaining));
  }

  async batch(
    { collection_name, searches }: QueryBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeExplained<QueryResult[]>> {
    const { points, explaining } = await ask(this.#scope, collection_name, searches, rules, { signal });
    return explainedLists(points.map(inResult), explaining);
  }

  groups(request: QueryGroups, rules: Rules, signal?: CancelSignal): Promise<Groups> {
    return askGroups(this.#scope, request.collection_name, request, rules, { signal });
  }
}

function inResult(points: ScoredPoint[]): QueryResult {
  return { points };
}
