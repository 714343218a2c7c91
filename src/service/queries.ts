// Use cases of queries: one, several in one request, and groups.
import type { Database } from "../core/database/database.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type { Groups, QueryBatch, QueryGroups, QueryPoints } from "../schema/query-points.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { AnswerBudgets, type ReadScope } from "./common/answer-budget.ts";
import { annotatedAll, annotatedOne } from "./query/annotate.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";

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
  ): MaybePromise<MaybeAnnotated<QueryResult>> {
    const asked = ask(this.#scope, request.collection_name, [request], rules, { signal });
    return andThen(asked, ({ points, notes }) => annotatedOne(inResult(points[0]!), notes[0]!));
  }

  async batch(
    { collection_name, searches }: QueryBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<QueryResult[]>> {
    const { points, notes } = await ask(this.#scope, collection_name, searches, rules, {
      signal: signal,
      isBatch: true,
    });
    return annotatedAll(points.map(inResult), notes);
  }

  groups(request: QueryGroups, rules: Rules, signal?: CancelSignal): Promise<MaybeAnnotated<Groups>> {
    return askGroups(this.#scope, request.collection_name, request, rules, { signal });
  }
}

function inResult(points: ScoredPoint[]): QueryResult {
  return { points };
}
