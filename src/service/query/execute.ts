// Runs the steps of a query, prefetches first.
// The decision: only some of the steps of a request run at a time, because waiting searches are counted and refused if
// there are too many, and other requests need their share.
import { passes } from "../../core/search/score.ts";
import { Limiter } from "../../scheduling/limiter.ts";
import { searchAllPoints } from "./all-points.ts";
import type { Plan, ScoredRef, Step, StepHits } from "./plan.ts";
import { rescore } from "./rescore.ts";
import type { SimilarityScan } from "./similarity.ts";

const STEPS_AT_A_TIME = 4;

/** The parameters that all steps of a query share. */
type Frame = SimilarityScan & Pick<Plan, "strict">;

export function execute(step: Step, frame: Frame): Promise<StepHits> {
  return run(step, frame, new Limiter(STEPS_AT_A_TIME));
}

async function run(step: Step, frame: Frame, limiter: Limiter): Promise<StepHits> {
  const { prefetch, limit } = step;
  const limited = (work: () => Promise<StepHits>) => limiter.run(work, frame.signal);
  if (prefetch.length === 0)
    return kept(step, await limited(() => searchAllPoints(step, frame)), frame.strict);
  const lists = await Promise.all(prefetch.map((below) => runBelow(below, frame, limiter)));
  return kept(step, await limited(() => rescore(step, lists, frame)), frame.strict, limit);
}

/** Runs a prefetch, which has an explanation of its own if it is a part of a hybrid search. */
function runBelow(step: Step, frame: Frame, limiter: Limiter): Promise<StepHits> {
  const { explaining } = frame;
  if (!explaining) return run(step, frame, limiter);
  return explaining.part(step.params, (part) => run(step, { ...frame, explaining: part }, limiter));
}

function kept({ query, threshold }: Step, { found, ascending }: StepHits, strict: boolean, limit?: number) {
  const isGood = goodEnough(query.kind, threshold, ascending, strict);
  return { found: (isGood ? found.filter(isGood) : found).slice(0, limit), ascending };
}

/** Returns the check of the score threshold, or null. Combined scores may equal the threshold in both dialects. */
function goodEnough(
  kind: Step["query"]["kind"],
  threshold: number | null,
  ascending: boolean,
  strict: boolean,
): ((found: ScoredRef) => boolean) | null {
  if (threshold === null) return null;
  const isStrict = strict && kind !== "fusion" && kind !== "formula";
  return ({ score }) => passes(ascending ? "Euclid" : "Dot", score, threshold, isStrict);
}
