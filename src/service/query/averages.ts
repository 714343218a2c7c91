// Combines several vectors into one that is searched for.

/**
 * Returns the mean of the positive examples, moved away from the mean of the negative ones by the distance between
 * both.
 */
export function averageVector(
  positive: readonly Float32Array[],
  negative: readonly Float32Array[],
): Float32Array {
  const liked = mean(positive);
  if (negative.length === 0) return Float32Array.from(liked);
  const disliked = mean(negative);
  return Float32Array.from(liked, (value, i) => 2 * value - disliked[i]!);
}

function mean(vectors: readonly Float32Array[]): Float64Array {
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) add(sum, vector, 1);
  return sum.map((value) => value / vectors.length);
}

/**
 * Returns the sum of the vectors times their weights: its product with a point is the weighted sum of their products.
 * @param normalised true if each vector counts as if its length were 1
 */
export function combinedVector(
  vectors: readonly Float32Array[],
  weights: readonly number[],
  normalised: boolean,
): Float64Array {
  const sum = new Float64Array(vectors[0]!.length);
  vectors.forEach((vector, row) => {
    add(sum, vector, weights[row]! / ((normalised && lengthOf(vector)) || 1));
  });
  return sum;
}

function add(sum: Float64Array, vector: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
}

export function lengthOf(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! ** 2;
  return Math.sqrt(squares);
}
