// A program that uses the library and asks for recall: the calls of the recall benchmark.
// The decision: what an index chooses for a recall depends on its measurements alone and not on the query. So one query
// asks what is chosen, and the others walk with that ef: they find what searches that ask would find, and the choice
// does not change while the searches teach the index their queries.
import type { open } from "../../../src/open.ts";
import type { RecallTables } from "../../../src/schema/recall.ts";
import { batches, type Dataset, K, readBuckets, readQueries } from "../data/dataset.ts";
import { type Spent, measured as spent } from "../engines/spent.ts";
import { median } from "../measure.ts";
import { answerParent } from "./child.ts";

type Database = Awaited<ReturnType<typeof open>>;

interface Walk {
  readonly ef: number | null;
  readonly below: number;
  readonly count: number;
}

export interface Beside {
  readonly without: number;
  readonly beside: number;
  readonly seconds: number;
}

export interface Chosen {
  readonly expected: number | null;
  /** Null: all vectors are compared. */
  readonly ef: number | null;
}

const NAME = { collection_name: "recall" };
const BATCH = 1000;
const POLL_MS = 20;
const ALL = 100;
const RECALL = 0.95;
/** The candidates of searches whose latency is measured. */
const EF = 64;
/** The share of the points that is written again so that the recall is measured again: they count twice. */
const REWRITTEN = 0.06;
const RUNS = 3;
const WITHOUT_MS = 3000;
const MAX_ATTEMPTS = 4;
const CHECK_MS = 100;

let db: Database;
let dataset: Dataset;
let buckets: Uint8Array;
let queries: Float32Array[];
/** The number of the next query whose latency is measured. */
let attempts = 0;
let turn = 0;

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** @param below the filter lets buckets below this through; 100: no filter */
function search(query: Float32Array, below: number, params: object) {
  const filter = { must: [{ key: "bucket", range: { lt: below } }] };
  return db.searchPoints({
    ...NAME,
    vector: query,
    limit: K,
    with_payload: false,
    params,
    ...(below < ALL && { filter }),
  });
}

function paramsOf(ef: number | null): object {
  return ef === null ? { exact: true } : { hnsw_ef: ef };
}

async function write(first: number, end: number): Promise<void> {
  const { dimension } = dataset;
  for (const { first: from, rows } of batches({ ...dataset, rows: end }, BATCH)) {
    if (from < first) continue;
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: from + i,
      vector: rows.subarray(i * dimension, (i + 1) * dimension),
      payload: { bucket: buckets[from + i]! },
    }));
    await db.upsertPoints({ ...NAME, points });
  }
}

async function isGreen(): Promise<boolean> {
  return (await db.getCollection(NAME)).status === "green";
}

async function untilGreen(): Promise<void> {
  while (!(await isGreen())) await pause();
}

async function table() {
  const { recall } = (await db.getCollection(NAME)) as { recall?: RecallTables };
  return recall?.[""]?.[0];
}

export const caller = {
  async load(given: Dataset): Promise<void> {
    dataset = given;
    buckets = readBuckets(given)!;
    const { dimension, metric } = given;
    const all = readQueries(given);
    queries = Array.from({ length: given.queries }, (_, i) =>
      all.subarray(i * dimension, (i + 1) * dimension),
    );
    const library = (await import(new URL("../../../dist/lib/index.js", import.meta.url).href)) as {
      open: typeof open;
    };
    db = await library.open();
    await db.createCollection({
      ...NAME,
      vectors_config: { size: dimension, distance: metric === "euclid" ? "Euclid" : "Cosine" },
      hnsw_config: { full_scan_threshold: 10 },
    });
    await db.createFieldIndex({ ...NAME, field_name: "bucket", field_schema: "integer" });
    await write(0, given.rows);
    await untilGreen();
  },

  /**
   * Waits until the recall was measured.
   * @param learn before it, the queries from this one on are asked, as clients do; null: it is the first measurement
   */
  async untilMeasured(learn: number | null): Promise<Spent & { readonly real: number }> {
    const before = learn === null ? undefined : (await table())!.measured;
    let found: Awaited<ReturnType<typeof table>>;
    const cost = await spent(async () => {
      if (learn !== null)
        for (const query of queries.slice(learn)) await search(query, ALL, { recall: RECALL });
      // The first measurement with queries of clients has stored vectors, too.
      const isDone = () => found && (learn === null || found.real_queries === found.queries);
      while (found?.measured === before || !isDone()) {
        await pause();
        found = await table();
      }
    });
    return { ...cost, real: found!.real_queries };
  },

  async chosen({ asked, below }: { asked: number; below: number }): Promise<Chosen> {
    const points = await search(queries.at(-1)!, below, { recall: asked });
    const { expected, ef } = (points as unknown as { recall: Chosen }).recall;
    return { expected, ef };
  },

  /** Returns the ids that the first `count` queries find with an ef; null: with exact searches. */
  async walk({ ef, below, count }: Walk): Promise<Int32Array> {
    const ids = new Int32Array(count * K).fill(-1);
    for (let i = 0; i < count; i++) {
      const points = await search(queries[i]!, below, paramsOf(ef));
      points.forEach(({ id }, at) => {
        ids[i * K + at] = Number(id);
      });
    }
    return ids;
  },

  /** Returns the microseconds of CPU of one of these searches, in the run beside which nothing else ran. */
  async time({ ef, below, count }: Walk): Promise<number> {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const { cpuSeconds } = await spent(async () => {
        for (let i = 0; i < count; i++) await search(queries[i]!, below, paramsOf(ef));
      });
      runs.push((cpuSeconds / count) * 1e6);
    }
    return Math.min(...runs);
  },

  /**
   * Returns the median latency of searches beside a measurement and after it, in milliseconds, and its seconds. The
   * graph and ef are the same.
   */
  async beside(_: null): Promise<Beside> {
    const latencies: number[] = [];
    const once = async () => {
      const began = performance.now();
      await search(queries[turn++ % queries.length]!, ALL, { hnsw_ef: EF });
      latencies.push(performance.now() - began);
    };
    // Read first: a small graph is measured in less time than waiting for it takes.
    const { measured: before } = (await table())!;
    await write(0, Math.ceil((dataset.rows * REWRITTEN) / BATCH) * BATCH);
    let began = performance.now();
    for (let looked = began; ; ) {
      await once();
      if (performance.now() - looked < CHECK_MS) continue;
      looked = performance.now();
      if ((await table())!.measured !== before) break;
      if (await isGreen()) continue;
      // Searches beside the insertion of vectors do not count.
      latencies.length = 0;
      began = looked;
    }
    const seconds = (performance.now() - began) / 1000;
    const beside = median(latencies.splice(0));
    const { measured: after } = (await table())!;
    for (const end = performance.now() + WITHOUT_MS; performance.now() < end; ) await once();
    // Another measurement ran beside these searches, as after a rebuild: both figures have to be taken again.
    if ((await table())!.measured !== after && ++attempts < MAX_ATTEMPTS) return caller.beside(null);
    return { without: median(latencies), beside, seconds };
  },
};

export type RecallCaller = typeof caller;

answerParent(caller);
