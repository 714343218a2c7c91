// Reads the parameters of a step.
// The decision: a recall that is asked for, or is that of the collection, chooses the number of candidates; a number of
// candidates that is given rules alone.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { DEFAULT_SEARCH, type SearchParams } from "../../core/config/search-params.ts";
import { SPARSE } from "../../core/config/types.ts";
import { AskedRecall } from "../../core/recall/asked-recall.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { GivenParams } from "../../schema/query.ts";
import type { Rules } from "../../schema/rules.ts";

interface ParamsSite {
  readonly field: FieldConfig | null;
  readonly rules: Rules;
  /** Whether the answer says what the step was expected to find. */
  readonly isShown: boolean;
  /** Whether the step has prefetches, so it compares all that they find. */
  readonly isAbove: boolean;
  /** The path of the parameters in the request. */
  readonly path: string;
}

/** @throws InvalidArgument if a recall is asked for beside a number of candidates, or of a step that needs none */
export function paramsOf(
  { hnsw_ef, recall, exact, indexed_only, quantization, sparse }: GivenParams,
  { field, rules, isShown, isAbove, path }: ParamsSite,
): SearchParams {
  const hasEf = hnsw_ef !== undefined && hnsw_ef !== null;
  const asksRecall = recall !== undefined && recall !== null;
  if (hasEf && asksRecall) {
    throw new InvalidArgument(
      `${path}: hnsw_ef ${hnsw_ef} and recall ${recall} exclude each other: recall chooses the number of candidates`,
    );
  }
  if (asksRecall && isAbove) {
    throw new InvalidArgument(
      `${path}.recall: a query with prefetches compares all points that they find; ask for the recall ${recall} in ` +
        "the params of each prefetch",
    );
  }
  const set = field?.recall ?? null;
  const byDefault = field?.hasEf === false ? rules.recall : null;
  // A search among sparse vectors compares all of them, so there is nothing to choose unless a client asks.
  const asked = hasEf ? null : (recall ?? (field?.kind === SPARSE ? null : (set ?? byDefault)));
  return {
    ef: hnsw_ef ?? DEFAULT_SEARCH.ef,
    recall: asked === null ? null : new AskedRecall(asked, isShown && (asksRecall || set !== null)),
    exact: exact ?? DEFAULT_SEARCH.exact,
    indexedOnly: indexed_only ?? DEFAULT_SEARCH.indexedOnly,
    quantization: {
      ignore: quantization?.ignore ?? DEFAULT_SEARCH.quantization.ignore,
      rescore: quantization?.rescore ?? DEFAULT_SEARCH.quantization.rescore,
      oversampling: quantization?.oversampling ?? DEFAULT_SEARCH.quantization.oversampling,
    },
    sparse: sparse
      ? { drop: sparse.drop ?? 0, oversampling: sparse.oversampling ?? 1 }
      : DEFAULT_SEARCH.sparse,
  };
}
