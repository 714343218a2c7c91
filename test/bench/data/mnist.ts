// The real data: 60,000 handwritten digits under Euclid, with buckets for filters. It is in a folder beside the
// checkout, or missing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSION, FOLDER, hasMnist, loadMnist } from "../../support/mnist.ts";
import { type Dataset, datasetFolder } from "./dataset.ts";

const ROWS = 60_000;

export function mnist(wanted = ROWS): Dataset | null {
  if (!hasMnist()) return null;
  const rows = Math.min(wanted, ROWS);
  const folder = datasetFolder(`mnist-${rows}`);
  const dataset: Dataset = {
    name: "mnist",
    dimension: DIMENSION,
    metric: "euclid",
    rows,
    queries: 1000,
    folder,
  };
  if (!existsSync(join(folder, "buckets.u8"))) {
    const { base, queries } = loadMnist();
    writeFileSync(join(folder, "base.f32"), Float32Array.from(base.subarray(0, rows * DIMENSION)));
    writeFileSync(join(folder, "queries.f32"), Float32Array.from(queries));
    writeFileSync(join(folder, "buckets.u8"), readFileSync(new URL("bucket.u8", FOLDER)).subarray(0, rows));
  }
  return dataset;
}

/**
 * Returns the neighbours that come with the data, for all rows or for rows of a bucket below 1, 10 or 50; `width` ids
 * for each query.
 */
export function knownNeighbours(below: number): { ids: Int32Array; width: number } {
  const bytes = readFileSync(
    new URL(below < 100 ? `neighbors-filter-${below}.i32` : "neighbors.i32", FOLDER),
  );
  const ids = new Int32Array(new Uint8Array(bytes).buffer);
  return { ids, width: ids.length / 1000 };
}
