// `azimuth bench`: measures the speed of a server with seeded vectors that it writes and searches.
// The decision: it uses a collection of its own, which it deletes afterwards, and vectors in clusters, because
// uniformly random ones have no near neighbours. The results are compared with an exact search of the same server.
import type { Command } from "commander";
import { writePlain } from "../json/plain.ts";
import type { CollectionInfo } from "../schema/collection.ts";
import { EF_FLAG, type EffortFlags, effortOf, RECALL_FLAG, sizeOf } from "./common/flag-values.ts";
import { requestOf, type Server } from "./common/request.ts";
import { pathOf, type ServerFlags, serverOf, withServer } from "./common/server-flags.ts";
import { tableOf } from "./common/table.ts";
import type { DataParts } from "./data/import.ts";

interface BenchFlags extends ServerFlags, EffortFlags {
  readonly points: string;
  readonly size: string;
  readonly searches: string;
  readonly keep?: boolean;
}

const LIMIT = 10;
const BATCH = 500;
const CLUSTERS = 50;
const SPREAD = 0.3;
const INDEX_POLL_MS = 200;
const INDEX_PATIENCE_MS = 60_000;

export function addBenchCommand(program: Command, parts: DataParts): void {
  withServer(
    program
      .command("bench")
      .description("measure the write and search speed of a server, in a temporary collection")
      .option("--points <n>", "number of points to write", "5000")
      .option("--size <n>", "dimension of the vectors", "128")
      .option("--searches <n>", "number of sequential searches", "200")
      .option(...EF_FLAG)
      .option(...RECALL_FLAG)
      .option("--keep", "keep the collection"),
  ).action((flags: BenchFlags) => parts.run(() => bench(parts, flags)));
}

async function bench(parts: DataParts, flags: BenchFlags): Promise<boolean> {
  const { stdout, stderr, clock, pause } = parts;
  const server = serverOf(flags, parts);
  const points = sizeOf("--points", flags.points);
  const size = sizeOf("--size", flags.size);
  const searches = sizeOf("--searches", flags.searches);
  const effort = effortOf(flags);
  const name = `azimuth-bench-${points}-${size}-${Math.floor(clock())}`;
  await requestOf(server, "PUT", pathOf(name), { vectors_config: { size, distance: "Euclid" } });
  try {
    const draw = vectorsOf(size);
    const written = await timed(clock, Math.ceil(points / BATCH), async (i) => {
      const many = Math.min(BATCH, points - i * BATCH);
      const batch = Array.from({ length: many }, (_, k) => ({ id: i * BATCH + k, vector: draw() }));
      await requestOf(server, "PUT", pathOf(name, "/points?wait=true"), { points: batch });
    });
    const indexing = await indexed(server, name, { clock, pause });
    const queries = Array.from({ length: searches }, draw);
    const found: number[][] = [];
    const quick = await timed(clock, searches, async (i) => {
      found.push(await ids(server, name, { vector: queries[i], limit: LIMIT, params: effort }));
    });
    const truths: number[][] = [];
    const exact = await timed(clock, searches, async (i) => {
      truths.push(await ids(server, name, { vector: queries[i], limit: LIMIT, params: { exact: true } }));
    });
    const recall = recallOf(found, truths);
    if (flags.json) {
      const result = {
        points,
        size,
        searches,
        upsert: written,
        indexing_seconds: indexing,
        search: quick,
        exact,
        recall,
      };
      stdout.write(`${writePlain(result)}\n`);
      return true;
    }
    const row = (what: string, { seconds, p50_ms, p99_ms }: Timed, many: number, unit: string) =>
      [what, `${Math.round(many / seconds)} ${unit}/s`, p50_ms.toFixed(2), p99_ms.toFixed(2)] as const;
    stdout.write(
      tableOf(
        [`${points} x ${size}`, "RATE", "P50 MS", "P99 MS"],
        [
          row(`upsert, ${BATCH} at a time`, written, points, "points"),
          row(`search, best ${LIMIT}`, quick, searches, "searches"),
          row("search, exact", exact, searches, "searches"),
        ],
      ),
    );
    stdout.write(
      `recall@${LIMIT} ${recall.toFixed(4)}; indexed ${indexing.toFixed(1)} s after the last write\n`,
    );
    stderr.write("one client that waits for each answer: a look at this machine, not a benchmark\n");
    return true;
  } finally {
    if (!flags.keep) await requestOf(server, "DELETE", pathOf(name));
  }
}

interface Timed {
  readonly seconds: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

async function timed(clock: () => number, times: number, work: (i: number) => Promise<void>): Promise<Timed> {
  const took: number[] = [];
  const began = clock();
  for (let i = 0; i < times; i++) {
    const start = clock();
    await work(i);
    took.push(clock() - start);
  }
  const seconds = (clock() - began) / 1000;
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))]!;
  return { seconds, p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** Waits until all vectors are indexed. @returns seconds */
async function indexed(
  server: Server,
  name: string,
  { clock, pause }: Pick<DataParts, "clock" | "pause">,
): Promise<number> {
  const began = clock();
  for (;;) {
    const { status } = await requestOf<CollectionInfo>(server, "GET", pathOf(name));
    const passed = clock() - began;
    if (status !== "yellow" || passed > INDEX_PATIENCE_MS) return passed / 1000;
    await pause(INDEX_POLL_MS);
  }
}

async function ids(server: Server, name: string, search: object): Promise<number[]> {
  const request = { ...search, with_payload: false };
  const hits = await requestOf<{ id: number }[]>(server, "POST", pathOf(name, "/points/search"), request);
  return hits.map(({ id }) => id);
}

function recallOf(found: readonly number[][], truths: readonly number[][]): number {
  const hits = found.map((ids, i) => ids.filter((id) => truths[i]!.includes(id)).length);
  return hits.reduce((sum, hit) => sum + hit, 0) / truths.reduce((sum, { length }) => sum + length, 0);
}

/** Returns vectors around a few centres, the same in every run. */
function vectorsOf(size: number): () => number[] {
  let state = 0x9e3779b9;
  // xorshift32: small, and good enough to scatter points.
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const centres = Array.from({ length: CLUSTERS }, () => Array.from({ length: size }, random));
  return () => {
    const centre = centres[Math.floor(random() * CLUSTERS)]!;
    return centre.map((value) => Math.fround(value + (random() - 0.5) * SPREAD));
  };
}
