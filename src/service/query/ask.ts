// Serves every request for scored points: reads all of it, resolves its ids, counts the points it requests, and only
// then searches.

import { andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import { type Sliced, startInSlices } from "../../scheduling/slices.ts";
import type { QueryBody } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import type { ReadScope } from "../common/answer-budget.ts";
import type { SearchNotes } from "./annotate.ts";
import { answerPlain, answersTo } from "./answers.ts";
import { withIdf } from "./idf.ts";
import { ensureExplicable, type Plan, type StepDraft } from "./plan.ts";
import { checkHits, type Reading, readPlan } from "./read-plan.ts";
import { isResolved, resolvePlans } from "./resolve.ts";

/** The results of the queries of a request, in their order, and what is said about each. */
export interface QueryResults {
  readonly points: ScoredPoint[][];
  readonly notes: readonly SearchNotes[];
}

interface AskReading extends Omit<Reading, "points" | "path"> {
  /** Whether the queries are the `searches` of the request; else the only one is the request. */
  readonly isBatch?: boolean;
}

export function ask(
  { database, budgets }: ReadScope,
  collectionName: string,
  bodies: readonly QueryBody[],
  rules: Rules,
  reading: AskReading = {},
): MaybePromise<QueryResults> {
  const collection = database.collection(collectionName);
  const readOne = (body: QueryBody, i: number) =>
    readPlan(
      database,
      collection,
      body,
      rules,
      reading.isBatch ? { path: `searches[${i}].`, ...reading } : reading,
    );
  if (bodies.length > 1) {
    return andThen(startInSlices(readAll(bodies, readOne), reading.signal), (drafts) =>
      answered(drafts, budgets),
    );
  }
  const drafts = bodies.map(readOne);
  const [draft] = drafts;
  const isPlain = draft !== undefined && isResolved(draft) && draft.root.idf === null;
  const plain = isPlain ? answerPlain(draft, budgets) : null;
  if (plain === null) return answered(drafts, budgets);
  return andThen(plain, (points) => ({ points: [points], notes: [notesOf(drafts[0]!)] }));
}

/** Reads the queries of a batch in slices, because each may have a filter of a thousand conditions. */
function* readAll<Draft>(
  bodies: readonly QueryBody[],
  readOne: (body: QueryBody, i: number) => Draft,
): Sliced<Draft[]> {
  const drafts: Draft[] = [];
  for (const [i, body] of bodies.entries()) {
    drafts.push(readOne(body, i));
    yield;
  }
  return drafts;
}

async function answered(
  drafts: readonly Plan<StepDraft>[],
  budgets: ReadScope["budgets"],
): Promise<QueryResults> {
  const plans = await withIdf(await resolvePlans(drafts));
  checkHits(plans);
  for (const { explaining, root } of plans) if (explaining) ensureExplicable(root, explaining);
  const points = await budgets.within((budget) => answersTo(plans, budget));
  return { points, notes: plans.map(notesOf) };
}

/** Returns what is said about a query. That of the steps below it is not: they are not what the answer shows. */
export function notesOf({ collection, explaining, root }: Plan<StepDraft>): SearchNotes {
  const recall = root.prefetch.length === 0 ? root.params.recall : null;
  if (recall !== null && recall.unreached > 0) collection.unreached += recall.unreached;
  return { explaining, recall };
}
