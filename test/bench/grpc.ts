// The server over gRPC: searches beside a bare grpc-js server that is sent the same bytes and answers as many, and upserts
// that are durable and found when they are answered. Server, floor and client have a process each.
// The decision: what counts is the CPU time of the server for a call, all threads, because other programs on the machine
// change the time on the clock but hardly that; calls in a second and times are beside it. Engines take turns.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { type Dataset, K } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { progress } from "./engines/fleet.ts";
import { Child } from "./grpc/child.ts";
import type { client, Ran } from "./grpc/client.ts";
import { cpuOf, since } from "./grpc/cpu.ts";
import type { echo } from "./grpc/echo.ts";
import { median } from "./measure.ts";
import { type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./rest.ts";

const SEARCHED = "searched";
const WRITTEN = "written";
const HNSW = { m: 16, ef_construct: 200 };
const EF = 64;
const SEARCH_STREAMS = [1, 16, 64];
const UPSERT_STREAMS = [1, 4, 16];
/** Of a search on one server; hundredths of a second are what the kernel counts in. */
const SECONDS = 3;
/** Code is compiled for speed meanwhile. */
const WARM_UP_MS = 2_000;
const LOAD_STREAMS = 4;
/** Rows whose requests the client holds at a time: they are bytes made beforehand. */
const ROWS = 30_720;
const SYNCS = 50;
/** What performance.md asks for: of searches by 16 at a time, and of upserts by 4. */
const SEARCH_GOAL = { streams: 16, must: 0.6, aim: 0.85 };
const UPSERT_GOAL = { streams: 4, must: 5_000, aim: 15_000 };

interface Parts {
  readonly server: ServerProcess;
  readonly client: Child<typeof client>;
  readonly dataset: Dataset;
  readonly options: Options;
}

export async function grpc(options: Options): Promise<Row[]> {
  // The real data if it is there.
  const dataset = openDatasets(options)[0];
  if (!dataset) return [];
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const server = await licensed(await startServer(["--data-dir", dataDir]));
  const caller = new Child<typeof client>(new URL("./grpc/client.ts", import.meta.url));
  const parts = { server, client: caller, dataset, options };
  try {
    const written = await upserts(parts, syncTime(dataDir));
    await load(parts);
    return [...(await searches(parts)), ...written];
  } finally {
    caller.close();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** One run on one server. */
interface Measured extends Ran {
  /** Seconds of CPU time. */
  readonly all: number;
  readonly main: number;
}

async function measured(
  client: Parts["client"],
  address: string,
  pid: number,
  run: { streams: number; ms?: number },
): Promise<Measured> {
  const before = cpuOf(pid);
  const ran = await client.call("run", { address, ...run });
  return { ...ran, ...since(before, cpuOf(pid)) };
}

async function searches({ server, client, dataset, options }: Parts): Promise<Row[]> {
  await client.call("searches", { dataset, collection: SEARCHED, limit: K, ef: EF });
  const { ids, answer } = await client.call("answers", { address: server.grpcAddress, limit: K });
  const recall = new Truth(dataset).recall(ids);
  const floor = new Child<typeof echo>(new URL("./grpc/echo.ts", import.meta.url));
  try {
    const floorAddress = `127.0.0.1:${await floor.call("serve", answer)}`;
    const rows: Row[] = [];
    for (const streams of SEARCH_STREAMS) {
      const ours: Measured[] = [];
      const bare: Measured[] = [];
      for (let repeat = -1; repeat < options.repeats; repeat++) {
        const run = { streams, ms: repeat < 0 ? WARM_UP_MS : SECONDS * 1000 };
        const one = await measured(client, server.grpcAddress, server.child.pid!, run);
        const other = await measured(client, floorAddress, floor.pid, run);
        if (repeat < 0) continue;
        ours.push(one);
        bare.push(other);
      }
      progress(`${dataset.name}: searches, ${streams} at a time`);
      rows.push(searchRow(dataset, streams, recall, ours, bare));
    }
    return rows;
  } finally {
    floor.close();
  }
}

function searchRow(
  { name }: Dataset,
  streams: number,
  recall: number,
  ours: readonly Measured[],
  bare: readonly Measured[],
): Row {
  const micros = (all: readonly Measured[], thread: "all" | "main") =>
    median(all.map((one) => (one[thread] / one.calls) * 1e6));
  const share = (thread: "all" | "main") =>
    median(ours.map((one, i) => bare[i]![thread] / bare[i]!.calls / (one[thread] / one.calls)));
  const clock = (all: readonly Measured[]) => {
    const [rate, p50, p99] = [
      median(all.map(({ calls, seconds }) => calls / seconds)),
      median(all.map((one) => one.p50)),
      median(all.map((one) => one.p99)),
    ];
    return `${Math.round(rate)} calls/s, p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`;
  };
  return {
    goal: `${name}: gRPC search, top ${K}, ${atATime(streams)}`,
    engine: "azimuth",
    value: micros(ours, "all"),
    unit: "µs of CPU a call",
    recall,
    peer: "bare grpc-js",
    peer_value: micros(bare, "all"),
    ratio: share("all"),
    ...(streams === SEARCH_GOAL.streams && { must: SEARCH_GOAL.must, aim: SEARCH_GOAL.aim }),
    note:
      `main thread ${micros(ours, "main").toFixed(1)} against ${micros(bare, "main").toFixed(1)} µs, ` +
      `${share("main").toFixed(2)}x; ${clock(ours)}; bare ${clock(bare)}`,
  };
}

function atATime(streams: number): string {
  return `${streams} stream${streams > 1 ? "s" : ""}`;
}

async function create({ server, dataset }: Parts, name: string): Promise<void> {
  const distance = dataset.metric === "euclid" ? "Euclid" : "Cosine";
  const vectors_config = { size: dataset.dimension, distance };
  await request(server.url, "PUT", `/collections/${name}`, { vectors_config, hnsw_config: HNSW });
}

/** Everything, with its graph. */
async function load(parts: Parts): Promise<void> {
  const { server, client, dataset } = parts;
  await create(parts, SEARCHED);
  for (let first = 0; first < dataset.rows; first += ROWS) {
    await client.call("upserts", { dataset, collection: SEARCHED, first, rows: ROWS });
    await client.call("run", { address: server.grpcAddress, streams: LOAD_STREAMS });
  }
  const seconds = await untilIndexed(server.url, `/collections/${SEARCHED}`);
  progress(`${dataset.name}: ${dataset.rows} points loaded, indexed ${seconds.toFixed(1)} s later`);
}

/** Into a collection that is new each time. Its index is built beside it, as it is. */
async function upserts(parts: Parts, sync: number): Promise<Row[]> {
  const { server, client, dataset, options } = parts;
  const rows = Math.min(ROWS, dataset.rows);
  await client.call("upserts", { dataset, collection: WRITTEN, first: 0, rows });
  const found: Row[] = [];
  for (const streams of UPSERT_STREAMS) {
    const all: Measured[] = [];
    for (let repeat = -1; repeat < options.repeats; repeat++) {
      await create(parts, WRITTEN);
      const one = await measured(client, server.grpcAddress, server.child.pid!, { streams });
      if (repeat >= 0) all.push(one);
      await request(server.url, "DELETE", `/collections/${WRITTEN}`);
    }
    progress(`${dataset.name}: upserts, ${streams} at a time`);
    found.push(upsertRow(dataset, streams, rows, all, sync));
  }
  return found;
}

function upsertRow(
  { name, dimension }: Dataset,
  streams: number,
  rows: number,
  all: readonly Measured[],
  sync: number,
): Row {
  const of = (what: (one: Measured) => number) => median(all.map(what));
  const micros = (thread: "all" | "main") => of((one) => (one[thread] / rows) * 1e6).toFixed(1);
  return {
    goal: `${name}: durable upsert over gRPC, 256 x ${dimension}, ${atATime(streams)}`,
    engine: "azimuth",
    value: of(({ seconds }) => rows / seconds),
    unit: "points/s",
    ...(streams === UPSERT_GOAL.streams && { must: UPSERT_GOAL.must, aim: UPSERT_GOAL.aim }),
    note:
      `main thread ${micros("main")} µs of CPU a point, all ${micros("all")} with indexing; ` +
      `p50 ${of((one) => one.p50).toFixed(1)}, p99 ${of((one) => one.p99).toFixed(1)} ms a call; fdatasync p50 ${sync.toFixed(2)} ms`,
  };
}

/** What durability costs on this disk: the median of 4 KiB and an fdatasync, in milliseconds. */
function syncTime(folder: string): number {
  const file = join(folder, "sync");
  const descriptor = openSync(file, "w");
  const times = Array.from({ length: SYNCS }, () => {
    const started = performance.now();
    writeSync(descriptor, Buffer.alloc(4096));
    fdatasyncSync(descriptor);
    return performance.now() - started;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}
