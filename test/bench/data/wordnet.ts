// Real text: 20,000 entries of a dictionary as sentence embeddings under Cosine, with buckets for filters. The data is
// in a folder beside the checkout, or missing.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Dataset, datasetFolder } from "./dataset.ts";

const SHARED = new URL("../../../../shared/data/wordnet-minilm/", import.meta.url);
const DIMENSION = 384;
const ROWS = 20_000;

export function wordnet(wanted = ROWS): Dataset | null {
  if (!existsSync(SHARED)) return null;
  const rows = Math.min(wanted, ROWS);
  const folder = datasetFolder(`wordnet-${rows}`);
  if (!existsSync(join(folder, "buckets.u8"))) {
    writeFileSync(join(folder, "base.f32"), readHalves("base.f16").subarray(0, rows * DIMENSION));
    writeFileSync(join(folder, "queries.f32"), readHalves("query.f16"));
    writeFileSync(join(folder, "buckets.u8"), readFileSync(new URL("bucket.u8", SHARED)).subarray(0, rows));
  }
  return { name: "wordnet", dimension: DIMENSION, metric: "cosine", rows, queries: 500, folder };
}

/** Converts half floats, none of which is infinite. */
function readHalves(file: string): Float32Array {
  const bytes = readFileSync(new URL(file, SHARED));
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => {
    const half = bytes.readUInt16LE(2 * i);
    const exponent = (half >> 10) & 31;
    const fraction = (half & 1023) / 1024;
    const size = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
    return half >> 15 ? -size : size;
  });
}
