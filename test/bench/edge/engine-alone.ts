// The engine without a database: a vector store in this thread with the rows of a data set, for what a call costs
// beyond the search. The decision: it has a graph from the same size on as in the database, built from the same rows
// with the same parameters, so both search alike.
import { LocalEngine } from "../../../src/engine/local.ts";
import { chooseBuild } from "../../../src/engine/node-threads.ts";
import type { Hits } from "../../../src/engine/types.ts";
import { batches, type Dataset } from "../data/dataset.ts";
import { EF_CONSTRUCT, M } from "../engines/engine.ts";

const BATCH = 1_000;
const NO_SLOTS = new Uint32Array(0);

/** Searches the store. @returns the nearest `k` slots, which are the numbers of the rows */
export type SearchAlone = (query: Float32Array, k: number, ef: number) => Hits;

/** The bytes of rows from which a collection has a graph: the default of `full_scan_threshold`. */
const GRAPH_FROM_BYTES = 10_000 * 1024;

/** Loads the data set into a store, and waits for its graph. */
export async function engineAlone(dataset: Dataset): Promise<SearchAlone> {
  const { dimension, metric, rows } = dataset;
  const engine = new LocalEngine({ module: chooseBuild().module });
  const store = await engine.create({
    dimension,
    metric: metric === "euclid" ? "Euclid" : "Cosine",
    encoding: "int8",
    m: M,
    efConstruct: EF_CONSTRUCT,
    indexFrom: Math.ceil(GRAPH_FROM_BYTES / (dimension * Float32Array.BYTES_PER_ELEMENT)),
  });
  await engine.reserve(store, rows);
  for (const { first, rows: vectors } of batches(dataset, BATCH)) {
    const slots = vectors.length / dimension;
    await engine.write([{ store, first, slots, rows: null, vectors, dead: NO_SLOTS }]);
  }
  await engine.indexed(store);
  return (query, k, ef) => engine.searchNow(store, query, { k, ef });
}
