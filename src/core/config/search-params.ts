// Translates the settings of a collection and of a search into options of the engine: pure functions, and the only file
// that knows both.
// The decision: scores are always those of the f32 rows, so `rescore: false` cannot mean "scores of the codes"; it
// means that no more candidates are compared than hits are requested. Without codes there is nothing to ignore or to
// rescore.

import type { SearchOptions, StoreSpec } from "../../engine/types.ts";
import type { AskedRecall } from "../recall/asked-recall.ts";
import type { Effort } from "../recall/effort.ts";
import { type FieldConfig, staysOnDisk } from "./collection-config.ts";
import { BYTES_OF_F32, BYTES_OF_KB } from "./segment-settings.ts";

/** How a search among sparse vectors may be approximate. */
interface SparseParams {
  /** The share, 0 to 1, of the largest possible score that the terms which are left out at first may have. */
  readonly drop: number;
  /** The candidates, as a multiple of the requested hits, that are compared with the whole query. */
  readonly oversampling: number;
}

/** The parameters of a search, all of them given. */
export interface SearchParams {
  /** The number of candidates while searching; null: the collection's `ef_search`. */
  readonly ef: number | null;
  /** The recall that was asked for, from which the index chooses ef; null: none. */
  readonly recall: AskedRecall | null;
  readonly exact: boolean;
  readonly indexedOnly: boolean;
  readonly quantization: {
    readonly ignore: boolean;
    readonly rescore: boolean | null;
    readonly oversampling: number | null;
  };
  /** null: the search among sparse vectors is exact, as it is with `exact`. */
  readonly sparse: SparseParams | null;
}

export const DEFAULT_SEARCH: SearchParams = {
  ef: null,
  recall: null,
  exact: false,
  indexedOnly: false,
  quantization: { ignore: false, rescore: null, oversampling: null },
  sparse: null,
};

export const EXACT_SEARCH: SearchParams = { ...DEFAULT_SEARCH, exact: true };

/** Tells whether a search compares all vectors. Then its answer is defined by the points alone. */
export function isExact({ exact, recall }: SearchParams): boolean {
  return exact || (recall !== null && recall.asked >= 1);
}

/** More slots than any segment has; the engine counts in 32 bits. */
const UNREACHED_SLOTS = 2 ** 31 - 1;

/**
 * Returns the engine's options for a search.
 * @param k the requested points, including those that `offset` skips
 * @param effort what was chosen for the recall that was asked for; null: none was
 */
export function engineOptions(
  params: SearchParams,
  field: FieldConfig,
  k: number,
  effort: Effort | null = null,
): SearchOptions {
  const ef = Math.max(effort?.ef ?? params.ef ?? field.hnsw.ef_search, k);
  const exact = params.exact || effort?.ef === null;
  const { ignore, rescore, oversampling } = params.quantization;
  // Set one by one, because spreads cost a microsecond.
  const options: { -readonly [Name in keyof SearchOptions]: SearchOptions[Name] } = { k, ef };
  if (exact) options.exact = true;
  if (params.indexedOnly) options.indexedOnly = true;
  if (effort?.denseEf) options.denseEf = effort.denseEf;
  // Segments that are not rebuilt yet still have codes.
  if (field.onRows !== undefined) options.ignoreCodes = true;
  else if (field.encoding === "none") return options;
  else if (ignore) options.ignoreCodes = true;
  else if (rescore === false) options.rescore = k;
  else if (oversampling !== null) {
    options.rescore = candidatesOf(k, oversampling);
    options.ef = Math.max(ef, options.rescore);
  }
  return options;
}

/** Returns the number of points that are compared on the f32 rows for `k` hits. */
export function candidatesOf(k: number, oversampling: number | null): number {
  return Math.ceil(k * (oversampling ?? 1));
}

/**
 * Returns the settings with which the engine creates the vector stores of a field.
 * @param rowsFile the key of the file for its rows, used if they stay on disk
 */
export function storeSpecOf(field: FieldConfig, rowsFile: string): StoreSpec {
  const { size, distance, encoding, hnsw } = field;
  const slots = Math.ceil((hnsw.full_scan_threshold * BYTES_OF_KB) / (size * BYTES_OF_F32));
  return {
    dimension: size,
    metric: distance,
    encoding,
    ...(staysOnDisk(field) && { rowsFile }),
    // A record of the first version may say 1; such collections have always been searched exactly.
    m: hnsw.m === 1 ? 0 : hnsw.m,
    efConstruct: hnsw.ef_construct,
    indexFrom: Math.min(slots, UNREACHED_SLOTS),
  };
}
