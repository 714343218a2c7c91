// The package @zvec/zvec for the benchmark of sparse vectors: its flat index, one thread.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { splitRows } from "../../../src/engine/sparse-rows.ts";
import { decodeSparse } from "../../../src/shared/sparse-vector.ts";
import { requirePeer } from "../peers.ts";
import { answerLines } from "./line-process.ts";

interface Collection {
  insertSync(documents: object[]): { ok: boolean; message: string }[];
  querySync(query: object): { readonly score: number }[];
}

interface Package {
  ZVecInitialize(options: object): void;
  readonly ZVecCollectionSchema: new (schema: object) => object;
  ZVecCreateAndOpen(folder: string, schema: object): Collection;
  readonly ZVecDataType: { SPARSE_VECTOR_FP32: number };
  readonly ZVecIndexType: { FLAT: number };
  readonly ZVecMetricType: { IP: number };
}

const [documents, queries, folder] = process.argv.slice(2);
const BATCH = 500;
const K = 10;
/** It compares every vector, so few queries are enough. */
const QUERIES = 20;
const NAME = "text";

function vectorsIn(file: string): Record<string, number>[] {
  return splitRows(readFileSync(file)).map((row) => {
    const { indices, values } = decodeSparse(new Uint8Array(row));
    return Object.fromEntries(Array.from(indices, (index, i) => [index, values[i]!]));
  });
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const zvec = requirePeer<Package>("@zvec/zvec");
zvec.ZVecInitialize({ queryThreads: 1, optimizeThreads: 1 });
const { ZVecDataType: types, ZVecIndexType: indexes, ZVecMetricType: metrics } = zvec;
const indexParams = { indexType: indexes.FLAT, metricType: metrics.IP };
const schema = new zvec.ZVecCollectionSchema({
  name: "bench",
  vectors: { name: NAME, dataType: types.SPARSE_VECTOR_FP32, indexParams },
});
const collection = zvec.ZVecCreateAndOpen(join(folder!, "collection"), schema);
const asked = vectorsIn(queries!).slice(0, QUERIES);

async function build() {
  const vectors = vectorsIn(documents!);
  const before = cpu();
  for (let first = 0; first < vectors.length; first += BATCH) {
    const batch = vectors.slice(first, first + BATCH);
    const all = batch.map((vector, i) => ({ id: String(first + i), vectors: { [NAME]: vector } }));
    const refused = collection.insertSync(all).find(({ ok }) => !ok);
    if (refused) throw new Error(`zvec: ${refused.message}`);
  }
  return { micros: (cpu() - before) / vectors.length, bytes: process.memoryUsage().rss };
}

async function searchAll() {
  const before = cpu();
  const scores = asked.map((vector) =>
    collection.querySync({ fieldName: NAME, vector, topk: K, outputFields: [] }).map(({ score }) => score),
  );
  return { micros: (cpu() - before) / asked.length, scores };
}

await answerLines((command) => (command === "build" ? build() : searchAll()));
