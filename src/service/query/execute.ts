// Runs the steps of a query, those below before those above.
import { passes } from "../../core/score.ts";
import { findAmongAll, type Scope } from "./all-points.ts";
import type { Findings, Found, Step } from "./plan.ts";
import { rescore } from "./rescore.ts";

/** @param strict whether a score equal to the threshold of a search is not good enough */
export async function execute(step: Step, scope: Scope, strict: boolean): Promise<Findings> {
  const { prefetch, limit } = step;
  if (prefetch.length === 0) return kept(step, await findAmongAll(step, scope), strict);
  const lists = await Promise.all(prefetch.map((below) => execute(below, scope, strict)));
  return kept(step, await rescore(step, lists, scope.collection), strict, limit);
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
