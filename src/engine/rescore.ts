// How many candidates a walk keeps and how many of them are compared on the f32 vectors at the end.
// The decision: 8-bit codes rank almost like the vectors, so twice the hits are enough. 1-bit codes rank roughly: what is
// nearest by the vectors may be the hundredth by the codes, so a walk on them keeps twenty candidates for each hit, a
// hundred at least, whatever smaller `ef` is asked for, and compares all that it kept, which costs little beside the
// walk itself. Who says how many to compare, or to walk on the vectors, gets the `ef` that was asked for.
import { distanceRow } from "../shared/distances.ts";
import { MAX_EF } from "./abi.ts";
import type { SearchOptions, SegmentSpec } from "./types.ts";

/** What holds .998 of the true neighbours among 8-bit codes. */
const PER_HIT = 2;
const LEAST = 20;
/** The same for 1-bit codes; see DECISIONS.md for what it holds. */
const BINARY_PER_HIT = 20;
const BINARY_LEAST = 100;
/** Beyond the hits themselves: a walk so wide takes tens of milliseconds. */
const BINARY_MOST = 4096;

interface Effort {
  /** Candidates that the walk keeps. */
  readonly ef: number;
  /** How many of them are compared on the f32 vectors. */
  readonly rescored: number;
}

/** @param options with a `k` of at most `slots`, the slots of the segment */
export function effortOf(spec: SegmentSpec, options: SearchOptions, slots: number): Effort {
  const { k, rescore, exact, ignoreCodes } = options;
  const ef = Math.min(Math.max(options.ef, k), slots, MAX_EF);
  if (exact) return { ef: k, rescored: k };
  // Vectors in a file cannot be walked on: everything that the walk on codes keeps is compared instead.
  if (spec.rowsFile !== undefined && ignoreCodes) return { ef, rescored: ef };
  if (rescore !== undefined) return { ef, rescored: rescore };
  if (!hasBinaryCodes(spec) || ignoreCodes)
    return { ef, rescored: Math.min(ef, Math.max(PER_HIT * k, LEAST)) };
  const wanted = Math.max(BINARY_LEAST, Math.min(BINARY_PER_HIT * k, k + BINARY_MOST));
  const wide = Math.min(Math.max(ef, wanted), slots, MAX_EF);
  return { ef: wide, rescored: wide };
}

/** There are none for a distance that cannot be estimated from signs: the walk is on the f32 vectors. */
function hasBinaryCodes({ encoding, metric }: SegmentSpec): boolean {
  return encoding === "binary" && distanceRow(metric).codes.includes("binary");
}
