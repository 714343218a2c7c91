// Azimuth for the benchmark of sparse vectors, through the public interface of its npm package, or its engine alone.
import { readFileSync } from "node:fs";
import { rowsWithin, splitRows } from "../../../src/engine/sparse-rows.ts";
import type { open } from "../../../src/open.ts";
import { decodeSparse } from "../../../src/shared/sparse-vector.ts";
import { NO_SLOTS, newEngine } from "../../unit/engine/fixtures.ts";
import { answerLines } from "./line-process.ts";

const [documents, queries, part] = process.argv.slice(2);
const BATCH = 500;
const K = 10;
const NAME = { collection_name: "bench" };

interface Subject {
  /** Returns what a caller has in its hands before it adds the vectors. */
  prepared(vectors: Uint8Array[], first: number): unknown;
  add(prepared: unknown, first: number): Promise<unknown>;
  /** Returns the scores of the best. */
  search(query: number): Promise<number[]>;
}

/** Returns CPU time of this process in microseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function engineAlone(): Promise<Subject> {
  const engine = newEngine();
  const store = await engine.createSparse();
  const encoded = splitRows(readFileSync(queries!)).map((query) => new Uint8Array(query));
  return {
    prepared: (rows) => rows,
    async add(prepared, first) {
      const rows = prepared as Uint8Array[];
      const vectors = Buffer.concat(rows);
      await engine.reserveSparse(store, first + rows.length, vectors.length);
      await engine.writeSparse([{ store, first, slots: rows.length, vectors, dead: NO_SLOTS }]);
    },
    async search(query) {
      const [hits] = engine.searchSparseNow(store, [encoded[query]!], { k: K });
      return Array.from(hits!.distances, (distance) => -distance);
    },
  };
}

async function library(): Promise<Subject> {
  const url = new URL("../../../dist/lib/index.js", import.meta.url).href;
  const db = await ((await import(url)) as { open: typeof open }).open({ threads: 0 });
  await db.createCollection({ ...NAME, sparse_vectors: { text: {} } });
  const literals = splitRows(readFileSync(queries!)).map((query) => decodeSparse(new Uint8Array(query)));
  return {
    prepared: (rows, first) =>
      rows.map((row, i) => ({ id: first + i, vector: { text: literalOf(new Uint8Array(row)) } })),
    add: (points) => db.upsertPoints({ ...NAME, points } as never),
    async search(query) {
      const { indices, values } = literals[query]!;
      const request = { query: { indices, values }, using: "text", limit: K, with_payload: false };
      const { points } = await db.queryPoints({ ...NAME, ...request } as never);
      return points.map(({ score }) => score!);
    },
  };
}

function literalOf(row: Uint8Array) {
  const { indices, values } = decodeSparse(row);
  return { indices: Array.from(indices), values: Array.from(values) };
}

const subject = await (part === "engine" ? engineAlone() : library());

async function build() {
  const rows = readFileSync(documents!);
  let spent = 0;
  let count = 0;
  for (let at = 0; at < rows.length; ) {
    const batch: Uint8Array[] = [];
    for (; batch.length < BATCH && at < rows.length; ) {
      const { bytes } = rowsWithin(rows, at, 0);
      batch.push(rows.subarray(at, at + bytes));
      at += bytes;
    }
    const prepared = subject.prepared(batch, count);
    const before = cpu();
    await subject.add(prepared, count);
    spent += cpu() - before;
    count += batch.length;
  }
  return { micros: spent / count, bytes: process.memoryUsage().rss - rows.length };
}

async function searchAll() {
  const count = splitRows(readFileSync(queries!)).length;
  const scores: number[][] = [];
  const before = cpu();
  for (let query = 0; query < count; query++) scores.push(await subject.search(query));
  return { micros: (cpu() - before) / count, scores };
}

await answerLines((command) => (command === "build" ? build() : searchAll()));
