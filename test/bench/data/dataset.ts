// A data set of the benchmarks: the file of its rows as f32, and for each query the distance of its k-th neighbour. The
// decision: the processes of engines read the rows from the file, so that their memory is the engine's own. The parent
// judges results by distance and not by id, so that ties are hits.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RESULTS } from "../peers.ts";

/** The number of neighbours in every search. */
export const K = 10;
/** Rounding of f32 sums: a distance within this factor of the k-th counts as equal. */
export const TIE = 1 + 1e-6;

export interface Dataset {
  readonly name: string;
  readonly dimension: number;
  readonly metric: "euclid" | "cosine";
  readonly rows: number;
  readonly queries: number;
  /** The folder of `base.f32`, `queries.f32` and, if the data has buckets, `buckets.u8`. */
  readonly folder: string;
}

/** Returns the folder of the data set; data of another size or version has a folder of its own. */
export function datasetFolder(name: string): string {
  const folder = join(RESULTS, "data", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function readFloats(file: string): Float32Array {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Returns the bytes of a file, which is made the first time. */
export function cached(file: string, make: () => Float64Array): Buffer {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, make());
  }
  return readFileSync(file);
}

/** Yields rows of the base in batches; every batch is in the same memory. */
export function* batches(
  { folder, rows, dimension }: Dataset,
  size: number,
): Generator<{ first: number; rows: Float32Array }> {
  const file = openSync(join(folder, "base.f32"), "r");
  const batch = new Float32Array(size * dimension);
  try {
    for (let first = 0; first < rows; first += size) {
      const part = batch.subarray(0, Math.min(size, rows - first) * dimension);
      const bytes = readSync(file, part, 0, part.byteLength, first * dimension * 4);
      if (bytes !== part.byteLength) throw new Error(`${folder}/base.f32 ends too early; delete the folder`);
      yield { first, rows: part };
    }
  } finally {
    closeSync(file);
  }
}

export function readQueries({ folder }: Dataset): Float32Array {
  return readFloats(join(folder, "queries.f32"));
}

export function readBuckets({ folder }: Dataset): Uint8Array | null {
  const file = join(folder, "buckets.u8");
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}
