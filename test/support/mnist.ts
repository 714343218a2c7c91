// The real data set of the project. A checkout without it reports that it is missing.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export const FOLDER = new URL("../../../shared/data/mnist-784/", import.meta.url);

export const DIMENSION = 784;
/** The number of exact neighbours for each query. */
export const NEIGHBOURS = 100;

export interface Mnist {
  /** 60,000 rows of DIMENSION bytes. */
  readonly base: Uint8Array;
  /** 1,000 rows of DIMENSION bytes. */
  readonly queries: Uint8Array;
  /** For each query the numbers of its NEIGHBOURS nearest rows, nearest first. */
  readonly neighbours: Int32Array;
}

export function hasMnist(): boolean {
  return existsSync(FOLDER);
}

export function loadMnist(): Mnist {
  const file = (name: string) => readFileSync(new URL(name, FOLDER));
  const neighbours = new Uint8Array(file("neighbors.i32"));
  return {
    base: new Uint8Array(gunzipSync(file("base.u8.gz"))),
    queries: new Uint8Array(gunzipSync(file("query.u8.gz"))),
    neighbours: new Int32Array(neighbours.buffer),
  };
}

export function row(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.subarray(index * DIMENSION, (index + 1) * DIMENSION);
}

export function squaredDistance(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}
