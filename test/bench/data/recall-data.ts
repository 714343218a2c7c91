// The data sets of the recall benchmark: the real ones, and drawn ones that are hard for a graph in different ways.
// The decision: the first queries are measured and the last ones stand for those of clients, so that no query is
// measured with what was learned of itself.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DrawnKind, drawer } from "../../support/drawn-points.ts";
import { seededRandom } from "../../support/random.ts";
import { type Dataset, datasetFolder } from "./dataset.ts";
import { mnist } from "./mnist.ts";
import { wordnet } from "./wordnet.ts";

/** The queries that are measured, and those that clients have asked before; some of these may be equal. */
const FRESH = 500;
const LEARNED = 160;
const DIMENSION = 128;
const ROWS = 50_000;
const BUCKETS = 100;
const SEED = 1;
/** The largest set of rows that is drawn in one piece. */
const PIECE = 10_000;

/** A data set whose first queries are measured; the others are those of clients. */
export interface RecallData {
  readonly dataset: Dataset;
  readonly fresh: number;
}

const SETS: Record<string, (rows?: number) => Dataset | null> = {
  wordnet,
  mnist,
  clusters: (rows) => drawn("clusters", rows),
  "heavy-tailed": (rows) => drawn("heavy-tailed", rows),
  "low-rank": (rows) => drawn("low-rank", rows),
  duplicates: (rows) => drawn("duplicates", rows),
};

export const RECALL_DATA = Object.keys(SETS);

/** Yields the data sets with the names; one that is not beside this checkout is left out. */
export function* openRecallData(names: readonly string[], rows?: number): Generator<RecallData> {
  for (const name of names) {
    const dataset = SETS[name]!(rows);
    if (dataset === null) process.stderr.write(`../shared/data has no ${name}: not measured\n`);
    else yield { dataset, fresh: Math.min(FRESH, dataset.queries - LEARNED) };
  }
}

function drawn(kind: DrawnKind, rows = ROWS): Dataset {
  const folder = datasetFolder(`recall-${kind}-${rows}`);
  const queries = FRESH + LEARNED;
  if (!existsSync(join(folder, "buckets.u8"))) {
    const draw = drawer(kind, DIMENSION, SEED);
    const [base, asked] = [join(folder, "base.f32"), join(folder, "queries.f32")];
    writeFileSync(base, "");
    for (let first = 0; first < rows; first += PIECE)
      writeFileSync(base, piece(draw, Math.min(PIECE, rows - first)), { flag: "a" });
    writeFileSync(asked, piece(draw, queries));
    const random = seededRandom(SEED);
    writeFileSync(
      join(folder, "buckets.u8"),
      Uint8Array.from({ length: rows }, () => random() * BUCKETS),
    );
  }
  return { name: kind, dimension: DIMENSION, metric: "cosine", rows, queries, folder };
}

/** Draws vectors of length 1, as the truth of Cosine expects them. */
function piece(draw: () => Float32Array, count: number): Float32Array {
  const all = new Float32Array(count * DIMENSION);
  for (let i = 0; i < count; i++) {
    const vector = draw();
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    all.set(
      vector.map((value) => value / length),
      i * DIMENSION,
    );
  }
  return all;
}
