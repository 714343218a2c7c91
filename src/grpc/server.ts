// The gRPC listener: our services under two names, health, reflection, and an orderly shutdown.
// The decision: a service is registered as `azimuth.v1.X` and, where Qdrant has one of that name, as `qdrant.X` with
// the same handlers; the package decides the dialect of requests and errors.
import type { ServerHttp2Session } from "node:http2";
import type { Server as NetServer } from "node:net";
import { Server, ServerCredentials, type UntypedHandleCall } from "@grpc/grpc-js";
import { adapted } from "../api/words/qdrant-results.ts";
import { StartRefused } from "../errors/server.ts";
import type { RequestLog } from "../log/requests.ts";
import type { Traffics } from "../metrics/traffic.ts";
import type { TlsSource } from "../net/tls.ts";
import { NATIVE_RULES, QDRANT_RULES } from "../schema/rules.ts";
import { DESCRIPTORS } from "./gen/descriptors.ts";
import { type CallParts, gateOf, nativeStatus, qdrantStatus, type RpcDialect } from "./handlers.ts";
import { Health } from "./health.ts";
import type { Gate } from "./incoming-call.ts";
import { intake } from "./intake.ts";
import { reflectionHandler } from "./reflection.ts";
import { SERVICES, type Service } from "./rpcs.ts";
import { Descriptors } from "./wire/descriptors.ts";
import {
  healthProtocol,
  type Methods,
  olderReflectionProtocol,
  reflectionProtocol,
} from "./wire/messages.ts";

const { HealthService } = healthProtocol.services;
const { ServerReflectionService } = reflectionProtocol.services;
const { ServerReflectionService: OlderReflectionService } = olderReflectionProtocol.services;

interface GrpcAddress {
  readonly hosts: readonly string[];
  /** 0 selects a free port, the same on all addresses. */
  readonly port: number;
  readonly flag: string;
  /** Null: connections are not encrypted. */
  readonly tls: TlsSource | null;
  /** Attaches the limit of connections to a listener. */
  readonly limit: (server: NetServer) => void;
}

interface ListenerParts extends CallParts {
  readonly traffic: Pick<Traffics, "grpc">;
  readonly requests: RequestLog;
  /** Milliseconds that a search may take. */
  readonly searchMs: number;
}

export interface GrpcListener {
  readonly port: number;
  readonly health: Health;
  /** Refuses new calls, lets each call finish, and aborts the remaining ones after `limitMs`. */
  close(limitMs: number): Promise<void>;
}

const MAX_STREAMS = 1_000;
const PORT_ATTEMPTS = 20;

