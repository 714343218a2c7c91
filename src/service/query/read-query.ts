// Converts the query of a step: one function for each kind of query.
// The decision: the request already matches its schema. This file checks what a schema cannot express: that exactly one
// kind of query is given, that its vectors fit the collection, and that other fields make sense with it.
import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { SPARSE } from "../../core/config/types.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { InvalidQuery } from "../../errors/query.ts";
import { InvalidTextQuery } from "../../errors/text.ts";
import { isPointId } from "../../schema/leaf.ts";
import { MAX_QUERY_VECTORS } from "../../schema/limits.ts";
import type { Context, QueryObject, Recommend, VectorInput } from "../../schema/query.ts";
import type { Prefetch } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import { isMeantSparse } from "../../schema/sparse-input.ts";
import { orderOf } from "../common/order.ts";
import { fieldOf } from "../writes/fields.ts";
import { averageVector } from "./averages.ts";
import { exampleOf, idsOf } from "./examples.ts";
import { parseFormula } from "./expression.ts";
import { distributionFusion, reciprocalRankFusion } from "./fusion.ts";
import type { Example, Source, StepDraft, Unresolved } from "./plan.ts";
import { readText } from "./read-text.ts";
import {
  bestScore,
  context,
  discovery,
  discoveryOfTarget,
  feedback,
  type Scorer,
  sumOfScores,
} from "./scorers.ts";
import { averageSparse } from "./sparse-averages.ts";

type DraftQuery = StepDraft["query"];
type Member<Name extends keyof QueryObject> = NonNullable<QueryObject[Name]>;

const DEFAULT_RRF_K = 2;
const DEFAULT_DIVERSITY = 0.5;

/** The properties of a step that the reader of its query needs. */
interface StepSite {
  readonly collection: Collection;
  readonly using: string;
  /** `using` as it was given; null: it was not. */
  readonly key: string | null;
  readonly rules: Rules;
  /** The path of the step in the request, with a dot at its end. */
  readonly path: string;
  readonly source: Source;
  readonly prefetches: number;
  readonly limit: number;
  /** The field of the request that names the vector. */
  readonly where: string;
}

/** @throws InvalidArgument */
export function readQuery(query: Prefetch["query"], site: StepSite): DraftQuery {
  if (query === undefined || query === null) return { kind: "by_id" };
  // A search has the vector and its name in one field.
  const where = site.where === "using" ? "query" : site.where;
  if (isVectorInput(query)) return new VectorQuery(site).nearest(query, where);
  return readObject(query, site);
}

function isVectorInput(query: NonNullable<Prefetch["query"]>): query is VectorInput {
  if (query instanceof Float32Array || Array.isArray(query) || isPointId(query)) return true;
  // These are not kinds of queries, but inputs that are refused with an error of their own.
  return isMeantSparse(query) || "image" in query || "object" in query;
}

/** Members that are given together with another one, never alone. */
const COMPANIONS = ["mmr", "defaults"];

function readObject(query: QueryObject, site: StepSite): DraftQuery {
  const given = KINDS.filter((name) => query[name] !== undefined && query[name] !== null);
  const [kind] = given;
  if (kind === undefined) {
    const names = KINDS.filter((name) => !COMPANIONS.includes(name)).join(", ");
    throw new InvalidArgument(`query: expected a vector, a point id or an object with one of ${names}`);
  }
  if (given.length > 1) throw new InvalidArgument(`query: give either ${given.join(" or ")}, not both`);
  switch (kind) {
    case "order_by":
      return { kind: "order_by", order: orderOf(query.order_by!) };
    case "fusion":
      return query.fusion === "rrf" ? readRrf({}, site) : { kind: "fusion", fuse: distributionFusion };
    case "rrf":
      return readRrf(query.rrf!, site);
    case "formula":
      return { kind: "formula", formula: parseFormula(query.formula, query.defaults ?? {}) };
    case "sample":
      return { kind: "sample" };
    case "text":
      return byText(query.text!, site);
    case "hybrid":
      throw new Error("a hybrid query that was not expanded");
    default:
      return readVectors(kind, query, new VectorQuery(site));
  }
}

const VECTOR_QUERY_KINDS = ["nearest", "recommend", "discover", "context", "relevance_feedback"] as const;
const KINDS = [
  ...VECTOR_QUERY_KINDS,
  "order_by",
  "fusion",
  "rrf",
  "formula",
  "sample",
  "text",
  "hybrid",
] as const;

function readVectors(
  kind: (typeof VECTOR_QUERY_KINDS)[number],
  query: QueryObject,
  vectors: VectorQuery,
): DraftQuery {
  switch (kind) {
    case "nearest":
      return query.mmr
        ? vectors.diverse(query.nearest!, query.mmr)
        : vectors.nearest(query.nearest!, "query.nearest");
    case "recommend":
      return vectors.recommend(query.recommend!);
    case "discover":
      return vectors.discover(query.discover!);
    case "context":
      return vectors.context(query.context!);
    case "relevance_feedback":
      return vectors.feedback(query.relevance_feedback!);
  }
}

