// Multiplies the values of sparse queries by the inverse document frequency of their indices.
// The decision: the statistics are those of living points at the time of the query, so deleting a point changes scores
// at once, and every replica computes the same. The factor is ln(1 + (N - n + 0.5) / (n + 0.5)) in 64 bits, rounded to
// f32, and its product with the value is rounded again: N vectors, n of them with the index.
import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { TermStatistics } from "../../core/search/term-statistics.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { decodeSparse, encodeSparse } from "../../shared/sparse-vector.ts";
import type { Corpus, Plan, Query, Step } from "./plan.ts";

/** Returns the plans with weighted queries. */
export function withIdf(plans: readonly Plan[]): Promise<Plan[]> {
  return Promise.all(
    plans.map(async (plan) =>
      usesIdf(plan.root) ? { ...plan, root: await weightedStep(plan.root, plan) } : plan,
    ),
  );
}

/** Whether a step, or one below it, has a query whose values are weighted. */
function usesIdf({ idf, prefetch }: Step<unknown>): boolean {
  return idf !== null || prefetch.some(usesIdf);
}

async function weightedStep(step: Step, plan: Plan): Promise<Step> {
  const prefetch = await Promise.all(step.prefetch.map((below) => weightedStep(below, plan)));
  return { ...step, prefetch, query: await weightedQuery(step, plan) };
}

async function weightedQuery({ query, idf }: Step, { collection, signal }: Plan): Promise<Query> {
  if (idf === null) return query;
  const weigh = (field: FieldConfig, vectors: readonly VectorRow[]) =>
    Promise.all(vectors.map((vector) => weighted(collection, field, vector, idf, signal)));
  if (query.kind === "scored") return { ...query, vectors: await weigh(query.field, query.vectors) };
  if (query.kind !== "nearest" && query.kind !== "diverse") return query;
  const [vector] = await weigh(query.field, [query.vector]);
  return { ...query, vector: vector! };
}

async function weighted(
  { reads }: Collection,
  { name }: FieldConfig,
  vector: VectorRow,
  corpus: Corpus,
  signal: CancelSignal,
): Promise<VectorRow> {
  const { indices, values } = decodeSparse(vector as Uint8Array);
  const statistics = await reads.while(signal).termStatistics(name, indices, corpus.filter);
  const factors = factorsOf(statistics);
  return encodeSparse({ indices, values: values.map((value, i) => Math.fround(value * factors[i]!)) });
}

/** Returns the factor of each index. */
export function factorsOf({ vectors, frequencies }: TermStatistics): Float32Array {
  return Float32Array.from(frequencies, (n) => Math.log(1 + (vectors - n + 0.5) / (n + 0.5)));
}
