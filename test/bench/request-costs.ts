// Measures the cost of requests of each kind over REST: CPU time of the server a request, beside a bare node:http
// server that reads the same request and sends the same bytes; and of searches over gRPC (edge/grpc-costs.ts).
// The decision: the bare server's time is the unit, since it moves with the machine and the version of Node; 16 streams
// keep the server busy, as its clients do. Both servers take turns.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { batches, type Dataset } from "./data/dataset.ts";
import type { EdgeClient } from "./edge/caller.ts";
import { Child } from "./edge/child.ts";
import { cpuOf, since } from "./edge/cpu.ts";
import type { Floor } from "./edge/floor.ts";
import { grpcCosts } from "./edge/grpc-costs.ts";
import { COLLECTION, type Kind, kindsOf, payloadOf } from "./edge/kinds.ts";
import { Profile } from "./edge/profile.ts";
import { baseCheckout } from "./engines/base.ts";
import { progress } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import { type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

const STREAMS = 16;
/** The duration of a run; the kernel counts CPU time in hundredths of a second. */
const RUN_MS = 2_000;
const WARM_UP_MS = 2_000;
const BATCH = 500;
const HNSW = { m: 16, ef_construct: 200 };
/** The text of a point: as long as an entry of a dictionary. */
const TEXT =
  "any of the regions of the surface of the Earth, loosely divided according to latitude or longitude";
const MICROSECONDS = 1e6;

/** Microseconds of CPU time of a request in each repeat; `base` is empty without another checkout. */
interface Costs {
  readonly ours: number[];
  readonly base: number[];
  readonly bare: number[];
}

/** A server of the comparison. */
interface Subject {
  readonly name: keyof Costs;
  readonly address: string;
  readonly pid: number;
}

interface Parts {
  readonly server: ServerProcess;
  /** The server of another checkout. */
  readonly base: ServerProcess | null;
  readonly client: Child<EdgeClient>;
  readonly options: Options;
  readonly profile: Profile | null;
}

export async function requests(options: Options): Promise<Row[]> {
  const dataset = openDatasets(options)[0]!;
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const profile = options.profile ? new Profile("requests") : null;
  const server = await loaded(dataset, join(dataDir, "ours"), profile?.env);
  const checkout = baseCheckout();
  const base = checkout
    ? await loaded(dataset, join(dataDir, "base"), {}, join(checkout, "dist/main.js"))
    : null;
  const client = new Child<EdgeClient>(new URL("./edge/rest-client.ts", import.meta.url));
  try {
    const kinds = kindsOf(dataset).filter(({ name }) => isMeasured(name, options));
    const rows: Row[] = [];
    const known = new Map<string, Costs>();
    for (const kind of kinds) {
      const costs = await costsOf(kind, { server, base, client, options, profile });
      known.set(kind.name, costs);
      rows.push(rowOf(kind, dataset, costs, kind.beyond === undefined ? undefined : known.get(kind.beyond)));
      progress(`${dataset.name}: ${kind.name}`);
    }
    const grpc = { server, base, rest: client, options, profile };
    rows.push(...(await grpcCosts(dataset, grpc, (name) => isMeasured(name, options))));
    return rows;
  } finally {
    client.close();
    await server.stop();
    await base?.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function isMeasured(name: string, { only }: Options): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

/** Starts a server with all points and their indexes. @param main the program, if it is not the built one */
async function loaded(
  dataset: Dataset,
  folder: string,
  env: NodeJS.ProcessEnv = {},
  main?: string,
): Promise<ServerProcess> {
  const server = await licensed(await startServer(["--data-dir", folder, "--extended-api"], env, [], main));
  await load(server.url, dataset);
  return server;
}

async function load(url: string, dataset: Dataset): Promise<void> {
  const { dimension, metric } = dataset;
  const path = `/collections/${COLLECTION}`;
  const distance = metric === "euclid" ? "Euclid" : "Cosine";
  await request(url, "PUT", path, { vectors_config: { size: dimension, distance }, hnsw_config: HNSW });
  for (const [field_name, field_schema] of [
    ["category", "keyword"],
    ["number", "integer"],
  ])
    await request(url, "PUT", `${path}/index?wait=true`, { field_name, field_schema });
  for (const { first, rows } of batches(dataset, BATCH)) {
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: first + i,
      vector: Array.from(rows.subarray(i * dimension, (i + 1) * dimension)),
      payload: payloadOf(first + i, TEXT),
    }));
    await request(url, "PUT", `${path}/points?wait=true`, { points });
  }
  progress(`${dataset.name}: loaded, indexed ${(await untilIndexed(url, path)).toFixed(1)} s later`);
}

async function costsOf(
  { requests }: Kind,
  { server, base, client, options, profile }: Parts,
): Promise<Costs> {
  const address = new URL(server.url).host;
  await client.call("prepared", requests);
  const floor = new Child<Floor>(new URL("./edge/rest-bare.ts", import.meta.url));
  try {
    const answer = await client.call("first", address);
    const subjects: Subject[] = [{ name: "ours", address, pid: server.child.pid! }];
    if (base) subjects.push({ name: "base", address: new URL(base.url).host, pid: base.child.pid! });
    const floorAddress = `127.0.0.1:${await floor.call("serve", answer)}`;
    subjects.push({ name: "bare", address: floorAddress, pid: floor.pid });
    const costs: Costs = { ours: [], base: [], bare: [] };
    for (let repeat = -1; repeat < options.repeats; repeat++) {
      const ms = repeat < 0 ? WARM_UP_MS : RUN_MS;
      for (const { name, address, pid } of subjects) {
        const one = await cost(client, address, pid, ms);
        if (repeat >= 0) costs[name].push(one);
      }
    }
    if (profile) {
      profile.begin(server);
      await client.call("run", { address, streams: STREAMS, ms: RUN_MS });
      process.stderr.write(await profile.end(server, PROFILED));
    }
    return costs;
  } finally {
    floor.close();
  }
}

/** Functions of a profile that are printed. */
const PROFILED = 30;

async function cost(client: Child<EdgeClient>, address: string, pid: number, ms: number): Promise<number> {
  const before = cpuOf(pid);
  const { calls } = await client.call("run", { address, streams: STREAMS, ms });
  return (since(before, cpuOf(pid)).all / calls) * MICROSECONDS;
}

function rowOf({ name, must, aim, beyond }: Kind, { name: data }: Dataset, costs: Costs, less?: Costs): Row {
  const { ours, base, bare } = costs;
  const own = ours.map((one, i) => one - (less?.ours[i] ?? 0));
  const notes = [
    ...(less ? [`whole ${median(ours).toFixed(1)} µs`] : []),
    ...(base.length > 0
      ? [`base ${median(base).toFixed(1)} µs, ${median(ours.map((one, i) => one / base[i]!)).toFixed(2)}x`]
      : []),
  ];
  return {
    goal: `${data}: ${name}${beyond ? `, beyond ${beyond}` : ""}`,
    engine: "azimuth",
    value: median(own),
    unit: "µs of CPU",
    peer: "bare node:http",
    peer_value: median(bare),
    ratio: median(own.map((one, i) => one / bare[i]!)),
    ...(must !== undefined && aim !== undefined && { must, aim, ceiling: true }),
    note: notes.join("; "),
  };
}
