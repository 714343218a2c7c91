// Computes the eigenvalues and eigenvectors of a small symmetric matrix.
// The decision: Jacobi rotations, which set one off-diagonal entry to zero after another until all are negligible. This
// is slow for large matrices, but short and exact for the eight rows needed here.

interface Eigen {
  /** The eigenvalues, largest first. */
  readonly values: readonly number[];
  /** The eigenvectors in the same order, of unit length. */
  readonly vectors: readonly (readonly number[])[];
}

const MAX_SWEEPS = 50;
const NEGLIGIBLE = 1e-15;

/** @param matrix rows; the mean of two mirrored entries is used */
export function symmetricEigen(matrix: readonly (readonly number[])[]): Eigen {
  const size = matrix.length;
  const a = matrix.map((row, i) => row.map((value, j) => (value + matrix[j]![i]!) / 2));
  const v = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const whole = Math.max(...a.flat().map(Math.abs));
    let rotated = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(a[p]![q]!) <= NEGLIGIBLE * whole) continue;
        rotate(a, v, p, q);
        rotated = true;
      }
    }
    if (!rotated) break;
  }
  const order = a.map((_, i) => i).sort((i, j) => a[j]![j]! - a[i]![i]!);
  return {
    values: order.map((i) => a[i]![i]!),
    vectors: order.map((i) => v.map((row) => row[i]!)),
  };
}

/** Rotates the plane of two axes so that their common entry becomes zero (Jacobi). */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  for (const row of a) rotatePair(row, p, q, cosine, sine);
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[p]![k]!, a[q]![k]!];
    a[p]![k] = cosine * x - sine * y;
    a[q]![k] = sine * x + cosine * y;
  }
  for (const row of v) rotatePair(row, p, q, cosine, sine);
}

function rotatePair(row: number[], p: number, q: number, cosine: number, sine: number): void {
  const [x, y] = [row[p]!, row[q]!];
  row[p] = cosine * x - sine * y;
  row[q] = sine * x + cosine * y;
}
