// Starts the REST API with a new database in this process: real sockets, real files, one thread.
import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../../src/api/operation.ts";
import { SYSTEM_CLOCK } from "../../src/assemble/assemble.ts";
import { PasswordHasher } from "../../src/auth/password.ts";
import { type GivenKeys, StaticKeys } from "../../src/auth/static-keys.ts";
import type { SegmentSettings } from "../../src/core/config/segment-settings.ts";
import { Database } from "../../src/core/database/database.ts";
import type { ClusterLog } from "../../src/core/replication/cluster-log.ts";
import { LocalEngine } from "../../src/engine/local.ts";
import { loadModule } from "../../src/engine/node-threads.ts";
import * as calls from "../../src/grpc/server.ts";
import { dialectOf } from "../../src/http/dialect/dialect.ts";
import type { Resolve } from "../../src/inference/node-endpoint.ts";
import { createLogger, type Logger } from "../../src/log/logger.ts";
import { MemoryLimit } from "../../src/memory/memory-limit.ts";
import { ObservedRequests } from "../../src/metrics/requests.ts";
import { Traffics } from "../../src/metrics/traffic.ts";
import type { TlsSource } from "../../src/net/tls.ts";
import type { Clock } from "../../src/scheduling/clock.ts";
import type { DialectSetting } from "../../src/schema/dialect-setting.ts";
import type { ModelSettings } from "../../src/schema/inference.ts";
import { MAX_BODY_BYTES } from "../../src/schema/limits.ts";
import { UNKNOWN } from "../../src/serve/data-host.ts";
import { inferenceOf } from "../../src/serve/inference.ts";
import { listenForAll, servicesOf } from "../../src/serve/listeners.ts";
import { firstParams, Security, setupCodeIn } from "../../src/serve/security.ts";
import type { DeclaredAuth } from "../../src/service/admin.ts";
import type { AuditEvent } from "../../src/storage/audit.ts";
import { Checkpoints, COLLECTIONS } from "../../src/storage/checkpoints.ts";
import { deletedPointsIn } from "../../src/storage/deleted-points.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { LocalLog } from "../../src/storage/local-log.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { NodePayloadFiles } from "../../src/storage/node-payload-files.ts";
import { LocalParams, readParams } from "../../src/storage/params-file.ts";
import { segmentFilesIn } from "../../src/storage/segment-files.ts";
import { ServerParams } from "../../src/storage/server-params.ts";
import { SNAPSHOTS, Snapshots } from "../../src/storage/snapshots.ts";
import type { Assets } from "../../src/ui/assets.ts";
import { backupsIn } from "./backups.ts";
import { addLicense, ThrowAwayIssuer } from "./license.ts";
import { judge } from "./openapi.ts";
import { type Answer, send } from "./rest-call.ts";
import { scratchFolder } from "./scratch.ts";

