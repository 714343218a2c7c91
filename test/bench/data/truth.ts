// Finds the true neighbours by a plain loop that shares no code with any engine, and counts how many of them a result
// has. The decision: only the distance of the k-th neighbour is kept, because another point at this distance is as
// good.
import { join } from "node:path";
import { cached, type Dataset, K, readBuckets, readFloats, readQueries, TIE } from "./dataset.ts";
import { knownNeighbours } from "./mnist.ts";

/** The number of rows for which mnist has known neighbours. */
const KNOWN_ROWS = 60_000;

export class Truth {
  readonly #dataset: Dataset;
  readonly #base: Float32Array;
  readonly #queries: Float32Array;
  readonly #buckets: Uint8Array | null;
  readonly #limits = new Map<number, Float64Array>();

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#base = readFloats(join(dataset.folder, "base.f32"));
    this.#queries = readQueries(dataset);
    this.#buckets = readBuckets(dataset);
  }

  /**
   * Returns the share of the true neighbours that the results have.
   * @param ids K for each query, beginning with the first query; -1 where an engine found fewer
   * @param below counts only rows of a bucket below this
   */
  recall(ids: Int32Array, below = 100): number {
    const limits = this.#limitsOf(below);
    const queries = ids.length / K;
    let wanted = 0;
    let hits = 0;
    for (let query = 0; query < queries; query++) {
      const answer = new Set(ids.subarray(query * K, (query + 1) * K));
      wanted += K;
      for (const id of answer) {
        if (id < 0 || (this.#buckets && this.#buckets[id]! >= below)) continue;
        if (this.#distance(query, id) <= limits[query]! + Math.abs(limits[query]!) * (TIE - 1)) hits++;
      }
    }
    return hits / wanted;
  }

  /** Returns the distance of the K-th neighbour of each query, computed once and kept beside the data. */
  #limitsOf(below: number): Float64Array {
    const known = this.#limits.get(below);
    if (known) return known;
    const { name, rows, folder } = this.#dataset;
    const given = name === "mnist" && rows === KNOWN_ROWS;
    const bytes = given
      ? this.#given(below)
      : cached(join(folder, `limits-${below}.f64`), () => this.#scan(below));
    const limits = new Float64Array(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice().buffer,
    );
    this.#limits.set(below, limits);
    return limits;
  }

  #given(below: number): Float64Array {
    const { ids, width } = knownNeighbours(below);
    return Float64Array.from({ length: this.#dataset.queries }, (_, query) =>
      this.#distance(query, ids[query * width + K - 1]!),
    );
  }

  #scan(below: number): Float64Array {
    const { rows, queries, name } = this.#dataset;
    process.stderr.write(`exact neighbours of ${name}, once: ${queries} x ${rows} distances ...\n`);
    return Float64Array.from({ length: queries }, (_, query) => {
      const nearest = new Float64Array(K).fill(Number.POSITIVE_INFINITY);
      for (let row = 0; row < rows; row++) {
        if (this.#buckets && this.#buckets[row]! >= below) continue;
        const distance = this.#distance(query, row);
        if (distance >= nearest[K - 1]!) continue;
        nearest[K - 1] = distance;
        nearest.sort();
      }
      return nearest[K - 1]!;
    });
  }

  /** Computes squared Euclid, or 1 - cosine of vectors of length 1. */
  #distance(query: number, row: number): number {
    const { dimension, metric } = this.#dataset;
    const of = metric === "euclid" ? squaredEuclid : oneMinusDot;
    return of(this.#queries, query * dimension, this.#base, row * dimension, dimension);
  }
}

function squaredEuclid(a: Float32Array, i: number, b: Float32Array, j: number, dimension: number): number {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  for (let n = 0; n < dimension; n += 4) {
    const d0 = a[i + n]! - b[j + n]!;
    const d1 = a[i + n + 1]! - b[j + n + 1]!;
    const d2 = a[i + n + 2]! - b[j + n + 2]!;
    const d3 = a[i + n + 3]! - b[j + n + 3]!;
    sum0 += d0 * d0;
    sum1 += d1 * d1;
    sum2 += d2 * d2;
    sum3 += d3 * d3;
  }
  return sum0 + sum1 + sum2 + sum3;
}

function oneMinusDot(a: Float32Array, i: number, b: Float32Array, j: number, dimension: number): number {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  for (let n = 0; n < dimension; n += 4) {
    sum0 += a[i + n]! * b[j + n]!;
    sum1 += a[i + n + 1]! * b[j + n + 1]!;
    sum2 += a[i + n + 2]! * b[j + n + 2]!;
    sum3 += a[i + n + 3]! * b[j + n + 3]!;
  }
  return 1 - (sum0 + sum1 + sum2 + sum3);
}