/** Clients may send pings at any rate. The server pings a client that was silent for a minute. */
const OPTIONS = {
  "grpc.max_send_message_length": -1,
  "grpc.max_concurrent_streams": MAX_STREAMS,
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 20_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;

/** @throws StartRefused with address and flag */
export async function listenForGrpc(
  parts: ListenerParts,
  address: GrpcAddress,
  extendedApi: boolean,
): Promise<GrpcListener> {
  for (let attempt = 1; ; attempt++) {
    const { server, health } = assemble(parts, extendedApi);
    try {
      const port = await bindAll(server, address);
      return { port, health, close: (limitMs) => close(server, health, limitMs) };
    } catch (error) {
      server.forceShutdown();
      // A port that is free on one loopback address may be taken on the other: try another one.
      if (address.port !== 0 || attempt === PORT_ATTEMPTS) throw refused(error as Error, address);
    }
  }
}

function assemble(parts: ListenerParts, extendedApi: boolean): { server: Server; health: Health } {
  const { searchMs } = parts;
  const gates = new Map<string, Gate>();
  const server = new Server({
    ...OPTIONS,
    "grpc.max_receive_message_length": parts.maxBodyBytes,
    interceptors: [
      intake(gates, parts.bodies, undefined, { calls: parts.traffic.grpc, requests: parts.requests }),
    ],
  });
  const descriptors = new Descriptors(DESCRIPTORS);
  const native: RpcDialect = {
    package: "azimuth.v1",
    terms: { rules: NATIVE_RULES, extendedApi, searchMs },
    statusOf: nativeStatus,
    adapt: (_operation, result) => result,
  };
  const qdrant: RpcDialect = {
    package: "qdrant",
    terms: { rules: QDRANT_RULES, extendedApi, searchMs },
    statusOf: qdrantStatus,
    adapt: adapted,
  };
  const names: string[] = [];
  const add = (service: Service, definition: Methods, dialect: RpcDialect) => {
    for (const [key, method] of Object.entries(definition))
      gates.set(method.path, gateOf(service.rpcs[key]!, method, parts, dialect));
    names.push(addService(server, definition));
  };
  for (const service of SERVICES) {
    add(service, service.definition, native);
    if (service.isTheirs) add(service, asQdrant(service.definition), qdrant);
  }
  const health = new Health(names, parts.ready);
  server.addService(HealthService, health.handlers);
  const all = [...names, "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"];
  const reflection = reflectionHandler(descriptors, all);
  server.addService(ServerReflectionService, { serverReflectionInfo: reflection });
  server.addService(OlderReflectionService, { serverReflectionInfo: reflection });
  return { server, health };
}

/** Adds a service whose calls are answered by their gates. @returns the name by which it is served */
function addService(server: Server, definition: Methods): string {
  const methods = Object.entries(definition).map(
    ([key, method]) => [key, { ...method, requestDeserialize: asItIs, responseSerialize: asItIs }] as const,
  );
  const handlers = methods.map(([key]) => [key, answeredByGate] as const);
  server.addService(Object.fromEntries(methods), Object.fromEntries(handlers));
  return methods[0]![1].path.split("/")[1]!;
}

/** Stands for the handler, which grpc-js requires and never calls. */
const answeredByGate: UntypedHandleCall = () => {
  throw new Error("a call that did not come through the intake");
};

function asItIs(bytes: Buffer): Buffer {
  return bytes;
}

async function bindAll(server: Server, { hosts, port, tls, limit }: GrpcAddress): Promise<number> {
  const credentials = tls === null ? ServerCredentials.createInsecure() : new LiveCredentials(tls);
  let chosen = port;
  let bound = 0;
  for (const host of hosts) {
    try {
      chosen = await bind(server, host, chosen, credentials);
      bound++;
    } catch (error) {
      // A machine may lack one of the loopback addresses; then the server listens on the other.
      const isAbsent = /EADDRNOTAVAIL|EAFNOSUPPORT/.test((error as Error).message);
      if (!isAbsent || hosts.length === 1 || (bound === 0 && host === hosts.at(-1))) throw error;
    }
  }
  for (const http2Server of (server as unknown as Internals).http2Servers.keys()) {
    limit(http2Server);
    http2Server.on("session", keepUntilFreed);
  }
  return chosen;
}

/** Private members of a server in grpc-js; tests fail if they are missing. */
interface Internals {
  readonly http2Servers: ReadonlyMap<NetServer, unknown>;
}

function bind(server: Server, host: string, port: number, credentials: ServerCredentials): Promise<number> {
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
}

async function close(server: Server, health: Health, limitMs: number): Promise<void> {
  health.serving = false;
  health.close();
  const limit = setTimeout(() => server.forceShutdown(), limitMs);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(limit);
}

function refused({ message }: Error, { hosts, port, flag }: GrpcAddress): StartRefused {
  const [host] = hosts;
  if (message.includes("EADDRINUSE")) {
    return new StartRefused(
      `Port ${port} on ${host} is in use. Stop the other server or choose another ${flag}.`,
    );
  }
  return new StartRefused(`Cannot listen on ${host}:${port} for gRPC: ${message}. Check --host and ${flag}.`);
}

// The certificate of a gRPC listener, which can change while it listens. Grpc-js updates its servers whenever their
// credentials report a change; these credentials report those of the server's certificate.
class LiveCredentials extends ServerCredentials {
  constructor(source: TlsSource) {
    super({}, source.current);
    source.onChange((tls) => this.updateSecureContextOptions(tls));
  }

  override _equals(other: ServerCredentials): boolean {
    return other === this;
  }
}

/**
 * Keeps the parts of a session reachable until the turn of the event loop in which it closes is over. If garbage is
 * collected in that turn, Node 20 counts memory that its last streams are about to release as lost, and aborts. A
 * client can cause this by opening more streams than are allowed, with headers that are refused.
 */
function keepUntilFreed(session: ServerHttp2Session): void {
  const parts = Object.getOwnPropertySymbols(session).map((key) => Reflect.get(session, key));
  session.once("close", () => setImmediate(() => parts.splice(0)));
}

// Our services under the names by which Qdrant's clients call them. Messages have the same wire format
// (proto/derive.ts), so only the paths of calls differ; the dialect of a call follows from its path.
const OURS = "/azimuth.v1.";
const THEIRS = "/qdrant.";
/** Services with another name there. */
const RENAMED: Readonly<Record<string, string>> = { "/azimuth.v1.Server/": "/qdrant.Qdrant/" };

export function asQdrant(service: Methods): Methods {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [name, { ...method, path: renamed(method.path) }]),
  );
}

function renamed(path: string): string {
  const [whole] = Object.keys(RENAMED).filter((prefix) => path.startsWith(prefix));
  return whole ? path.replace(whole, RENAMED[whole]!) : path.replace(OURS, THEIRS);
}
