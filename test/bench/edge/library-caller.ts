// A program that uses the library: a collection in memory, searched in a loop, and the same rows in the engine alone.
// The decision: both are in one process and take turns, so that the difference is what a call adds to the search.
import type { open } from "../../../src/open.ts";
import { batches, type Dataset, K, readQueries } from "../data/dataset.ts";
import { EF_CONSTRUCT, M } from "../engines/engine.ts";
import { answerParent } from "./child.ts";
import { engineAlone, type SearchAlone } from "./engine-alone.ts";
import { payloadOf } from "./kinds.ts";

type Database = Awaited<ReturnType<typeof open>>;

/** The engine alone, or searches without and with payloads. */
export type LibraryCall = "engine" | "ids" | "payloads";

const NAME = { collection_name: "calls" };
const BATCH = 500;
const EF = 64;
const POLL_MS = 20;

let database: Database;
let alone: SearchAlone;
let queries: Float32Array[];
/** The sum of scores, so that no result is unused. */
let sum = 0;

async function load(dataset: Dataset, text: string): Promise<void> {
  const { dimension, metric } = dataset;
  const library = (await import(new URL("../../../dist/lib/index.js", import.meta.url).href)) as {
    open: typeof open;
  };
  database = await library.open();
  await database.createCollection({
    ...NAME,
    vectors_config: { size: dimension, distance: metric === "euclid" ? "Euclid" : "Cosine" },
    hnsw_config: { m: M, ef_construct: EF_CONSTRUCT },
  });
  for (const { first, rows } of batches(dataset, BATCH)) {
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: first + i,
      vector: rows.subarray(i * dimension, (i + 1) * dimension),
      payload: payloadOf(first + i, text),
    }));
    await database.upsertPoints({ ...NAME, points });
  }
  while ((await database.getCollection(NAME)).status !== "green")
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

export const caller = {
  async load({ dataset, text }: { dataset: Dataset; text: string }): Promise<void> {
    const { dimension } = dataset;
    await load(dataset, text);
    alone = await engineAlone(dataset);
    const all = readQueries(dataset);
    queries = Array.from({ length: dataset.queries }, (_, i) =>
      all.subarray(i * dimension, (i + 1) * dimension),
    );
  },

  /** Calls for `ms` milliseconds. @returns the CPU time of this process for a call, in microseconds */
  async run({ call, ms }: { call: LibraryCall; ms: number }): Promise<number> {
    const before = process.cpuUsage();
    const until = performance.now() + ms;
    let calls = 0;
    while (performance.now() < until) {
      for (const vector of queries) {
        if (call === "engine") {
          sum += alone(vector, K, EF).distances[0]!;
        } else {
          const options = call === "ids" ? { with_payload: false } : {};
          const hits = await database.searchPoints({
            ...NAME,
            vector,
            limit: K,
            params: { hnsw_ef: EF },
            ...options,
          });
          sum += hits[0]!.score;
        }
      }
      calls += queries.length;
    }
    const { user, system } = process.cpuUsage(before);
    if (Number.isNaN(sum)) throw new Error("a score is not a number");
    return (user + system) / calls;
  },
};

export type LibraryCaller = typeof caller;

answerParent(caller);
