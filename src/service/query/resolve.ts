// Converts drafts to steps: the ids of examples are replaced by the vectors of their points, and filters are passed
// down to the steps that search points.
// The decision: all ids of a request are looked up together, each once. An id that does not exist, or has no such
// vector, fails the whole request with an error that names it, because leaving it out would change the query.

import type { FieldConfig } from "../../core/config/collection-config.ts";
import { SPARSE } from "../../core/config/types.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { VectorNotFound } from "../../errors/query.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import type { PointId } from "../../schema/leaf.ts";
import { MAX_EXAMPLE_BYTES, MAX_IDS } from "../../schema/limits.ts";
import { checkDimension } from "../writes/fields.ts";
import { refuseAbsent } from "../writes/selection.ts";
import { NO_CONVERSION } from "../writes/sparse-rows.ts";
import { allOf, exceptIds } from "./filters.ts";
import type { Plan, Query, Source, Step, StepDraft, Unresolved } from "./plan.ts";

/** @throws PointNotFound, VectorNotFound, DimensionMismatch, InvalidArgument for too many ids */
export async function resolvePlans(plans: readonly Plan<StepDraft>[]): Promise<Plan[]> {
  const lookups = new Lookups();
  for (const { root } of plans) lookups.note(root);
  if (!lookups.areNone) await lookups.read();
  return plans.map((plan) =>
    isResolved(plan) ? plan : { ...plan, root: resolved(plan.root, null, lookups) },
  );
}

/** Tells whether a plan needs no lookup and has no filter to pass down, as most. */
export function isResolved(plan: Plan<StepDraft>): plan is Plan {
  const { root } = plan;
  return root.query.kind !== "unresolved" && root.prefetch.length === 0;
}

function resolved(draft: StepDraft, outer: Filter | null, lookups: Lookups): Step {
  const { query, prefetch, params, idf, threshold, limit, excluded } = draft;
  const filter = allOf(outer, draft.filter);
  const below = prefetch.length > 0 && excluded.length > 0 ? allOf(filter, exceptIds(excluded)) : filter;
  return {
    query: query.kind === "unresolved" ? lookups.query(query) : query,
    prefetch: prefetch.map((step) => resolved(step, below, lookups)),
    filter,
    params,
    idf,
    threshold,
    limit,
    excluded,
  };
}

/** The ids that are looked up in one place. */
interface Lookup {
  readonly source: Source;
  readonly vectors: Map<PointId, VectorRow | null>;
}

class Lookups {
  readonly #bySource = new Map<string, Lookup>();

  get areNone(): boolean {
    return this.#bySource.size === 0;
  }

  note({ query, prefetch }: StepDraft): void {
    if (query.kind === "unresolved") {
      const { vectors } = this.#of(query.source);
      for (const id of query.ids) vectors.set(id, null);
    }
    for (const below of prefetch) this.note(below);
  }

  async read(): Promise<void> {
    const lookups = [...this.#bySource.values()];
    checkSize(lookups);
    await Promise.all(lookups.map(fill));
  }

  query({ examples, source, field, make }: Unresolved): Query {
    const vectors = examples.map((example) => {
      if (!("id" in example)) return example;
      const vector = this.#of(source).vectors.get(example.id)!;
      checkKind(vector, field);
      return vector;
    });
    return make(vectors);
  }

  #of(source: Source): Lookup {
    const key = `${source.collection.uuid}/${source.vectorName}`;
    const lookup = this.#bySource.get(key) ?? { source, vectors: new Map() };
    this.#bySource.set(key, lookup);
    return lookup;
  }
}

/** @throws InvalidVector, DimensionMismatch if vectors of another collection are of another kind or size */
function checkKind(vector: VectorRow, field: FieldConfig): void {
  const isDense = vector instanceof Float32Array;
  if (isDense === (field.kind === SPARSE)) throw new InvalidVector("lookup_from", NO_CONVERSION);
  if (isDense) checkDimension(vector, field.size, "");
}

function checkSize(lookups: readonly Lookup[]): void {
  const ids = lookups.reduce((sum, { vectors }) => sum + vectors.size, 0);
  if (ids > MAX_IDS) {
    throw new InvalidArgument(`query: expected at most ${MAX_IDS} ids in one request, got ${ids}`);
  }
  const bytes = lookups.reduce((sum, { source, vectors }) => {
    const { size = 0 } = source.collection.field(source.vectorName) ?? {};
    return sum + vectors.size * size * Float32Array.BYTES_PER_ELEMENT;
  }, 0);
  if (bytes > MAX_EXAMPLE_BYTES) {
    throw new InvalidArgument(
      `query: the vectors of ${ids} ids are larger than ${MAX_EXAMPLE_BYTES} bytes; name fewer in one request`,
    );
  }
}

function fill({ source: { collection, vectorName }, vectors }: Lookup): Promise<void> {
  const ids = [...vectors.keys()];
  return collection.reading(async () => {
    const found = await collection.reads.find(ids);
    refuseAbsent(ids, found);
    const refs = found.filter((ref) => ref !== null);
    (await collection.reads.vectors(vectorName, refs)).forEach((vector, i) => {
      if (vector === null) throw new VectorNotFound(String(ids[i]), vectorName);
      vectors.set(ids[i]!, vector);
    });
  });
}
