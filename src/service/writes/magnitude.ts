// Limits the numbers of a vector, so that its distance to any other, by the metric of its collection, is a 32-bit
// float.
// The decision: larger vectors are refused when they are written or searched for. A stored one would be infinitely far
// from all others, and searches would return these in any order. Cosine has no limit: 64-bit arithmetic normalises the
// vectors.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { distanceRow } from "../../shared/distances.ts";

/** The limit of |x|^2. Two such vectors are at most twice as far apart, and their squared distance is at most 2^128. */
const LARGEST_SQUARE = 2 ** 126;
/** The limit of the sum of |x_i|, which bounds a sum of differences in the same way. */
const LARGEST_SUM = 2 ** 126;

/** @param where returns the path of the vector in the request. @throws InvalidArgument */
export function checkMagnitude(
  vector: Float32Array,
  { distance }: Pick<FieldConfig, "distance">,
  where: () => string,
): void {
  const { limited } = distanceRow(distance);
  if (limited === null) return;
  if (limited === "sum") {
    const sum = sumOf(vector);
    if (sum > LARGEST_SUM)
      throw tooLarge(where(), distance, "the sum of its absolute values", sum, LARGEST_SUM);
    return;
  }
  const squares = squaresOf(vector);
  if (squares > LARGEST_SQUARE) {
    throw tooLarge(where(), distance, "its length", Math.sqrt(squares), Math.sqrt(LARGEST_SQUARE));
  }
}

/**
 * Returns the sum of squares. Two accumulators take half the time of one, and every vector that is written passes here.
 */
function squaresOf(vector: Float32Array): number {
  let even = 0;
  let odd = 0;
  const pairs = vector.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    even += vector[i]! * vector[i]!;
    odd += vector[i + 1]! * vector[i + 1]!;
  }
  if (pairs < vector.length) even += vector[pairs]! * vector[pairs]!;
  return even + odd;
}

function sumOf(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += Math.abs(vector[i]!);
  return sum;
}

function tooLarge(where: string, distance: string, what: string, got: number, most: number): InvalidArgument {
  return new InvalidArgument(
    `${where}: ${what} is ${got.toPrecision(3)}, and more than ${most.toPrecision(3)} is not taken: ${distance} distances ` +
      "would not fit 32-bit floats; scale the vectors down, or use Cosine",
  );
}
