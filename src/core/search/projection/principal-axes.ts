// Computes the two directions along which vectors vary most, given a function that multiplies with their scatter
// matrix.
// The decision: subspace iteration with a block that is wider than needed, and the small problem inside the block
// solved exactly in each round (Rayleigh and Ritz). The rate of convergence then depends on the first direction outside
// the block, so two directions of almost equal length, as in real data, do not slow it down. The start is seeded and
// the signs are fixed, so the same vectors have the same axes.
import type { Random } from "./listed.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

interface PrincipalAxes {
  /** Two vectors of unit length, one after the other; zeros where the points have no second direction. */
  readonly axes: Float32Array;
  /** The scatter of the vectors along each axis. */
  readonly values: readonly [number, number];
  readonly rounds: number;
}

/** Returns the product of the scatter matrix with each of the axes, one after another. */
type Scatter = (axes: Float32Array) => Promise<Float64Array>;

/** More axes than the two requested: the last ones of the block converge slowly. */
const BLOCK_AXES = 8;
const MAX_ROUNDS = 40;
/** The iteration ends when the variance grows by no more than this share of itself. */
const CONVERGED_SHARE = 1e-4;
/** A direction with a smaller share of the first one contains only rounding errors. */
const NEGLIGIBLE_SHARE = 1e-9;

export async function principalAxes(
  dimension: number,
  scatter: Scatter,
  random: Random,
): Promise<PrincipalAxes> {
  const block = Math.min(BLOCK_AXES, dimension);
  let basis = orthonormal(
    Array.from({ length: block }, () => Float64Array.from({ length: dimension }, () => random() - 0.5)),
  );
  let before = [0, 0];
  for (let rounds = 1; ; rounds++) {
    const images = rowsOf(await scatter(joined(basis)), dimension);
    const { values, vectors } = symmetricEigen(basis.map((row) => images.map((image) => dot(row, image))));
    const now = [values[0]!, values[1] ?? 0];
    const settled = now.every(
      (value, i) => Math.abs(value - before[i]!) <= CONVERGED_SHARE * Math.abs(value),
    );
    if (settled || rounds === MAX_ROUNDS) {
      const axes = now.map((value, i) =>
        value > NEGLIGIBLE_SHARE * now[0]!
          ? signed(combined(basis, vectors[i]!))
          : new Float64Array(dimension),
      );
      return { axes: joined(axes), values: [Math.max(0, now[0]!), Math.max(0, now[1]!)], rounds };
    }
    before = now;
    basis = orthonormal(images);
  }
}

/**
 * Makes the rows orthogonal and of unit length (Gram and Schmidt); a row that depends on those before it becomes zero.
 */
function orthonormal(rows: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const row of rows) {
    const length = Math.sqrt(dot(row, row));
    const rest = row.map((value) => (length > 0 ? value / length : 0));
    // Twice is enough: what rounding leaves of the others after the first time is gone after the second.
    for (let time = 0; time < 2; time++) {
      for (const other of done) addTo(rest, other, -dot(rest, other));
    }
    const remainingLength = Math.sqrt(dot(rest, rest));
    done.push(
      remainingLength > 1e-7 ? rest.map((value) => value / remainingLength) : new Float64Array(row.length),
    );
  }
  return done;
}

/** Chooses the sign with which the component of the largest magnitude is positive. */
function signed(axis: Float64Array): Float64Array {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0);
  return largest < 0 ? axis.map((value) => -value) : axis;
}

function combined(rows: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const sum = new Float64Array(rows[0]!.length);
  rows.forEach((row, i) => {
    addTo(sum, row, weights[i]!);
  });
  return sum;
}

function addTo(sum: Float64Array, row: Float64Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += row[i]! * weight;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function rowsOf(numbers: Float64Array, dimension: number): Float64Array[] {
  const rows: Float64Array[] = [];
  for (let at = 0; at < numbers.length; at += dimension) rows.push(numbers.subarray(at, at + dimension));
  return rows;
}

function joined(rows: readonly Float64Array[]): Float32Array {
  const numbers = new Float32Array(rows.reduce((sum, row) => sum + row.length, 0));
  rows.forEach((row, i) => {
    numbers.set(row, i * row.length);
  });
  return numbers;
}
