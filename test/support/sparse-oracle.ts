// The scores of sparse vectors, computed plainly: what a search has to return to the bit.

export interface PlainSparse {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** Returns the f32 sum of the products over the shared indices, ascending; null if none is shared. */
export function plainScore(query: PlainSparse, row: PlainSparse): number | null {
  const weights = new Map(query.indices.map((index, i) => [index, query.values[i]!]));
  const shared = row.indices
    .map((index, i) => ({ index, value: row.values[i]! }))
    .filter(({ index }) => weights.has(index))
    .sort((a, b) => a.index - b.index);
  if (shared.length === 0) return null;
  return shared.reduce((sum, { index, value }) => {
    const product = Math.fround(Math.fround(weights.get(index)!) * Math.fround(value));
    return Math.fround(sum + product);
  }, 0);
}

/** Returns the ids and scores of the best points, best first; of equal scores the smaller id first. */
export function plainSearch(
  rows: ReadonlyMap<number, PlainSparse>,
  query: PlainSparse,
  limit: number,
): { id: number; score: number }[] {
  const scored = [...rows].flatMap(([id, row]) => {
    const score = plainScore(query, row);
    return score === null ? [] : [{ id, score }];
  });
  return scored.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
}

/** Returns the query with its values multiplied by the inverse document frequency among the rows. */
export function plainIdf(rows: Iterable<PlainSparse>, query: PlainSparse): PlainSparse {
  const all = [...rows].filter(({ indices }) => indices.length > 0);
  const values = query.indices.map((index, i) => {
    const n = all.filter(({ indices }) => indices.includes(index)).length;
    return Math.fround(query.values[i]! * Math.fround(Math.log(1 + (all.length - n + 0.5) / (n + 0.5))));
  });
  return { indices: query.indices, values };
}
