// Chooses the kernels of a metric for f32 rows.
// The decision: two kernels measure four rows at once. One is for walks, which only order candidates; the other
// computes scores and has the bits of the kernel for one row, so an answer does not depend on what else is measured.
import { Metric } from "../abi";
import { cosineDistance, fourCosines, fourCosinesAlike } from "../distance/cosine";
import { fourDots, fourDotsAlike, negatedDot } from "../distance/dot";
import { fourEuclids, fourEuclidsAlike, squaredEuclid } from "../distance/euclid";
import { fourManhattans, fourManhattansAlike, manhattan } from "../distance/manhattan";
import { metric } from "../memory/layout";

/** The number of metrics with kernels: the numbers below this are valid. */
export const METRIC_COUNT: u32 = 4;

/** Returns the OneRow kernel that computes scores. */
export function exactKernel(): u32 {
  if (metric() == Metric.Cosine) return cosineDistance.index;
  if (metric() == Metric.Euclid) return squaredEuclid.index;
  return metric() == Metric.Manhattan ? manhattan.index : negatedDot.index;
}

/** Returns the FourRows kernel for f32 rows. */
export function exactFourKernel(): u32 {
  if (metric() == Metric.Cosine) return fourCosines.index;
  if (metric() == Metric.Euclid) return fourEuclids.index;
  return metric() == Metric.Manhattan ? fourManhattans.index : fourDots.index;
}

/** Returns the FourRows kernel that computes scores: its distances have the bits of the OneRow kernel. */
export function alikeFourKernel(): u32 {
  if (metric() == Metric.Cosine) return fourCosinesAlike.index;
  if (metric() == Metric.Euclid) return fourEuclidsAlike.index;
  return metric() == Metric.Manhattan ? fourManhattansAlike.index : fourDotsAlike.index;
}
