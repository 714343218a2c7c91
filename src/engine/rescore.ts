// Decides how many candidates a walk keeps and how many of them are compared on the f32 rows at the end.
// The decision: 8-bit codes rank almost like the rows, so twice the hits are enough. 1-bit codes rank roughly: the
// nearest vector may be the hundredth by its code. So a walk on them keeps twenty candidates for each hit, a hundred at
// least, even if a smaller `ef` is requested, and compares all of them, which costs little beside the walk itself. A
// search that says how many to compare, or that walks on rows, gets the requested `ef`.
import { distanceRow } from "../shared/distances.ts";
import { MAX_EF } from "./abi.ts";
import type { SearchOptions, StoreSpec } from "./types.ts";

/** Candidates for each hit by 8-bit codes: twice the hits contain .998 of the true neighbours. */
const CANDIDATES_PER_HIT = 2;
const MIN_CANDIDATES = 20;
/** Candidates for each hit by 1-bit codes; decision 30 has their recall. */
const BINARY_CANDIDATES_PER_HIT = 20;
const BINARY_MIN_CANDIDATES = 100;
/** The maximum beyond the hits: a walk with this many candidates takes tens of milliseconds. */
const BINARY_MAX_CANDIDATES = 4096;

interface Effort {
  /** Candidates that the walk keeps. */
  readonly ef: number;
  /** The number of them that are compared on the f32 rows. */
  readonly rescored: number;
}

/** Returns the candidates of a search. @param options with a `k` of at most `slots`, the slots of the vector store */
export function effortOf(spec: StoreSpec, options: SearchOptions, slots: number): Effort {
  const { k, rescore, exact, ignoreCodes } = options;
  const ef = Math.min(Math.max(options.ef, k), slots, MAX_EF);
  if (exact) return { ef: k, rescored: k };
  // There is no walk on rows in a file: instead all candidates of the walk on codes are compared.
  if (spec.rowsFile !== undefined && ignoreCodes) return { ef, rescored: ef };
  if (rescore !== undefined) return { ef, rescored: rescore };
  if (!hasBinaryCodes(spec) || ignoreCodes)
    return { ef, rescored: Math.min(ef, Math.max(CANDIDATES_PER_HIT * k, MIN_CANDIDATES)) };
  const needed = Math.max(
    BINARY_MIN_CANDIDATES,
    Math.min(BINARY_CANDIDATES_PER_HIT * k, k + BINARY_MAX_CANDIDATES),
  );
  const raised = Math.min(Math.max(ef, needed), slots, MAX_EF);
  return { ef: raised, rescored: raised };
}

/** Whether walks use 1-bit codes; a distance that cannot be estimated from signs has none. */
function hasBinaryCodes({ encoding, metric }: StoreSpec): boolean {
  return encoding === "binary" && distanceRow(metric).codes.includes("binary");
}
