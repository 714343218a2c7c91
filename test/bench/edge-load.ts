// Measures a server through one of its protocols: searches, compared with a bare server that gets and sends the same
// bytes, and upserts that wait until they are durable and visible. Server, bare server and client have a process each.
// The decision: the figure is the CPU time of the server for a call, of all threads, because other programs on the
// machine change wall time much more. Calls per second and latencies are reported, too. Servers take turns.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { type Dataset, K } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import type { EdgeClient, Ran } from "./edge/caller.ts";
import { Child } from "./edge/child.ts";
import { cpuOf, since } from "./edge/cpu.ts";
import type { Floor } from "./edge/floor.ts";
import { loopDelay } from "./edge/loop-delay.ts";
import { Profile } from "./edge/profile.ts";
import { progress } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import { type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

const SEARCHED = "searched";
const WRITTEN = "written";
const HNSW = { m: 16, ef_construct: 200 };
const EF = 64;
const SEARCH_STREAMS = [1, 16, 64];
const UPSERT_STREAMS = [1, 4, 16];
/** The duration of searches on one server; the kernel counts CPU time in hundredths of a second. */
const SECONDS = 3;
/** Time in which V8 optimises the code. */
const WARM_UP_MS = 2_000;
const LOAD_STREAMS = 4;
/** The number of rows whose requests the client has in memory: requests are bytes that are made before. */
const ROWS = 30_720;
const SYNCS = 50;
/** The concurrency of searches and upserts for which goals are set. */
const SEARCH_GOAL = 16;
const UPSERT_GOAL = { streams: 4, must: 5_000, aim: 15_000 };

interface Edge {
  readonly name: string;
  /** The client program, and the bare server for comparison, in `edge/`. */
  readonly client: string;
  readonly floor: string;
  readonly peer: string;
  readonly goal: { readonly must: number; readonly aim: number };
  addressOf(server: ServerProcess): string;
}

const GRPC: Edge = {
  name: "gRPC",
  client: "grpc-client",
  floor: "grpc-floor",
  peer: "bare grpc-js",
  goal: { must: 0.6, aim: 0.85 },
  addressOf: ({ grpcAddress }) => grpcAddress,
};
const REST: Edge = {
  name: "REST",
  client: "rest-client",
  floor: "rest-floor",
  peer: "bare node:http",
  goal: { must: 0.5, aim: 0.8 },
  addressOf: ({ url }) => new URL(url).host,
};

interface Parts {
  readonly edge: Edge;
  readonly server: ServerProcess;
  readonly address: string;
  readonly client: Child<EdgeClient>;
  readonly dataset: Dataset;
  readonly options: Options;
  readonly dataDir: string;
  /** A profile of the first run with the concurrency of the goal. */
  readonly profile: Profile | null;
}

/** Measures searches and upserts over gRPC. */
export const grpc = (options: Options) => measureEdge(GRPC, options, [searches, upserts]);

/** Measures searches over REST. */
export const rest = (options: Options) => measureEdge(REST, options, [searches]);

/** Measures upserts over REST. */
export const upsert = (options: Options) => measureEdge(REST, options, [upserts]);

async function measureEdge(
  edge: Edge,
  options: Options,
  what: readonly ((parts: Parts) => Promise<Row[]>)[],
): Promise<Row[]> {
  // The real data is used if it exists.
  const dataset = openDatasets(options)[0];
  if (!dataset) return [];
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const profile = options.profile ? new Profile(`${edge.name}-${what[0]!.name}`) : null;
  const server = await licensed(await startServer(["--data-dir", dataDir], profile?.env));
  const client = new Child<EdgeClient>(entry(edge.client));
  const parts = { edge, server, address: edge.addressOf(server), client, dataset, options, dataDir, profile };
  const rows: Row[] = [];
  try {
    for (const measure of what) rows.push(...(await measure(parts)));
    return rows;
  } finally {
    client.close();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function entry(name: string): URL {
  return new URL(`./edge/${name}.ts`, import.meta.url);
}

/** The result of one run on one server. */
interface Measured extends Ran {
  /** CPU time in seconds. */
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

async function searches(parts: Parts): Promise<Row[]> {
  const { edge, server, address, client, dataset, options } = parts;
  await load(parts);
  await client.call("searches", { dataset, collection: SEARCHED, limit: K, ef: EF });
  const { ids, answer } = await client.call("answers", { address, limit: K });
  const recall = new Truth(dataset).recall(ids);
  const floor = new Child<Floor>(entry(edge.floor));
  try {
    const floorAddress = `127.0.0.1:${await floor.call("serve", answer)}`;
    const rows: Row[] = [];
    const atGoal = { streams: SEARCH_GOAL, ms: SECONDS * 1000 };
    await profiled(parts, () => client.call("run", { address, ...atGoal }));
    for (const streams of SEARCH_STREAMS) {
      const ours: Measured[] = [];
      const bare: Measured[] = [];
      const delay = await loopDelay(server.url);
      for (let repeat = -1; repeat < options.repeats; repeat++) {
        const run = { streams, ms: repeat < 0 ? WARM_UP_MS : SECONDS * 1000 };
        const one = await measured(client, address, server.child.pid!, run);
        const other = await measured(client, floorAddress, floor.pid, run);
        if (repeat < 0) continue;
        ours.push(one);
        bare.push(other);
      }
      progress(`${dataset.name}: searches, ${streams} at a time`);
      rows.push(searchRow(parts, streams, recall, ours, bare, await delay()));
    }
    return rows;
  } finally {
    floor.close();
  }
}

/** Runs a measurement that may be profiled; figures of a profiled run do not count. */
async function profiled({ profile, server }: Parts, run: () => Promise<unknown>): Promise<void> {
  if (!profile) return;
  profile.begin(server);
  await run();
  process.stderr.write(await profile.end(server));
}

function searchRow(
  { edge, dataset }: Parts,
  streams: number,
  recall: number,
  ours: readonly Measured[],
  bare: readonly Measured[],
  delay: string,
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
    goal: `${dataset.name}: ${edge.name} search, top ${K}, ${streams} at a time`,
    engine: "azimuth",
    value: micros(ours, "all"),
    unit: "µs of CPU a call",
    recall,
    peer: edge.peer,
    peer_value: micros(bare, "all"),
    ratio: share("all"),
    ...(streams === SEARCH_GOAL && edge.goal),
    note:
      `main thread ${micros(ours, "main").toFixed(1)} against ${micros(bare, "main").toFixed(1)} µs, ` +
      `${share("main").toFixed(2)}x; ${clock(ours)}; bare ${clock(bare)}; event loop late by ${delay}`,
  };
}

async function create({ server, dataset }: Parts, name: string): Promise<void> {
  const distance = dataset.metric === "euclid" ? "Euclid" : "Cosine";
  const vectors_config = { size: dataset.dimension, distance };
  await request(server.url, "PUT", `/collections/${name}`, { vectors_config, hnsw_config: HNSW });
}

/** Loads all points, and waits for the graph. */
async function load(parts: Parts): Promise<void> {
  const { server, address, client, dataset } = parts;
  await create(parts, SEARCHED);
  for (let first = 0; first < dataset.rows; first += ROWS) {
    await client.call("upserts", { dataset, collection: SEARCHED, first, rows: ROWS });
    await client.call("run", { address, streams: LOAD_STREAMS });
  }
  const seconds = await untilIndexed(server.url, `/collections/${SEARCHED}`);
  progress(`${dataset.name}: ${dataset.rows} points loaded, indexed ${seconds.toFixed(1)} s later`);
}

/** Writes to a new collection in each run, whose index is built meanwhile. */
async function upserts(parts: Parts): Promise<Row[]> {
  const { edge, server, address, client, dataset, options, dataDir } = parts;
  const sync = syncTime(dataDir);
  const rows = Math.min(ROWS, dataset.rows);
  await client.call("upserts", { dataset, collection: WRITTEN, first: 0, rows });
  const found: Row[] = [];
  if (edge === REST) {
    await create(parts, WRITTEN);
    await profiled(parts, () => client.call("run", { address, streams: UPSERT_GOAL.streams }));
    await request(server.url, "DELETE", `/collections/${WRITTEN}`);
  }
  for (const streams of UPSERT_STREAMS) {
    const all: Measured[] = [];
    for (let repeat = -1; repeat < options.repeats; repeat++) {
      await create(parts, WRITTEN);
      const one = await measured(client, address, server.child.pid!, { streams });
      if (repeat >= 0) all.push(one);
      await request(server.url, "DELETE", `/collections/${WRITTEN}`);
    }
    progress(`${dataset.name}: upserts, ${streams} at a time`);
    found.push(upsertRow(parts, streams, rows, all, sync));
  }
  return found;
}

function upsertRow(
  { edge, dataset: { name, dimension } }: Parts,
  streams: number,
  rows: number,
  all: readonly Measured[],
  sync: number,
): Row {
  const of = (what: (one: Measured) => number) => median(all.map(what));
  const micros = (thread: "all" | "main") => of((one) => (one[thread] / rows) * 1e6).toFixed(1);
  return {
    goal: `${name}: durable upsert over ${edge.name}, 256 x ${dimension}, ${streams} at a time`,
    engine: "azimuth",
    value: of(({ seconds }) => rows / seconds),
    unit: "points/s",
    ...(streams === UPSERT_GOAL.streams && { must: UPSERT_GOAL.must, aim: UPSERT_GOAL.aim }),
    note:
      `main thread ${micros("main")} µs of CPU a point, all ${micros("all")} with indexing; ` +
      `p50 ${of((one) => one.p50).toFixed(1)}, p99 ${of((one) => one.p99).toFixed(1)} ms a call; fdatasync p50 ${sync.toFixed(2)} ms`,
  };
}

/** Measures a sync of this disk: the median of writing 4 KiB with fdatasync, in milliseconds. */
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
