// Maximal marginal relevance: results that are good and not like each other.
// The decision: it picks one after another; what it costs are the similarities of each pick to all candidates, which the
// caller measures when they are needed.

/**
 * The positions of the picks, in their order. The first is the most relevant; every other is the one with the most of
 * `lambda` times its relevance less the rest times its similarity to the nearest pick so far.
 * @param relevance of the candidates
 * @param similarities of all candidates to one of them
 */
export async function pickDiverse(
  relevance: ArrayLike<number>,
  count: number,
  lambda: number,
  similarities: (candidate: number) => Promise<ArrayLike<number>>,
): Promise<number[]> {
  const left = new Set(Array.from({ length: relevance.length }, (_, i) => i));
  const nearest = new Float64Array(relevance.length).fill(Number.NEGATIVE_INFINITY);
  const picked: number[] = [];
  while (picked.length < count && left.size > 0) {
    const last = picked.at(-1);
    if (last !== undefined) {
      const toLast = await similarities(last);
      for (const i of left) nearest[i] = Math.max(nearest[i]!, toLast[i]!);
    }
    const marginal = (i: number) =>
      last === undefined ? relevance[i]! : lambda * relevance[i]! - (1 - lambda) * nearest[i]!;
    const next = best(left, marginal);
    left.delete(next);
    picked.push(next);
  }
  return picked;
}

/** Of equals the first. */
function best(candidates: Iterable<number>, value: (candidate: number) => number): number {
  let best = -1;
  let most = Number.NaN;
  for (const candidate of candidates) {
    const own = value(candidate);
    if (best < 0 || own > most) {
      best = candidate;
      most = own;
    }
  }
  return best;
}
