// Use cases of queries: one, several in one request, and groups.
import type { Database } from "../core/database/database.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type { Groups, QueryBatch, QueryGroups, QueryPoints } from "../schema/query-points.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { AnswerBudgets, type ReadScope } from "./common/answer-budget.ts";
import { Documents } from "./documents/documents.ts";
import { documentsInQueries } from "./documents/find.ts";
import { annotatedAll, annotatedOne } from "./query/annotate.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";

interface QueryResult {
  readonly points: ScoredPoint[];
}

export class QueryService {
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

  points(
    request: QueryPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<MaybeAnnotated<QueryResult>> {
    return this.#documents.before(documentsInQueries([request]), "query", signal, () => {
      const asked = ask(this.#scope, request.collection_name, [request], rules, { signal });
      return andThen(asked, ({ points, notes }) => annotatedOne(inResult(points[0]!), notes[0]!));
    });
  }

  async batch(
    { collection_name, searches }: QueryBatch,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<QueryResult[]>> {
    return this.#documents.before(documentsInQueries(searches, true), "query", signal, async () => {
      const reading = { signal, isBatch: true };
      const { points, notes } = await ask(this.#scope, collection_name, searches, rules, reading);
      return annotatedAll(points.map(inResult), notes);
    });
  }

  groups(request: QueryGroups, rules: Rules, signal?: CancelSignal): Promise<MaybeAnnotated<Groups>> {
    return this.#documents.first(documentsInQueries([request]), "query", signal, () =>
      askGroups(this.#scope, request.collection_name, request, rules, { signal }),
    );
  }
}

function inResult(points: ScoredPoint[]): QueryResult {
  return { points };
}
