// The engine without a database: a vector store in this thread with the rows of a data set, for what a call costs beyond
// the search. The decision: its graph is built from the same rows with the same parameters as in the database, so both
// walk alike.
import { LocalEngine } from "../../../src/engine/local.ts";
import { chooseBuild } from "../../../src/engine/node-threads.ts";
import type { Hits } from "../../../src/engine/types.ts";
import { batches, type Dataset } from "../data/dataset.ts";
import { EF_CONSTRUCT, M } from "../engines/engine.ts";

const BATCH = 1_000;
const NO_SLOTS = new Uint32Array(0);

/** Searches the store. @returns the nearest `k` slots, which are the numbers of the rows */
export type SearchAlone = (query: Float32Array, k: number, ef: number) => Hits;

/** Builds a graph of the data set. @param indexFrom the number of rows from which there is a graph */
export async function engineAlone(dataset: Dataset, indexFrom = 1): Promise<SearchAlone> {
  const { dimension, metric, rows } = dataset;
  const engine = new LocalEngine({ module: chooseBuild().module });
  const store = await engine.create({
    dimension,
    metric: metric === "euclid" ? "Euclid" : "Cosine",
    encoding: "int8",
    m: M,
    efConstruct: EF_CONSTRUCT,
    indexFrom,
  });
  await engine.reserve(store, rows);
  for (const { first, rows: vectors } of batches(dataset, BATCH)) {
    const slots = vectors.length / dimension;
    await engine.write([{ store, first, slots, rows: null, vectors, dead: NO_SLOTS }]);
  }
  await engine.indexed(store);
  return (query, k, ef) => engine.searchNow(store, query, { k, ef });
}
