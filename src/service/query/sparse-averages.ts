// Combines several sparse vectors into one that is searched for.
import { decodeSparse, encodeSparse } from "../../shared/sparse-vector.ts";

/**
 * Returns the mean of the positive examples; with negative ones, twice that minus their mean. An index that an example
 * lacks counts as 0.
 */
export function averageSparse(positive: readonly Uint8Array[], negative: readonly Uint8Array[]): Uint8Array {
  const sums = new Map<number, number>();
  const share = negative.length === 0 ? 1 : 2;
  addAll(sums, positive, share / positive.length);
  addAll(sums, negative, -1 / negative.length);
  const indices = Uint32Array.from(sums.keys()).sort();
  return encodeSparse({ indices, values: Float32Array.from(indices, (index) => sums.get(index)!) });
}

function addAll(sums: Map<number, number>, vectors: readonly Uint8Array[], weight: number): void {
  for (const vector of vectors) {
    const { indices, values } = decodeSparse(vector);
    indices.forEach((index, i) => {
      sums.set(index, (sums.get(index) ?? 0) + weight * values[i]!);
    });
  }
}
