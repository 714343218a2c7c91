// Whether 32-bit floats can tell which vectors are nearer.
// The decision: of many vectors that are as near but for rounding, some may be equal or equally near, as zeros and counts
// often are, and then nothing is lost. So a few are compared again in f64: it is rounding where that tells most of them apart.
import type { Metric } from "../engine/abi.ts";
import type { Engine } from "../engine/engine.ts";
import { NEAR, type Nearest } from "./probe-result.ts";
import type { VectorSegment } from "./vector-segment.ts";

/** Queries of which neighbours are compared again. */
const LOOKED_AT = 8;

/** @param queries one after another, as many as there are in `nearest` */
export async function losesOrder(
  engine: Engine,
  { handle, spec: { dimension, metric } }: VectorSegment,
  queries: Float32Array,
  nearest: readonly Nearest[],
): Promise<boolean> {
  const tied = [...nearest.keys()].filter((i) => nearest[i]!.isTied);
  if (tied.length === 0 || tied.length < nearest.length / 2) return false;
  const some = tied.slice(0, LOOKED_AT);
  let lost = 0;
  for (const i of some) {
    const rows = await engine.read(handle!, nearest[i]!.slots);
    const query = queries.subarray(i * dimension, (i + 1) * dimension);
    const distances = Array.from(nearest[i]!.slots, (_, n) =>
      distanceOf(metric, query, rows.subarray(n * dimension, (n + 1) * dimension)),
    );
    if (new Set(distances).size > NEAR / 2) lost++;
  }
  return lost > some.length / 2;
}

/** Of unit vectors, where the metric is Cosine. */
function distanceOf(metric: Metric, query: Float32Array, row: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const difference = query[i]! - row[i]!;
    if (metric === "Euclid") sum += difference * difference;
    else if (metric === "Manhattan") sum += Math.abs(difference);
    else sum -= query[i]! * row[i]!;
  }
  return sum;
}
