// The calls of a gRPC port: our services under two names, health, reflection, and an orderly shutdown. Connections come
// from port.ts, which loads this file with the first of them.
// The decision: a service is registered as `azimuth.v1.X` and, where Qdrant has one of that name, as `qdrant.X` with
// the same handlers; the package decides the dialect of requests and errors.
import type { Http2Server, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { Server, ServerCredentials, type UntypedHandleCall } from "@grpc/grpc-js";
import { adapted } from "../api/words/qdrant-results.ts";
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

export interface CallServerParts extends CallParts {
  readonly traffic: Pick<Traffics, "grpc">;
  readonly requests: RequestLog;
  /** Milliseconds that a search may take. */
  readonly searchMs: number;
  readonly extendedApi: boolean;
}

export interface CallServer {
  readonly health: Pick<Health, "serving">;
  /** Serves the calls of a connection, whose first bytes may have arrived. */
  accept(socket: Socket): void;
  /** Refuses new calls, lets each call finish, and aborts the remaining ones after `limitMs`. */
  close(limitMs: number): Promise<void>;
}

const MAX_STREAMS = 1_000;

/** Clients may send pings at any rate. The server pings a client that was silent for a minute. */
const OPTIONS = {
  "grpc.max_send_message_length": -1,
  "grpc.max_concurrent_streams": MAX_STREAMS,
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 20_000,
  "grpc.keepalive_permit_without_calls": 1,
} as const;

/** @param tls null: connections are not encrypted */
export function serveCalls(parts: CallServerParts, tls: TlsSource | null): CallServer {
  const { server, health } = assemble(parts);
  const credentials = tls === null ? ServerCredentials.createInsecure() : new LiveCredentials(tls);
  const connections = server.createConnectionInjector(credentials);
  /** Connections whose clients have sent nothing yet; a graceful close would wait for them. */
  const silent = new Set<ServerHttp2Session>();
  for (const http2Server of (server as unknown as Internals).http2Servers.keys()) {
    http2Server.on("session", keepUntilFreed);
    http2Server.on("session", (session) => {
      silent.add(session);
      for (const event of ["remoteSettings", "close"]) session.once(event, () => silent.delete(session));
    });
  }
  return {
    health,
    accept: (socket) => connections.injectConnection(socket),
    close: (limitMs) => {
      const closed = close(server, health, limitMs);
      for (const session of silent) session.destroy();
      return closed;
    },
  };
}

function assemble(parts: CallServerParts): { server: Server; health: Health } {
  const { searchMs, extendedApi } = parts;
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

/** Private members of a server in grpc-js; tests fail if they are missing. */
interface Internals {
  readonly http2Servers: ReadonlyMap<Http2Server, unknown>;
}

async function close(server: Server, health: Health, limitMs: number): Promise<void> {
  health.serving = false;
  health.close();
  const limit = setTimeout(() => server.forceShutdown(), limitMs);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(limit);
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
