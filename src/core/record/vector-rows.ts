// The vectors of one name that a write carries or a read returns, in the form of their kind.
// The decision: whoever passes vectors on (batches that are divided, rebuilds) needs no more than this; only the index of a
// kind and the code that decodes records look inside.
import { VectorDbError } from "../../errors/vector-db-error.ts";

export interface VectorRows {
  readonly count: number;
  /** Those from `from` to before `to`, as a view where that is possible. */
  part(from: number, to: number): VectorRows;
  /** One of them. */
  at(row: number): object;
}

/** Vectors of f32 numbers, all of the same size, one after another. */
export class DenseRows implements VectorRows {
  readonly dimension: number;
  readonly floats: Float32Array;

  constructor(dimension: number, floats: Float32Array) {
    this.dimension = dimension;
    this.floats = floats;
  }

  get count(): number {
    return this.floats.length / this.dimension;
  }

  part(from: number, to: number): DenseRows {
    const { dimension, floats } = this;
    return new DenseRows(dimension, floats.subarray(from * dimension, to * dimension));
  }

  at(row: number): Float32Array {
    const { dimension, floats } = this;
    return floats.subarray(row * dimension, (row + 1) * dimension);
  }
}

/** The same vectors as dense ones. @throws VectorDbError when they are of another kind */
export function denseRows(rows: VectorRows): DenseRows {
  if (rows instanceof DenseRows) return rows;
  throw new VectorDbError("INTERNAL", "dense vectors are needed here, and these are of another kind");
}
