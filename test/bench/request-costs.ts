// Measures the cost of requests of each kind over REST: CPU time of the server a request, beside a bare node:http
// server that reads the same request and sends the same bytes; of searches over gRPC (edge/grpc-costs.ts); and of calls
// of the library (library-calls.ts).
// The decision: the bare server's time is the unit, since it moves with the machine and the version of Node; 16 streams
// keep the server busy, as its clients do. All servers take turns. Searches are compared with the engine floor, too,
// and Qdrant is measured where it is installed.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerProcess } from "../support/process.ts";
import type { Dataset } from "./data/dataset.ts";
import type { EdgeClient } from "./edge/caller.ts";
import { Child } from "./edge/child.ts";
import { cpuOf, since } from "./edge/cpu.ts";
import type { EngineFloor } from "./edge/engine-floor.ts";
import type { Floor } from "./edge/floor.ts";
import { GRPC_NAMES, grpcCosts } from "./edge/grpc-costs.ts";
import { type Kind, kindsOf, SEARCH } from "./edge/kinds.ts";
import { Profile } from "./edge/profile.ts";
import { loadedQdrant, loadedServer, type RequestServer } from "./edge/request-servers.ts";
import { baseCheckout } from "./engines/base.ts";
import { progress } from "./engines/fleet.ts";
import { libraryCalls } from "./library-calls.ts";
import { median } from "./measure.ts";
import { type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const STREAMS = 16;
/** The duration of a run; the kernel counts CPU time in hundredths of a second. */
const RUN_MS = 2_000;
const WARM_UP_MS = 2_000;
const MICROSECONDS = 1e6;
/** Functions of a profile that are printed. */
const PROFILED = 30;
/** The goals of a search: its CPU time divided by that of the engine floor. */
const SEARCH_GOAL = { must: 1.6, aim: 1.25, ceiling: true };

type SubjectName = "ours" | "bare" | "base" | "qdrant" | "engine floor";

/** Microseconds of CPU time of a request in each repeat, of every server of the comparison. */
type Costs = Map<SubjectName, number[]>;

interface Subject {
  readonly name: SubjectName;
  readonly address: string;
  readonly pid: number;
}

interface Parts {
  readonly server: RequestServer;
  /** The servers that answer requests of every kind. */
  readonly subjects: readonly Subject[];
  readonly client: Child<EdgeClient>;
  readonly dataset: Dataset;
  readonly options: Options;
  readonly profile: Profile | null;
}

export async function requests(options: Options): Promise<Row[]> {
  const dataset = openDatasets(options)[0]!;
  return [
    ...(await ofServers(options, dataset)),
    ...(isMeasured("library", options) ? await libraryCalls(options, dataset) : []),
  ];
}

/** Measures the requests to servers, which all run at the same time. */
async function ofServers(options: Options, dataset: Dataset): Promise<Row[]> {
  const kinds = kindsOf(dataset).filter(({ name }) => isMeasured(name, options));
  const grpcNames = GRPC_NAMES.filter((name) => isMeasured(name, options));
  if (kinds.length + grpcNames.length === 0) return [];
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const profile = options.profile ? new Profile("requests") : null;
  const client = new Child<EdgeClient>(new URL("./edge/rest-client.ts", import.meta.url));
  const running: RequestServer[] = [];
  const started = <Server extends RequestServer | null>(server: Server): Server => {
    if (server) running.push(server);
    return server;
  };
  try {
    const server = started(await loadedServer(dataset, join(dataDir, "ours"), profile?.env));
    const base = started(await loadedBase(dataset, join(dataDir, "base")));
    const folder = join(dataDir, "qdrant");
    mkdirSync(folder);
    const qdrant = started(await loadedQdrant(dataset, folder));
    const subjects = [subjectOf("ours", server)];
    if (base) subjects.push(subjectOf("base", base));
    if (qdrant) subjects.push(subjectOf("qdrant", qdrant));
    // These come first, because the other kinds include writes, after which graphs are being extended.
    const grpc = await grpcCosts(dataset, grpcNames, { server, base, rest: client, options, profile });
    const rows = await rowsOf(kinds, { server, subjects, client, dataset, options, profile });
    return [...rows, ...grpc];
  } finally {
    client.close();
    for (const server of running) await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** Starts the server of the checkout in `--base`; null: there is none. */
async function loadedBase(dataset: Dataset, folder: string): Promise<ServerProcess | null> {
  const checkout = baseCheckout();
  return checkout === null ? null : loadedServer(dataset, folder, {}, join(checkout, "dist/main.js"));
}

function isMeasured(name: string, { only }: Options): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

function subjectOf(name: SubjectName, { url, child }: RequestServer): Subject {
  return { name, address: new URL(url).host, pid: child.pid! };
}

async function rowsOf(kinds: readonly Kind[], parts: Parts): Promise<Row[]> {
  const rows: Row[] = [];
  const known = new Map<string, Costs>();
  for (const kind of kinds) {
    const costs = await costsOf(kind, parts);
    known.set(kind.name, costs);
    const less = kind.beyond === undefined ? undefined : known.get(kind.beyond);
    rows.push(rowOf(kind, parts.dataset, costs, less));
    if (costs.has("engine floor")) rows.push(floorRow(kind, parts.dataset, costs));
    progress(`${parts.dataset.name}: ${kind.name}`);
  }
  return rows;
}

async function costsOf(kind: Kind, parts: Parts): Promise<Costs> {
  const { server, subjects, client, dataset, options, profile } = parts;
  await client.call("prepared", kind.requests);
  const bare = new Child<Floor>(new URL("./edge/rest-bare.ts", import.meta.url));
  const floor =
    kind.name === SEARCH ? new Child<EngineFloor>(new URL("./edge/engine-floor.ts", import.meta.url)) : null;
  try {
    const answer = await client.call("first", subjects[0]!.address);
    const all = [...subjects, local("bare", await bare.call("serve", answer), bare.pid)];
    if (floor) all.push(local("engine floor", await floor.call("serve", dataset), floor.pid));
    const costs: Costs = new Map(all.map(({ name }) => [name, []]));
    for (let repeat = -1; repeat < options.repeats; repeat++) {
      const ms = repeat < 0 ? WARM_UP_MS : RUN_MS;
      for (const subject of all) {
        const one = await cost(client, subject, ms);
        if (repeat >= 0) costs.get(subject.name)!.push(one);
      }
    }
    if (profile) {
      profile.begin(server);
      await client.call("run", { address: subjects[0]!.address, streams: STREAMS, ms: RUN_MS });
      process.stderr.write(await profile.end(server, PROFILED));
    }
    return costs;
  } finally {
    bare.close();
    floor?.close();
  }
}

function local(name: SubjectName, port: number, pid: number): Subject {
  return { name, address: `127.0.0.1:${port}`, pid };
}

async function cost(client: Child<EdgeClient>, { address, pid }: Subject, ms: number): Promise<number> {
  const before = cpuOf(pid);
  const { calls } = await client.call("run", { address, streams: STREAMS, ms });
  return (since(before, cpuOf(pid)).all / calls) * MICROSECONDS;
}

function rowOf({ name, must, aim, beyond }: Kind, { name: data }: Dataset, costs: Costs, less?: Costs): Row {
  const [ours, bare] = [costs.get("ours")!, costs.get("bare")!];
  const before = less?.get("ours");
  const own = ours.map((one, i) => one - (before?.[i] ?? 0));
  const notes = [
    ...(before ? [`whole ${median(ours).toFixed(1)} µs`] : []),
    ...beside("base", costs),
    ...beside("qdrant", costs),
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

function floorRow({ name }: Kind, { name: data }: Dataset, costs: Costs): Row {
  const [ours, floor] = [costs.get("ours")!, costs.get("engine floor")!];
  return {
    goal: `${data}: ${name}, beside the engine floor`,
    engine: "azimuth",
    value: median(ours),
    unit: "µs of CPU",
    peer: "engine floor",
    peer_value: median(floor),
    ratio: median(ours.map((one, i) => one / floor[i]!)),
    ...SEARCH_GOAL,
  };
}

/** Returns the time of another server and ours as a multiple of it; nothing if it was not measured. */
function beside(name: SubjectName, costs: Costs): string[] {
  const theirs = costs.get(name);
  if (!theirs) return [];
  const ratio = median(costs.get("ours")!.map((one, i) => one / theirs[i]!));
  return [`${name} ${median(theirs).toFixed(1)} µs, ${ratio.toFixed(2)}x`];
}
