// Runs the steps of a query, those below before those above.
// The decision: of all the steps of a request only some run at a time, because searches that wait are counted and
// refused when there are too many, and other requests have some, too.
import { passes } from "../../core/score.ts";
import { findAmongAll, type Scope } from "./all-points.ts";
import type { Findings, Found, Step } from "./plan.ts";
import { rescore } from "./rescore.ts";
import { Turns } from "./turns.ts";

const STEPS_AT_A_TIME = 4;

/** @param strict whether a score equal to the threshold of a search is not good enough */
export function execute(step: Step, scope: Scope, strict: boolean): Promise<Findings> {
  return run(step, scope, strict, new Turns(STEPS_AT_A_TIME));
}

async function run(step: Step, scope: Scope, strict: boolean, turns: Turns): Promise<Findings> {
  const { prefetch, limit } = step;
  if (prefetch.length === 0) return kept(step, await turns.take(() => findAmongAll(step, scope)), strict);
  const lists = await Promise.all(prefetch.map((below) => run(below, scope, strict, turns)));
  return kept(step, await turns.take(() => rescore(step, lists, scope.collection)), strict, limit);
}

function kept({ query, threshold }: Step, { found, ascending }: Findings, strict: boolean, limit?: number) {
  const isGood = goodEnough(query.kind, threshold, ascending, strict);
  return { found: (isGood ? found.filter(isGood) : found).slice(0, limit), ascending };
}

/** Combined scores may equal the threshold in both dialects. */
function goodEnough(
  kind: Step["query"]["kind"],
  threshold: number | null,
  ascending: boolean,
  strict: boolean,
): ((found: Found) => boolean) | null {
  if (threshold === null) return null;
  const isStrict = strict && kind !== "fusion" && kind !== "formula";
  return ({ score }) => passes(ascending ? "Euclid" : "Dot", score, threshold, isStrict);
}