export interface TestServer {
  readonly url: string;
  /** The address of the listener for the qdrant dialect, if it was requested. */
  readonly qdrantUrl: string;
  /** The address of the local UI. */
  readonly uiUrl: string;
  /** The address in the form of grpc-js. */
  readonly grpcAddress: string;
  readonly database: Database;
  /** The services behind all ports. */
  readonly services: Services;
  readonly dataDir: string;
  readonly security: Security;
  readonly params: ServerParams;
  /** The issuer whose product keys it accepts. */
  readonly issuer: ThrowAwayIssuer;
  /** The clock of credentials and licenses: `time.now` may be set. */
  readonly time: { now: number | null };
  /** The events of the audit log. */
  readonly audited: readonly AuditEvent[];
  /**
   * Sends a request. Texts and bytes are sent unchanged, other bodies as JSON. The response is checked against
   * openapi.json.
   */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Whether the log is not replayed, so that the server stays in its starting state. */
  readonly starting?: boolean;
  /** The most pages of 64 KiB of one segment. */
  readonly maximumPages?: number;
  /** Settings for the segments of all collections, whatever their configuration is. */
  readonly segments?: Partial<SegmentSettings>;
  /** The memory limit of the server. */
  readonly memory?: MemoryLimit;
  /** Whether it also listens for the qdrant dialect. */
  readonly qdrantPort?: boolean;
  /** The port of the local UI; any free one by default. */
  readonly uiPort?: number;
  readonly dialect?: DialectSetting;
  readonly extendedApi?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly corsOrigins?: readonly string[];
  readonly publicUrl?: string;
  /** The certificate of all ports. */
  readonly tls?: TlsSource;
  readonly maxBodySize?: number;
  readonly maxConnections?: number;
  readonly searchTimeout?: number;
  readonly accessLog?: boolean;
  readonly slowRequestMs?: number;
  /** The setting `max_lag`. */
  readonly maxLag?: number;
  /** Is called with each line of its log, from `debug` on. */
  readonly log?: (line: Record<string, unknown>) => void;
  /** Whether checkpoints can be taken. */
  readonly checkpoints?: boolean;
  /** A data directory that is copied for the server. */
  readonly copyOf?: string;
  /** API keys of the environment. */
  readonly keys?: Partial<GivenKeys>;
  /** Authentication as set in the configuration. */
  readonly declared?: DeclaredAuth;
  readonly consoleCookie?: boolean;
  /** Makes the file system of the data directory. */
  readonly fs?: (dataDir: string) => FileSystem;
  /** The built console. */
  readonly assets?: Assets;
  /** Models of the configuration, and how their names are resolved and time passes for them. */
  readonly models?: {
    readonly fixed?: Readonly<Record<string, ModelSettings>>;
    readonly resolve?: Resolve;
    readonly clock?: Clock;
    /** The folder of local models. */
    readonly directory?: string;
  };
  /** The number of licensed vectors, if the Community license is not sufficient. */
  readonly vectors?: number;
  /** The log that it shares with other servers; absent: it is alone. */
  readonly cluster?: ClusterLog;
}

