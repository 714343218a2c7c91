// The part of each index in the scores of the hits of a sparse search, for an explanation.
// The decision: the parts are computed from the vectors as they are stored now, after the search. Added in the order in
// which they are listed, each sum rounded to f32, they are the score of the hit.

import type { HitExplanation } from "../../schema/explain.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import { decodeSparse } from "../../shared/sparse-vector.ts";
import { factorsOf } from "./idf.ts";
import type { Nearest, Plan, ScoredRef, Step } from "./plan.ts";

/** @param plan a search among sparse vectors, whose query is weighted */
export async function explainTerms(
  { collection, root, signal }: Plan & { readonly root: Step<Nearest> },
  hits: readonly ScoredRef[],
  points: readonly ScoredPoint[],
): Promise<HitExplanation[]> {
  const { query, idf } = root;
  const { indices, values } = decodeSparse(query.vector as Uint8Array);
  const statistics = await collection.reads
    .while(signal)
    .termStatistics(query.field.name, indices, idf?.filter ?? null);
  const factors = idf === null ? null : factorsOf(statistics);
  const rows = await collection.reads.vectors(
    query.field.name,
    hits.map(({ ref }) => ref),
  );
  const positions = new Map(Array.from(indices, (index, i) => [index, i]));
  return points.map(({ id }, hit) => {
    const row = rows[hit];
    const stored = row ? decodeSparse(row as Uint8Array) : { indices: [], values: [] };
    const terms = Array.from(stored.indices).flatMap((index, i) => {
      const at = positions.get(index);
      if (at === undefined) return [];
      const score = Math.fround(values[at]! * stored.values[i]!);
      return { index, df: statistics.frequencies[at]!, ...(factors && { idf: factors[at]! }), score };
    });
    return { id, terms };
  });
}
