// The vectors of one name that a write carries or a read returns, in the form of their kind.
// The decision: there are two forms. Dense vectors are rows of f32 numbers, which are copied as a block. A vector of
// any other kind is a byte string that only the index of its kind reads, so another kind changes neither the records
// of the log nor anything that passes vectors on (batches that are divided, rebuilds, snapshots).
import { VectorDbError } from "../../errors/vector-db-error.ts";

/** The numbers of a dense vector, or the bytes of a vector of another kind. */
export type VectorRow = Float32Array | Uint8Array;

export interface VectorRows {
  readonly count: number;
  /** The numbers of a dense vector; 0 for byte strings. */
  readonly dimension: number;
  /** Returns the vectors from `from` to before `to`, as a view. */
  part(from: number, to: number): VectorRows;
  at(row: number): VectorRow;
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

/** Vectors of another kind, a byte string each. */
export class EncodedRows implements VectorRows {
  readonly dimension = 0;
  readonly vectors: readonly Uint8Array[];

  constructor(vectors: readonly Uint8Array[]) {
    this.vectors = vectors;
  }

  get count(): number {
    return this.vectors.length;
  }

  part(from: number, to: number): EncodedRows {
    return new EncodedRows(this.vectors.slice(from, to));
  }

  at(row: number): Uint8Array {
    return this.vectors[row]!;
  }
}

/** Returns the vectors of all parts, which are of the same kind and size, as a copy. @param parts at least one */
export function joinedRows(parts: readonly VectorRows[]): VectorRows {
  const [first] = parts;
  if (!(first instanceof DenseRows))
    return new EncodedRows(parts.flatMap((part) => eachRow(part) as Uint8Array[]));
  const floats = new Float32Array(parts.reduce((sum, part) => sum + denseRows(part).floats.length, 0));
  let at = 0;
  for (const part of parts) {
    floats.set(denseRows(part).floats, at);
    at += denseRows(part).floats.length;
  }
  return new DenseRows(first.dimension, floats);
}

export function eachRow(rows: VectorRows): VectorRow[] {
  return Array.from({ length: rows.count }, (_, row) => rows.at(row));
}

/** Narrows the type. @throws VectorDbError if the vectors are of another kind */
export function denseRows(rows: VectorRows): DenseRows {
  if (rows instanceof DenseRows) return rows;
  throw new VectorDbError("INTERNAL", "dense vectors are needed here, and these are of another kind");
}
