// The way of every request for points that are scored: read all of it, resolve its ids, count what it asks for, and only
// then search.
import type { Database } from "../../core/database.ts";
import type { QueryBody } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import { AnswerBudget } from "../record-reader.ts";
import { answersTo } from "./answers.ts";
import { checkHits, type Reading, readPlan } from "./read-plan.ts";
import { resolvePlans } from "./resolve.ts";

/** @returns in the order of the queries */
export async function ask(
  database: Database,
  collectionName: string,
  bodies: readonly QueryBody[],
  rules: Rules,
  reading: Omit<Reading, "points"> = {},
): Promise<ScoredPoint[][]> {
  const collection = database.collection(collectionName);
  const drafts = bodies.map((body) => readPlan(database, collection, body, rules, reading));
  const plans = await resolvePlans(drafts);
  checkHits(plans);
  return answersTo(plans, new AnswerBudget());
}
