// Real text: 20,000 entries of a dictionary as sentence embeddings under Cosine, with buckets for filters.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasWordnet, readHalves, readWordnet, WORDNET_DIMENSION } from "../../support/wordnet.ts";
import { type Dataset, datasetFolder } from "./dataset.ts";

const ROWS = 20_000;

export function wordnet(wanted = ROWS): Dataset | null {
  if (!hasWordnet()) return null;
  const rows = Math.min(wanted, ROWS);
  const folder = datasetFolder(`wordnet-${rows}`);
  if (!existsSync(join(folder, "buckets.u8"))) {
    writeFileSync(join(folder, "base.f32"), readHalves("base.f16").subarray(0, rows * WORDNET_DIMENSION));
    writeFileSync(join(folder, "queries.f32"), readHalves("query.f16"));
    writeFileSync(join(folder, "buckets.u8"), readWordnet("bucket.u8").subarray(0, rows));
  }
  return { name: "wordnet", dimension: WORDNET_DIMENSION, metric: "cosine", rows, queries: 500, folder };
}
