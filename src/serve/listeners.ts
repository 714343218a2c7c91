// The services over a database, behind all ports: REST, the same for Qdrant's clients, the local UI, and gRPC.
// The decision: all of them go through the same table and the same credentials.
import type { EventEmitter } from "node:events";
import type { Server } from "node:net";
import type { Middleware } from "koa";
import type { Services } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations/index.ts";
import { SYSTEM_CLOCK, servicesOver } from "../assemble/assemble.ts";
import { type Config, packageVersion } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import { type LoadCalls, loadCalls } from "../grpc/load.ts";
import { type GrpcPort, listenForGrpc } from "../grpc/port.ts";
import type { Budgets } from "../http/answerer.ts";
import { holdUntilRead } from "../http/answers/unread.ts";
import { type AppParts, createApp } from "../http/app.ts";
import type { PeerEndpoint } from "../http/peer-endpoint.ts";
import { hostsOf, type Listener, listen } from "../http/server.ts";
import { LineCounts, type Logger } from "../log/logger.ts";
import { RequestLog } from "../log/requests.ts";
import type { RequestSpans } from "../log/spans.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { RequestBudget } from "../memory/request-budget.ts";
import { ObservedRequests } from "../metrics/requests.ts";
import { SnapshotCounts } from "../metrics/snapshots.ts";
import { Traffics } from "../metrics/traffic.ts";
import type { TlsSource } from "../net/tls.ts";
import { MAX_ANSWER_BYTES_UNDER_WAY, MAX_BODY_BYTES_UNDER_WAY } from "../schema/limits.ts";
import type { Status } from "../schema/status.ts";
import type { OwnNode } from "../service/cluster.ts";
import { HistoryService } from "../service/history.ts";
import type { LogFollower } from "../service/replication.ts";
import { VectorCap } from "../service/writes/vector-cap.ts";
import type { Assets } from "../ui/assets.ts";
import { serveAssets } from "../ui/static.ts";
import { type Ports, shownAddresses, warningsFor } from "./addresses.ts";
import { ConnectionLimits } from "./connections.ts";
import type { HostFacts } from "./data-host.ts";
import type { Inference } from "./inference.ts";
import type { Security } from "./security.ts";

/** Where to listen, and what is spoken there. */
type Address = Pick<
  Config,
  | "host"
  | "restPort"
  | "grpcPort"
  | "uiPort"
  | "qdrantPort"
  | "qdrantGrpcPort"
  | "dialect"
  | "extendedApi"
  | "maxLag"
  | "allowedHosts"
  | "corsOrigins"
  | "publicUrl"
  | "publicGrpcUrl"
  | "maxBodySize"
  | "maxConnections"
  | "searchTimeout"
  | "accessLog"
  | "slowRequestMs"
> & {
  readonly tls: TlsSource | null;
  /** The most connections of all listeners together; without it each listener has its own limit only. */
  readonly maxConnectionsOfAll?: number;
};

export interface Listeners {
  readonly ports: Ports;
  /** The log has been replayed: from now on health checks over gRPC say so. */
  serve(): void;
  close(limitMs: number): Promise<void>;
  /** The services behind the ports. */
  readonly services: Pick<Services, "backups">;
}

/** The parts of the listeners; see `listenForAll`. */
interface ListenerParts {
  readonly database: Database;
  /** Copies the log of another server; absent: this one follows none. */
  readonly follower?: LogFollower | null;
  /** This server as a part of its cluster; absent: it is in none. */
  readonly own?: OwnNode | null;
  /** Where the other servers of the cluster call; absent: there are none. */
  readonly peers?: PeerEndpoint | null;
  readonly security: Security;
  readonly inference: Inference;
  readonly circumstances: HostFacts;
  readonly lines?: LineCounts;
  /** Begins the spans of requests; absent: OpenTelemetry is not used. */
  readonly spans?: RequestSpans | null;
  /** The built application of the local UI. */
  readonly assets: Assets;
  /** Loads the code for gRPC; absent: from the files of the build. */
  readonly loadCalls?: LoadCalls | undefined;
}

/** Opens all listeners. @throws StartRefused when a port is not free; then no listener is open */
export async function listenForAll(given: ListenerParts, address: Address, log: Logger): Promise<Listeners> {
  let addresses: Status["addresses"] = null;
  const parts = partsOf(given, address, log, () => addresses);
  const limits = new ConnectionLimits(address.maxConnections, address.maxConnectionsOfAll);
  const limit = (server: Server) => limits.limit(server);
  const open: Pick<Listener, "port" | "close">[] = [];
  const { services } = parts;
  services.history.start();
  const close = async (limitMs: number) => {
    services.history.stop();
    await Promise.all(open.map((listener) => listener.close(limitMs)));
  };
  try {
    const http = await listenForHttp(parts, { ...address, limit }, serveAssets(given.assets), open);
    const load = given.loadCalls ?? loadCalls;
    const calls = await listenForCalls(parts, { ...address, limit, load }, open);
    const { services } = parts;
    const ports = { ...http, ...calls.ports };
    addresses = shownAddresses(ports, address);
    return { ports, serve: calls.serve, close, services };
  } catch (error) {
    await close(0);
    throw error;
  }
}

type Limited = Address & { readonly limit: (server: Server) => void };
type Open = Pick<Listener, "port" | "close">[];

