// The points that prefetches found, scored by a formula.
// The decision: payloads are read and parsed in slices, and only if the formula looks at them; others have the thread between
// two points, as the clock says.
import type { Collection } from "../../core/collection.ts";
import { fillSets } from "../../core/filter/large-set.ts";
import type { MatchPoint } from "../../core/filter/match.ts";
import { f32Score } from "../../core/score.ts";
import { inTurns } from "../../core/turns.ts";
import { ensureWanted, pauseWhileWanted } from "../../core/wanted.ts";
import { turnIsOver } from "../../pause.ts";
import type { PointId } from "../../schema/leaf.ts";
import { evaluate } from "./evaluate.ts";
import type { Formula } from "./expression.ts";
import type { Findings, Found } from "./plan.ts";
import type { Look } from "./similarity.ts";
import { byScore, type Union } from "./union.ts";

const SLICE_POINTS = 256;

/** @throws InvalidArgument for the first point that it cannot score, DeadlineExceeded */
export async function rescoreByFormula(
  { expression, readsPayload, filters }: Formula,
  lists: readonly Findings[],
  union: Union,
  { collection, wanted }: Look,
): Promise<Found[]> {
  for (const filter of filters) await inTurns(fillSets(filter), wanted);
  const scoresOf = scoresById(lists, collection);
  const all = [...union];
  const found: Found[] = [];
  for (let first = 0; first < all.length; first += SLICE_POINTS) {
    ensureWanted(wanted);
    const slice = all.slice(first, first + SLICE_POINTS);
    const points = readsPayload
      ? await collection.reads.points(slice.map(([, slot]) => slot))
      : slice.map(([id]) => bare(id));
    for (const [i, [id, slot]] of slice.entries()) {
      if (turnIsOver()) await pauseWhileWanted(wanted);
      const score = evaluate(expression, { point: points[i]!, scores: scoresOf(id) });
      found.push({ slot, score: f32Score(score) });
    }
  }
  return byScore(found);
}

/** For a formula that looks at nothing but scores. */
function bare(id: PointId): MatchPoint {
  return { id, payload: {}, hasVector: () => false, textIndex: () => null };
}

function scoresById(
  lists: readonly Findings[],
  { reads }: Collection,
): (id: PointId) => (number | undefined)[] {
  const scores = lists.map(({ found }) => new Map(found.map(({ slot, score }) => [reads.idOf(slot), score])));
  return (id) => scores.map((list) => list.get(id));
}
