// Bounds as the smallest and the largest double within them, both included: what sorted values are searched for.
import type { Bounds } from "../filter/filter.ts";

interface Interval {
  readonly low: number;
  readonly high: number;
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** Returns null if no number is within the bounds. */
export function intervalOf({ lt, gt, gte, lte }: Bounds): Interval | null {
  if (gt === Number.POSITIVE_INFINITY || lt === Number.NEGATIVE_INFINITY) return null;
  const low = Math.max(
    gte ?? Number.NEGATIVE_INFINITY,
    gt === undefined ? Number.NEGATIVE_INFINITY : nextAbove(gt),
  );
  const high = Math.min(
    lte ?? Number.POSITIVE_INFINITY,
    lt === undefined ? Number.POSITIVE_INFINITY : -nextAbove(-lt),
  );
  return low <= high ? { low, high } : null;
}

/** Returns the next larger double of a finite value. */
function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  double[0] = value;
  bits[0]! += value > 0 ? 1n : -1n;
  return double[0];
}