async function listenForHttp(
  parts: AppParts,
  { host, restPort, uiPort, qdrantPort, dialect, tls, limit }: Limited,
  pages: Middleware,
  open: Open,
): Promise<Omit<Ports, "grpc" | "qdrantGrpc">> {
  const listenFor = async (profile: Parameters<typeof createApp>[1], port: number, flag: string) => {
    const peers = profile.surface === "rest" ? (parts.peers ?? null) : null;
    const listener = await listen(createApp(parts, profile), { host, port, flag, tls, limit, peers });
    open.push(listener);
    return listener.port;
  };
  const rest = await listenFor({ surface: "rest", dialect }, restPort, "--rest-port");
  const ui = await listenFor({ surface: "ui", dialect: "native", pages }, uiPort, "--ui-port");
  if (qdrantPort === null) return { rest, ui };
  const qdrant = await listenFor({ surface: "rest", dialect: "qdrant" }, qdrantPort, "--qdrant-port");
  return { rest, ui, qdrant };
}

/**
 * Both ports take calls to both packages: the package decides, so the second port is for clients that expect Qdrant's
 * number.
 */
async function listenForCalls(
  { operations, ...common }: AppParts,
  { host, grpcPort, qdrantGrpcPort, tls, limit, load }: Limited & { readonly load: LoadCalls },
  open: Open,
): Promise<{ ports: Pick<Ports, "grpc" | "qdrantGrpc">; serve: () => void }> {
  const { bodies, answers } = common.budgets;
  const holdAnswer = (stream: EventEmitter, bytes: number) =>
    holdUntilRead(stream, bytes, answers.reservation());
  const parts = {
    ...common,
    bodies,
    holdAnswer,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
  };
  const listeners: GrpcPort[] = [];
  const listenFor = async (port: number, flag: string) => {
    const at = { hosts: hostsOf(host), port, flag, tls, limit, load };
    const listener = await listenForGrpc(parts, at);
    open.push(listener);
    listeners.push(listener);
    return listener.port;
  };
  const serve = () => {
    for (const listener of listeners) listener.serve();
  };
  const grpc = await listenFor(grpcPort, "--grpc-port");
  if (qdrantGrpcPort === null) return { ports: { grpc }, serve };
  return { ports: { grpc, qdrantGrpc: await listenFor(qdrantGrpcPort, "--qdrant-grpc-port") }, serve };
}

function partsOf(
  { database, follower = null, own = null, peers = null, security, ...given }: ListenerParts,
  address: Address,
  log: Logger,
  addresses: () => Status["addresses"],
): AppParts {
  const { inference, circumstances, lines, spans = null } = given;
  const { access } = security;
  const traffic = new Traffics();
  const { slowRequestMs: slowMs } = address;
  const requests = new ObservedRequests();
  const ofCluster = own?.warnings ?? [];
  const warnings = () => [
    ...warningsFor(address, access.authEnabled),
    ...circumstances.warnings,
    ...ofCluster,
  ];
  for (const warning of warnings()) log.warn(warning);
  return {
    operations: OPERATIONS,
    services: servicesOf(database, security, circumstances, {
      warnings,
      traffic,
      requests,
      slowMs,
      lines,
      inference,
      follower,
      own,
      addresses,
      extendedApi: address.extendedApi,
      maxLag: address.maxLag,
    }),
    peers,
    traffic,
    ready: () => database.ready,
    log,
    budgets: budgetsWithin(database.memory),
    extendedApi: address.extendedApi,
    maxBodyBytes: address.maxBodySize,
    searchMs: address.searchTimeout * 1000,
    requests: new RequestLog(log, { access: address.accessLog, slowMs, spans }, requests),
    access,
    guard: {
      allowedHosts: [...address.allowedHosts, address.host.toLowerCase()],
      corsOrigins: address.corsOrigins,
    },
  };
}

interface ListenerNotices {
  readonly warnings: () => readonly string[];
  readonly traffic: Traffics;
  readonly requests: ObservedRequests;
  /** See RequestLogOptions. */
  readonly slowMs: number;
  /** Counts of the written log lines. */
  readonly lines?: LineCounts | undefined;
  readonly extendedApi: boolean;
  readonly inference: Inference;
  readonly follower?: LogFollower | null;
  readonly own?: OwnNode | null;
  readonly maxLag?: number | null;
  readonly addresses?: () => Status["addresses"];
}

export function servicesOf(
  database: Database,
  security: Security,
  { info, snapshots, backups }: HostFacts,
  {
    warnings,
    traffic,
    requests,
    slowMs,
    lines = new LineCounts(),
    extendedApi,
    inference,
    follower = null,
    own = null,
    maxLag = null,
    addresses = () => null,
  }: ListenerNotices,
): Services {
  const cap = new VectorCap(database, security.license);
  const snapshotCounts = new SnapshotCounts();
  const { models, service, traffic: modelTraffic } = inference;
  const maxVectors = () => security.license.maxVectors();
  const watched = {
    traffic,
    models: { traffic: modelTraffic, names: () => models.names },
    maxVectors,
    authEnabled: () => security.access.authEnabled,
    addresses,
    extendedApi,
    logLines: () => lines.byLevel,
    snapshots: snapshotCounts,
  };
  const platform = { version: packageVersion(), host: info, storage: { snapshots, backups } };
  const services = servicesOver(database, platform, {
    ...{ warnings, watched, cap, snapshotCounts, models, follower, cluster: own, maxLag },
    audit: security.stored.audit,
  });
  const observed = { database, traffic, requests, slowMs, host: info, maxVectors, clock: SYSTEM_CLOCK };
  return { ...services, ...security.services, models: service, history: new HistoryService(observed) };
}

/** @param memory what the process may take: bodies and answers are part of it */
export function budgetsWithin(memory: MemoryLimit): Budgets {
  return {
    bodies: new RequestBudget(MAX_BODY_BYTES_UNDER_WAY, "request bodies are under way", memory),
    answers: new RequestBudget(MAX_ANSWER_BYTES_UNDER_WAY, "answers are waiting to be read", memory),
  };
}
