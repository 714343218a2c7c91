// A request for points as a tree of steps: each searches among the results of the steps below it, or among all points.
// The decision: a tree exists in two forms. A draft has been validated against the collection, but refers to examples
// by id; a step has their vectors. All errors of the client are found before the first search.

import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import type { SearchParams } from "../../core/config/search-params.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { QueryByText } from "../../core/search/text/query-by-text.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { Order } from "../common/order.ts";
import type { Selector } from "../common/record-reader.ts";
import type { Explaining } from "./explain.ts";
import type { Formula } from "./expression.ts";
import type { Fusion } from "./fusion.ts";
import type { Scorer } from "./scorers.ts";

export type Query =
  | { readonly kind: "by_id" | "sample" }
  | Nearest
  | Diverse
  | Scored
  | Ordered
  | ByText
  | { readonly kind: "fusion"; readonly fuse: Fusion }
  | { readonly kind: "formula"; readonly formula: Formula };

export interface Nearest {
  readonly kind: "nearest";
  readonly field: FieldConfig;
  readonly vector: VectorRow;
}

/** A query for those of the nearest `candidates` points that are dissimilar to each other. */
export interface Diverse {
  readonly kind: "diverse";
  readonly field: FieldConfig;
  readonly vector: VectorRow;
  /** The weight of relevance against diversity: 0 to 1. */
  readonly lambda: number;
  readonly candidates: number;
}

/** A query that scores points by their similarities to several vectors. */
export interface Scored {
  readonly kind: "scored";
  readonly field: FieldConfig;
  readonly vectors: readonly VectorRow[];
  readonly scorer: Scorer;
}

/** A query by the words of a text index. */
export interface ByText {
  readonly kind: "text";
  readonly text: QueryByText;
}

export interface Ordered {
  readonly kind: "order_by";
  readonly order: Order;
}

/** An example of a query, as the request gives it. */
export type Example = VectorRow | { readonly id: PointId };

/** A query some of whose examples are not vectors yet. */
export interface Unresolved {
  readonly kind: "unresolved";
  readonly field: FieldConfig;
  readonly examples: readonly Example[];
  /** Those of the examples that are ids, at least one. */
  readonly ids: readonly PointId[];
  readonly source: Source;
  /** Makes the query from the vectors of the examples, in their order. */
  readonly make: (vectors: readonly VectorRow[]) => Query;
}

/** The collection and the vector name in which the vectors of ids are looked up. */
export interface Source {
  readonly collection: Collection;
  readonly vectorName: string;
}

/** The points that are counted for document frequencies. */
export interface Corpus {
  /** Null: all points. */
  readonly filter: Filter | null;
}

export interface Step<Q = Query> {
  readonly query: Q;
  /** Empty: the step searches among all points. */
  readonly prefetch: readonly Step<Q>[];
  readonly filter: Filter | null;
  readonly params: SearchParams;
  /**
   * The points whose statistics weigh the values of a sparse query, or the words of a text; null: nothing weighs the
   * values, and the statistics of all points weigh the words.
   */
  readonly idf: Corpus | null;
  readonly threshold: number | null;
  /** The most points that the step finds, those that `offset` skips included. */
  readonly limit: number;
  /** Examples of its query that are points of the collection. Neither the step nor those below it find them. */
  readonly excluded: readonly PointId[];
}

export type StepDraft = Step<Query | Unresolved>;

export interface Plan<S = Step> {
  readonly collection: Collection;
  readonly root: S;
  readonly offset: number;
  readonly selector: Selector;
  /** The queries by text whose words are marked in the hits. Empty: the request does not want it. */
  readonly textQueries: readonly QueryByText[];
  /** The filter of the root as it was given. */
  readonly givenFilter: unknown;
  /** True if a search leaves out scores that equal the threshold. */
  readonly strict: boolean;
  readonly signal: CancelSignal;
  /** The explanation that was requested; null: none was. */
  readonly explaining: Explaining | null;
}

export interface ScoredRef {
  readonly ref: PointRef;
  readonly score: number;
  /** The value that it was ordered by. */
  readonly order?: number | bigint;
}

/** The results of a step, best first. */
export interface StepHits {
  readonly found: readonly ScoredRef[];
  /** True if less is better, as for distances. */
  readonly ascending: boolean;
}

/** @throws InvalidArgument if it is neither a single search nor hybrid */
export function ensureExplicable({ query, prefetch }: Step, { isHybrid }: Explaining): void {
  if (isHybrid) return;
  if (prefetch.length > 0) {
    throw new InvalidArgument(
      "params.explain: a query with prefetches cannot be explained; ask them one by one",
    );
  }
  if (query.kind === "nearest" || query.kind === "text") return;
  throw new InvalidArgument(
    `params.explain: only a search for the nearest points to one vector, or by text, can be explained, not a ${query.kind} query`,
  );
}
