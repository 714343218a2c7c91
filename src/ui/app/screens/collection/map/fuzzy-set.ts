// The weights of pairs of neighbours: the fuzzy simplicial set of UMAP (McInnes, Healy and Melville 2018, sections 3.1
// and 4.1), computed from nearest neighbours.
// The decision: every pair is kept once, with the combined weight of both directions, since the layout moves both ends
// of it.
import { NOBODY } from "./projection.ts";

export interface Neighbours {
  readonly count: number;
  readonly k: number;
  readonly points: Uint32Array;
  readonly distances: Float32Array;
}

/** Pairs of points; `heads[i] < tails[i]`. */
export interface FuzzySet {
  readonly heads: Uint32Array;
  readonly tails: Uint32Array;
  readonly weights: Float32Array;
}

const SEARCH_STEPS = 64;
const CLOSE_ENOUGH = 1e-5;
/** The lower limit of sigma, as a share of the mean distance. */
const MIN_SIGMA = 1e-3;

/** Returns the weight of each neighbour seen from its point: exp(-(d - rho) / sigma), 0 where there is no neighbour. */
export function directedWeights({ count, k, points, distances }: Neighbours): Float32Array {
  const weights = new Float32Array(count * k);
  const target = Math.log2(Math.max(2, k));
  const away = new Float64Array(k);
  for (let point = 0; point < count; point++) {
    const from = point * k;
    let known = 0;
    let rho = Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (let i = from; i < from + k; i++) {
      if (!isNeighbour(points[i]!, point)) continue;
      const distance = distances[i]!;
      away[known++] = distance;
      sum += Math.abs(distance);
      if (distance < least) least = distance;
      // Duplicates are skipped: rho is the first distance that is not 0.
      if (distance > 0 && distance < rho) rho = distance;
    }
    if (known === 0) continue;
    // With Dot, distances may be negative; then duplicates cannot be recognized.
    if (least < 0 || rho === Number.POSITIVE_INFINITY) rho = least;
    const sigma = Math.max(sigmaOf(away, known, rho, target), (MIN_SIGMA * sum) / known);
    for (let i = from; i < from + k; i++) {
      if (!isNeighbour(points[i]!, point)) continue;
      const beyond = distances[i]! - rho;
      weights[i] = beyond <= 0 || sigma === 0 ? 1 : Math.exp(-beyond / sigma);
    }
  }
  return weights;
}

function isNeighbour(neighbour: number, point: number): boolean {
  return neighbour !== NOBODY && neighbour !== point;
}

/** Returns the sigma for which the weights of the first `known` distances sum up to `target`. */
function sigmaOf(away: Float64Array, known: number, rho: number, target: number): number {
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let sigma = 1;
  for (let step = 0; step < SEARCH_STEPS; step++) {
    let sum = 0;
    for (let i = 0; i < known; i++) {
      const beyond = away[i]! - rho;
      sum += beyond <= 0 ? 1 : Math.exp(-beyond / sigma);
    }
    if (Math.abs(sum - target) < CLOSE_ENOUGH) break;
    if (sum > target) high = sigma;
    else low = sigma;
    sigma = high === Number.POSITIVE_INFINITY ? sigma * 2 : (low + high) / 2;
  }
  return sigma;
}

/** Combines both directions of each pair: a + b - ab. */
export function fuzzySet(neighbours: Neighbours): FuzzySet {
  const { count, k, points } = neighbours;
  const weights = directedWeights(neighbours);
  const heads = new Uint32Array(count * k);
  const tails = new Uint32Array(count * k);
  const joined = new Float32Array(count * k);
  let pairs = 0;
  for (let point = 0; point < count; point++) {
    for (let i = point * k; i < (point + 1) * k; i++) {
      const other = points[i]!;
      if (!isNeighbour(other, point)) continue;
      const back = weightBack(points, weights, k, other, point);
      // The pair was added when its point with the smaller number was processed.
      if (back !== null && other < point) continue;
      const there = weights[i]!;
      const here = back ?? 0;
      heads[pairs] = Math.min(point, other);
      tails[pairs] = Math.max(point, other);
      joined[pairs++] = there + here - there * here;
    }
  }
  return {
    heads: heads.slice(0, pairs),
    tails: tails.slice(0, pairs),
    weights: joined.slice(0, pairs),
  };
}

function weightBack(
  points: Uint32Array,
  weights: Float32Array,
  k: number,
  from: number,
  to: number,
): number | null {
  for (let i = from * k; i < (from + 1) * k; i++) if (points[i] === to) return weights[i]!;
  return null;
}