const WASM = loadModule();
/** The issuer of all servers of this process. */
const ISSUER = new ThrowAwayIssuer();
/** The reserve is small, because writing the usual 16 MiB takes longer than most tests. */
const LOG = { segmentBytes: 1024 * 1024, reserveBytes: 64 * 1024 };
/** The cost of passwords, which tests do not need. */
const CHEAP_SCRYPT = 2 ** 10;
/** The most characters of a response that is checked, because longer ones take too long. */
const MOST_JUDGED = 1024 * 1024;

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = scratchFolder("azimuth-test-");
  if (options.copyOf !== undefined) cpSync(options.copyOf, dataDir, { recursive: true });
  const fs = options.fs?.(dataDir) ?? nodeFs;
  const database = new Database({
    ...(options.checkpoints && {
      checkpoints: new Checkpoints(fs, dataDir),
      payloadFiles: new NodePayloadFiles(join(dataDir, COLLECTIONS)),
    }),
    ...{ log: new LocalLog(fs, dataDir, LOG), deletedPoints: deletedPointsIn(fs, dataDir) },
    engine: new LocalEngine({
      module: WASM,
      maximumPages: options.maximumPages,
      memory: options.memory,
      files: segmentFilesIn(nodeFs, dataDir),
    }),
    ...(options.segments && { segments: options.segments }),
    clock: options.cluster ? SYSTEM_CLOCK : { now: Date.now, after: () => () => {} },
    cluster: options.cluster,
    randomUuid: randomUUID,
  });
  if (!options.starting) await database.load();
  const address = {
    host: "localhost",
    restPort: 0,
    uiPort: options.uiPort ?? 0,
    grpcPort: 0,
    qdrantGrpcPort: null,
    qdrantPort: options.qdrantPort ? 0 : null,
    dialect: options.dialect ?? "auto",
    extendedApi: options.extendedApi ?? false,
    allowedHosts: options.allowedHosts ?? [],
    corsOrigins: options.corsOrigins ?? [],
    publicUrl: options.publicUrl ?? null,
    publicGrpcUrl: null,
    tls: options.tls ?? null,
    maxBodySize: options.maxBodySize ?? MAX_BODY_BYTES,
    maxConnections: options.maxConnections ?? 4_096,
    searchTimeout: options.searchTimeout ?? 0,
    accessLog: options.accessLog ?? false,
    slowRequestMs: options.slowRequestMs ?? 0,
    maxLag: options.maxLag ?? null,
  } as const;
  const stored = new Snapshots(fs, dataDir);
  const circumstances = {
    warnings: [],
    backups: backupsIn(fs, dataDir),
    info: UNKNOWN,
    snapshots: {
      use: <T>(work: (store: Snapshots) => Promise<T>) => work(stored),
      files: new NodePayloadFiles(join(dataDir, SNAPSHOTS)),
      version: "0.0.0",
      now: Date.now,
    },
  };
  const guarded = await openSecurity(fs, dataDir, options);
  const { security } = guarded;
  const assets = options.assets ?? new Map();
  const inference = inferenceOf({
    fixed: new Map(Object.entries(options.models?.fixed ?? {})),
    ...security.stored,
    directory: options.models?.directory ?? null,
    ownFiles: [dataDir],
    memory: options.memory ?? MemoryLimit.unlimited(),
    clock: options.models?.clock ?? SYSTEM_CLOCK,
    log: logTo(options.log),
    ...(options.models?.resolve && { resolve: options.models.resolve }),
  });
  const served = { database, security, inference, circumstances, assets, loadCalls: async () => calls };
  const listeners = await listenForAll(served, address, logTo(options.log));
  const { rest, ui, grpc, qdrant } = listeners.ports;
  if (!options.starting) listeners.serve();
  const url = `http://127.0.0.1:${rest}`;
  if (options.vectors !== undefined) {
    await addLicense(`http://127.0.0.1:${ui}`, guarded.issuer.key(options.vectors));
  }
  return {
    url,
    qdrantUrl: `http://127.0.0.1:${qdrant}`,
    uiUrl: `http://127.0.0.1:${ui}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    database,
    services: servicesOf(database, security, circumstances, {
      warnings: () => [],
      traffic: new Traffics(),
      requests: new ObservedRequests(),
      slowMs: 0,
      inference,
      extendedApi: address.extendedApi,
      maxLag: address.maxLag,
    }),
    dataDir,
    ...guarded,
    async call(method, path, body, headers = {}) {
      const answer = await send(url + path, method, body, headers);
      const contentType = answer.headers.get("content-type") ?? "";
      // The path that fetch requests; it resolves dots, percent-encoded ones, too.
      const asked = new URL(url + path).pathname;
      const { status, text } = answer;
      const judged = { method, path: asked, status, contentType, body: answer.body ?? text };
      if (text.length < MOST_JUDGED) judge(judged, dialectOf(headers, address.dialect).name);
      return answer;
    },
    async close() {
      await listeners.close(0);
      await inference.models.close();
      await database.close();
      nodeFs.remove(dataDir);
    },
  };
}

function logTo(take: TestServerOptions["log"]): Logger {
  if (!take) return createLogger({ level: "silent" });
  return createLogger({ level: "debug", output: { write: (line) => take(JSON.parse(line)) } });
}

type Guarded = Pick<TestServer, "security" | "params" | "time" | "audited" | "issuer">;

/** Opens the security of a server with cheap passwords and a clock that can be set. */
async function openSecurity(
  fs: FileSystem,
  dataDir: string,
  { memory = MemoryLimit.unlimited(), keys, declared, consoleCookie = true }: TestServerOptions,
): Promise<Guarded> {
  const time: Guarded["time"] = { now: null };
  const audited: AuditEvent[] = [];
  const before = readParams(fs, dataDir);
  const params = await ServerParams.open(new LocalParams(fs, dataDir), before, firstParams);
  const security = new Security({
    params,
    setupCode: setupCodeIn(fs, dataDir),
    hasher: new PasswordHasher({ cost: CHEAP_SCRYPT, memory }),
    publicKeys: ISSUER.publicKeys,
    keys: new StaticKeys({ apiKey: null, readOnlyApiKey: null, ...keys }),
    declared: declared ?? null,
    consoleCookie,
    audit: { append: (event) => audited.push(event) },
    clock: { now: () => time.now ?? Date.now(), after: () => () => {} },
  });
  return { security, params, time, audited, issuer: ISSUER };
}

/** The headers of a request in the qdrant dialect. */
export const AS_QDRANT: Record<string, string> = { "user-agent": "qdrant-js/1.18.0" };

/** Creates an empty collection `c` of 4-dimensional Dot vectors. */
export async function createCollection(
  server: TestServer,
  vectors: unknown = { size: 4, distance: "Dot" },
): Promise<void> {
  const { status, text } = await server.call("PUT", "/collections/c", { vectors_config: vectors });
  if (status !== 200) throw new Error(text);
}

export async function count(server: TestServer): Promise<number> {
  return (await server.call("POST", "/collections/c/points/count", {})).body.result.count;
}