function byText(given: Member<"text">, { collection, key, rules, prefetches, path }: StepSite): DraftQuery {
  const where = `${path}query.text`;
  if (prefetches > 0) throw new InvalidTextQuery(where, "BM25 over a text index cannot rescore prefetches");
  const site = { collection, using: key, rules, path: where, usingPath: `${path}using` };
  return { kind: "text", text: readText(given, site) };
}

function readRrf({ k, weights }: Member<"rrf">, { prefetches }: StepSite): DraftQuery {
  if (weights && weights.length !== prefetches && prefetches > 0) {
    throw new InvalidQuery({ kind: "rrf_weights", got: weights.length, expected: prefetches });
  }
  return { kind: "fusion", fuse: reciprocalRankFusion(k ?? DEFAULT_RRF_K, weights ?? []) };
}

/** Reads queries that compare vectors. */
class VectorQuery {
  readonly #field: FieldConfig;
  readonly #site: StepSite;

  constructor(site: StepSite) {
    this.#site = site;
    this.#field = fieldOf(site.collection, site.using, site.where);
  }

  nearest(input: VectorInput, where: string): DraftQuery {
    const field = this.#field;
    return this.#unresolved([this.#example(input, where)], ([vector]) => ({
      kind: "nearest",
      field,
      vector: vector!,
    }));
  }

  diverse(input: VectorInput, { diversity, candidates_limit }: Member<"mmr">): DraftQuery {
    const field = this.#field;
    const candidates = candidates_limit ?? this.#site.limit;
    const lambda = 1 - (diversity ?? DEFAULT_DIVERSITY);
    return this.#unresolved([this.#example(input, "query.nearest")], ([vector]) => ({
      kind: "diverse",
      field,
      vector: vector!,
      lambda,
      candidates,
    }));
  }

  recommend({ positive, negative, strategy }: Recommend): DraftQuery {
    const liked = this.#examples(positive ?? [], "query.recommend.positive");
    const disliked = this.#examples(negative ?? [], "query.recommend.negative");
    const examples = [...liked, ...disliked];
    if (examples.length === 0) throw new InvalidQuery({ kind: "no_examples" });
    if (strategy === "best_score") return this.#scored(examples, bestScore(liked.length));
    if (strategy === "sum_scores") {
      return this.#scored(examples, sumOfScores(liked.length, disliked.length));
    }
    if (liked.length === 0) throw new InvalidQuery({ kind: "no_positive_examples" });
    const field = this.#field;
    return this.#unresolved(examples, (vectors) => {
      const [positives, negatives] = [vectors.slice(0, liked.length), vectors.slice(liked.length)];
      const vector =
        field.kind === SPARSE
          ? averageSparse(positives as Uint8Array[], negatives as Uint8Array[])
          : averageVector(positives as Float32Array[], negatives as Float32Array[]);
      return { kind: "nearest", field, vector };
    });
  }

  discover({ target, context }: Member<"discover">): DraftQuery {
    const aim = this.#example(target, "query.discover.target");
    const pairs = this.#pairs(context ?? [], "query.discover.context");
    return this.#scored([aim, ...pairs], pairs.length === 0 ? discoveryOfTarget : discovery);
  }

  context(given: Context): DraftQuery {
    return this.#scored(this.#pairs(given, "query.context"), context);
  }

  feedback({ target, feedback: given, strategy }: Member<"relevance_feedback">): DraftQuery {
    const where = "query.relevance_feedback";
    const examples = given.map(({ example }, i) => this.#example(example, `${where}.feedback[${i}].example`));
    const scores = given.map(({ score }) => score);
    const aim = this.#example(target, `${where}.target`);
    const scorer = feedback(strategy.naive, scores);
    if (!scorer.weights!.every((weight) => Number.isFinite(Math.fround(weight)))) {
      throw new InvalidArgument(
        `${where}: the scores with a, b and c make a weight that is not finite as a 32-bit float; give smaller ones`,
      );
    }
    return this.#scored([aim, ...examples], scorer);
  }

  #pairs(given: Context, where: string): Example[] {
    const pairs = Array.isArray(given) ? given : [given];
    return pairs.flatMap(({ positive, negative }, i) => [
      this.#example(positive, `${where}[${i}].positive`),
      this.#example(negative, `${where}[${i}].negative`),
    ]);
  }

  #examples(inputs: readonly VectorInput[], where: string): Example[] {
    return inputs.map((input, i) => this.#example(input, `${where}[${i}]`));
  }

  #example(input: VectorInput, where: string): Example {
    return exampleOf(input, this.#field, where);
  }

  #scored(examples: readonly Example[], scorer: Scorer): DraftQuery {
    const field = this.#field;
    return this.#unresolved(examples, (vectors) => ({ kind: "scored", field, vectors, scorer }));
  }

  #unresolved(examples: readonly Example[], make: Unresolved["make"]): DraftQuery {
    if (examples.length > MAX_QUERY_VECTORS) {
      throw new InvalidArgument(
        `query: expected at most ${MAX_QUERY_VECTORS} vectors and ids, got ${examples.length}`,
      );
    }
    const ids = idsOf(examples);
    if (ids.length === 0) return make(examples as VectorRow[]);
    return { kind: "unresolved", field: this.#field, examples, ids, source: this.#site.source, make };
  }
}
