// What can be wrong with a query besides its form: parts that do not go together, and points that cannot be scored.
// The decision: one class for what does not go together, with what it is as data, because a dialect has other words for
// every one of them.

import { listed } from "../shared/listed.ts";
import { COUNTED_TYPES, ORDERED_TYPES } from "../shared/payload-indexes.ts";
import { KnownFailure } from "./failures.ts";
import { InvalidArgument } from "./invalid-argument.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** A request that needs a payload index, on a field that has none of the right kind. */
export class NoFieldIndex extends InvalidArgument {
  readonly purpose: "order_by" | "facet";
  readonly path: string;

  constructor(purpose: "order_by" | "facet", path: string) {
    super(
      purpose === "order_by"
        ? `No range index for order_by key '${path}'; create an ${listed(ORDERED_TYPES, "or")} index on it`
        : `No index for facet key '${path}'; create a ${listed(COUNTED_TYPES, "or")} index on it`,
    );
    this.purpose = purpose;
    this.path = path;
  }
}

export type QueryProblem =
  | { readonly kind: "prefetch_without_query" }
  | { readonly kind: "threshold_without_query" }
  | { readonly kind: "threshold_with_order_by" }
  | { readonly kind: "fusion_with_using" }
  | { readonly kind: "without_prefetch"; readonly query: "fusion" | "formula" }
  | { readonly kind: "no_examples" }
  | { readonly kind: "no_positive_examples" }
  | { readonly kind: "rrf_weights"; readonly got: number; readonly expected: number };

/** Parts of a query that do not go together. */
export class InvalidQuery extends InvalidArgument {
  readonly problem: QueryProblem;

  constructor(problem: QueryProblem) {
    super(textOf(problem));
    this.problem = problem;
  }
}

function textOf(problem: QueryProblem): string {
  switch (problem.kind) {
    case "prefetch_without_query":
      return "prefetch: a query is needed to merge what the prefetches find; give one, or leave prefetch out";
    case "threshold_without_query":
      return "score_threshold: without a query there are no scores; give a query, or leave score_threshold out";
    case "threshold_with_order_by":
      return "score_threshold: order_by gives no scores; leave score_threshold out";
    case "fusion_with_using":
      return "using: a fusion compares no vectors; leave using out, or give it in the prefetches";
    case "without_prefetch":
      return `query.${problem.query}: needs prefetches whose results it combines; give prefetch`;
    case "no_examples":
      return "recommend: at least one positive or negative example is required";
    case "no_positive_examples":
      return "recommend: the strategy average_vector needs a positive example; give one, or take best_score or sum_scores";
    case "rrf_weights":
      return `query.rrf.weights: expected one for each of the ${problem.expected} prefetches, got ${problem.got}`;
  }
}

/** A point that a query names as an example has not the vector it is to be compared by. */
export class VectorNotFound extends VectorDbError {
  readonly id: string;
  readonly vectorName: string;

  constructor(id: string, vectorName: string) {
    const which = vectorName === "" ? "unnamed vector" : `vector named '${vectorName}'`;
    super("NOT_FOUND", `Point ${id} has no ${which}`);
    this.id = id;
    this.vectorName = vectorName;
  }
}

/** A formula gave no number that is finite. */
export class NonFiniteResult extends InvalidArgument {
  readonly expression: string;

  constructor(expression: string) {
    super(`query.formula: ${expression} is not a finite number`);
    this.expression = expression;
  }
}

/** The request was cancelled: its time limit has passed, or its client has left. */
export class DeadlineExceeded extends KnownFailure {
  constructor() {
    super("DEADLINE_EXCEEDED", "deadline exceeded");
  }
}

/** The time that a search may take here is over. */
export class SearchTimedOut extends KnownFailure {
  constructor(limitMs: number) {
    super(
      "DEADLINE_EXCEEDED",
      `it took longer than the ${limitMs / 1000} s that a search may take; index the fields of its filter, ask for less, ` +
        "or start the server with a longer --search-timeout",
    );
  }
}

/** A search that exceeded the time limit while other searches were running; a retry may help. */
export class SearchOverloaded extends KnownFailure {
  constructor(limitMs: number) {
    super(
      "TOO_MANY_REQUESTS",
      `other searches were under way, and it took longer than the ${limitMs / 1000} s that a search may take; try again in a ` +
        "moment, index the fields of filters, or start the server with a longer --search-timeout",
    );
  }
}
