// Use cases about queries: one, several in one request, and groups.
import type { Database } from "../core/database.ts";
import type { Wanted } from "../schema/caller.ts";
import type { MaybeExplained } from "../schema/explain.ts";
import type { Groups, QueryBatch, QueryGroups, QueryPoints } from "../schema/query-points.ts";
import type { Rules } from "../schema/rules.ts";
import type { ScoredPoint } from "../schema/search.ts";
import { after, type Soon } from "../schema/soon.ts";
import { AnswerRoom, type Place } from "./answer-room.ts";
import { ask } from "./query/ask.ts";
import { askGroups } from "./query/ask-groups.ts";
import { all, one } from "./query/explain.ts";

interface QueryResult {
  readonly points: ScoredPoint[];
}

export class QueryService {
  readonly #place: Place;

  constructor(database: Database, room = new AnswerRoom(database)) {
    this.#place = { database, room };
  }

  points(request: QueryPoints, rules: Rules, wanted?: Wanted): Soon<MaybeExplained<QueryResult>> {
    const asked = ask(this.#place, request.collection_name, [request], rules, { wanted });
    return after(asked, ({ points, explaining }) => one(points.map(inResult), explaining));
  }

  async batch(
    { collection_name, searches }: QueryBatch,
    rules: Rules,
    wanted?: Wanted,
  ): Promise<MaybeExplained<QueryResult[]>> {
    const { points, explaining } = await ask(this.#place, collection_name, searches, rules, { wanted });
    return all(points.map(inResult), explaining);
  }

  groups(request: QueryGroups, rules: Rules, wanted?: Wanted): Promise<Groups> {
    return askGroups(this.#place, request.collection_name, request, rules, { wanted });
  }
}

function inResult(points: ScoredPoint[]): QueryResult {
  return { points };
}
