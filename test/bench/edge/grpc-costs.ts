// Measures searches over gRPC at 16 streams, in both packages: CPU time of the server a call, beside an echo (grpc-js
// alone, which receives the same requests and returns the same bytes) and beside the same search over REST.
// The decision: what is compared is the time beyond the echo, in searches over REST, because the time of grpc-js itself
// is not ours to change. All servers take turns.
import { searchPoints } from "../../../src/grpc/convert/searches.ts";
import { messages, services } from "../../../src/grpc/wire/messages.ts";
import type { ServerProcess } from "../../support/process.ts";
import { type Dataset, K } from "../data/dataset.ts";
import { progress } from "../engines/fleet.ts";
import { median } from "../measure.ts";
import type { Options } from "../options.ts";
import type { Row } from "../report.ts";
import type { EdgeClient } from "./caller.ts";
import { Child } from "./child.ts";
import { cpuOf, since } from "./cpu.ts";
import type { Floor } from "./floor.ts";
import type { GrpcClient } from "./grpc-client.ts";
import { COLLECTION, EF, kindsOf, REQUESTS, vectorsOf } from "./kinds.ts";
import type { Profile } from "./profile.ts";

const STREAMS = 16;
const RUN_MS = 2_000;
const WARM_UP_MS = 3_000;
const MICROSECONDS = 1e6;
/** Functions of a profile that are printed. */
const PROFILED = 40;
/** The goals: the time beyond the echo, as a share of a search over REST. */
const GOAL = { must: 0.7, aim: 0.4, ceiling: true };

interface GrpcKind {
  readonly name: string;
  readonly withPayload: boolean;
  readonly path: string;
}

const { path } = services.PointsService.search;
const KINDS: readonly GrpcKind[] = [
  { name: "gRPC search", withPayload: false, path },
  { name: "gRPC search, qdrant", withPayload: false, path: path.replace("azimuth.v1", "qdrant") },
  { name: "gRPC search with payloads", withPayload: true, path },
];

export const GRPC_NAMES: readonly string[] = KINDS.map(({ name }) => name);

export interface GrpcParts {
  readonly server: ServerProcess;
  /** The server of another checkout. */
  readonly base: ServerProcess | null;
  readonly rest: Child<EdgeClient>;
  readonly options: Options;
  readonly profile: Profile | null;
}

/** @param names of the kinds to measure, of {@link GRPC_NAMES} */
export async function grpcCosts(
  dataset: Dataset,
  names: readonly string[],
  parts: GrpcParts,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS.filter(({ name }) => names.includes(name))) {
    rows.push(await rowOf(kind, dataset, parts));
    progress(`${dataset.name}: ${kind.name}`);
  }
  return rows;
}

/** One of the servers that take turns, as its calls are sent to it. */
interface Subject {
  readonly costs: number[];
  readonly pid: number;
  run(ms: number): Promise<{ readonly calls: number }>;
}

async function rowOf(kind: GrpcKind, dataset: Dataset, parts: GrpcParts): Promise<Row> {
  const { server, base, rest, options, profile } = parts;
  const client = new Child<GrpcClient>(new URL("./grpc-client.ts", import.meta.url));
  const floor = new Child<Floor>(new URL("./grpc-floor.ts", import.meta.url));
  try {
    await client.call("path", kind.path);
    await client.call("prepared", requestsOf(kind, dataset));
    await rest.call("prepared", kindsOf(dataset)[kind.withPayload ? 1 : 0]!.requests);
    const answer = await client.call("first", server.grpcAddress);
    const floorAddress = `127.0.0.1:${await floor.call("serve", answer)}`;
    const over = (caller: Child<EdgeClient>, address: string, pid: number): Subject => ({
      costs: [],
      pid,
      run: (ms) => caller.call("run", { address, streams: STREAMS, ms }),
    });
    const grpc = client as unknown as Child<EdgeClient>;
    const ours = over(grpc, server.grpcAddress, server.child.pid!);
    const echo = over(grpc, floorAddress, floor.pid);
    const overRest = over(rest, new URL(server.url).host, server.child.pid!);
    const before = base && over(grpc, base.grpcAddress, base.child.pid!);
    const subjects = [ours, echo, overRest, ...(before ? [before] : [])];
    for (let repeat = -1; repeat < options.repeats; repeat++)
      for (const subject of subjects) await measure(subject, repeat < 0);
    if (profile) {
      profile.begin(server);
      await ours.run(RUN_MS);
      process.stderr.write(await profile.end(server, PROFILED));
    }
    const share = (one: Subject) =>
      median(one.costs.map((c, i) => (c - echo.costs[i]!) / overRest.costs[i]!));
    const micros = ({ costs }: Subject) => `${median(costs).toFixed(1)} µs`;
    return {
      goal: `${dataset.name}: ${kind.name}, beyond an echo`,
      engine: "azimuth",
      value: median(ours.costs.map((cost, i) => cost - echo.costs[i]!)),
      unit: "µs of CPU",
      peer: "REST search",
      peer_value: median(overRest.costs),
      ratio: share(ours),
      ...GOAL,
      note:
        `whole ${micros(ours)}, echo ${micros(echo)}` +
        (before ? `; base ${micros(before)}, ${share(before).toFixed(2)}x` : ""),
    };
  } finally {
    client.close();
    floor.close();
  }
}

function requestsOf({ withPayload }: GrpcKind, dataset: Dataset): Uint8Array[] {
  const vectorOf = vectorsOf(dataset);
  return Array.from({ length: REQUESTS }, (_, i) => {
    const search = { vector: vectorOf(i), limit: K, params: { hnsw_ef: EF }, with_payload: withPayload };
    return messages.SearchPoints.encode(searchPoints.write({ collection_name: COLLECTION, ...search }));
  });
}

async function measure({ costs, pid, run }: Subject, isWarmUp: boolean): Promise<void> {
  const before = cpuOf(pid);
  const { calls } = await run(isWarmUp ? WARM_UP_MS : RUN_MS);
  if (!isWarmUp) costs.push((since(before, cpuOf(pid)).all / calls) * MICROSECONDS);
}
