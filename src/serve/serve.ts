// A whole server put together from its parts, and taken apart again in order.
// The decision: ports listen before the log is replayed, so that clients are told "not yet" instead of nothing.
// Taking apart goes the other way: no new requests, finish those that run, close the log, give the directory back.
import { fileURLToPath } from "node:url";
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { backupsInThread, holdDataDir, storageInThreads } from "../assemble/node-storage.ts";
import { type Config, packageVersion, type Secrets } from "../config/environment.ts";
import { secretFilesOf } from "../config/secrets.ts";
import type { Database } from "../core/database/database.ts";
import { chooseBuild, startPool } from "../engine/node-threads.ts";
import { StartRefused } from "../errors/server.ts";
import { ServerFailed } from "../errors/usage.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import type { LoadCalls } from "../grpc/load.ts";
import type { LineCounts, Logger } from "../log/logger.ts";
import { Certificate } from "../net/tls.ts";
import type { Follower } from "../replication/follower.ts";
import { MAX_WAITING_SEARCHES } from "../schema/limits.ts";
import { prepareDataDir } from "../storage/node-data-dir.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { connectionsWithin, openFilesLimit, openFilesWarning } from "../storage/node-open-files.ts";
import { CODE_ROOT } from "../threads/code-root.ts";
import { limitYoungGeneration } from "../threads/young-generation.ts";
import { readAhead, readAssets } from "../ui/assets.ts";
import { DOCS } from "../ui/docs-page.ts";
import { addressesOf } from "./addresses.ts";
import { ServerCluster } from "./cluster.ts";
import { joinParams } from "./cluster-params.ts";
import { DataHost } from "./data-host.ts";
import { idleWatch } from "./event-loop.ts";
import { copyLeader, followerOf, tellerOf } from "./follow.ts";
import { HeapGrowth } from "./heap-growth.ts";
import { checkKeys, type Inference, inferenceOf, loadModels } from "./inference.ts";
import { listenForAll } from "./listeners.ts";
import { accountFor, mib } from "./memory-account.ts";
import { databaseOf, type OpenedParts } from "./open-database.ts";
import { type OpenedSecurity, openSecurity } from "./open-security.ts";
import { tellTakeover } from "./reports.ts";
import { type ListeningServer, running } from "./running.ts";
import { openTelemetry, type Telemetry } from "./telemetry.ts";

/** Where a build leaves the local UI and the documentation: the same paths from `src` and from `dist`. */
const UI_FOLDER = new URL("../dist/ui/", CODE_ROOT);
const DOCS_FOLDER = new URL("../dist/docs/", CODE_ROOT);

export interface RunningServer extends ListeningServer {
  /** Rejects when the server must not go on, whatever it is at: the process has to end at once. */
  readonly failed: Promise<never>;
  /** Reads the certificate again, if there is one. */
  reload(): void;
  /** Cleans up synchronously when there is no time for an orderly stop: removes a temporary directory. */
  abandon(): void;
}

interface ServeOptions {
  /** Shows a text at the terminal from which the server was started; null or absent: there is none. */
  readonly tell?: ((text: string) => void) | null;
  /** Loads the code for gRPC; absent: from the files of the build. */
  readonly loadCalls?: LoadCalls | undefined;
  /** Ends the start while it waits for other servers. */
  readonly stopping?: AbortSignal;
}

/**
 * @param lines counts of the log lines
 * @returns null if it was stopped before there was a server
 */
export async function serve(
  config: Config,
  secrets: Secrets,
  log: Logger,
  lines: LineCounts,
  { tell = null, loadCalls, stopping = new AbortController().signal }: ServeOptions = {},
): Promise<RunningServer | null> {
  const memory = accountFor(config);
  const tls = Certificate.open(config);
  const dataDir = prepareDataDir(config);
  log.info({ path: dataDir.path, reason: dataDir.reason }, "data directory");
  const { module, build, reason } = chooseBuild();
  log.info({ build, reason }, "engine");
  log.info({ mib: mib(memory.limit), processMib: mib(memory.used) }, "memory limit");
  const files = openFilesLimit();
  const maxConnections = connectionsWithin(files, config.workers);
  const tooFew = openFilesWarning(files, maxConnections, config.maxConnections);
  const host = new DataHost(dataDir.path, config.ephemeral, tooFew === undefined ? [] : [tooFew]);
  const { lock, takeover } = await holdDataDir(dataDir.path);
  tellTakeover(takeover, dataDir.path, log);
  const openings = { config, secrets, dataDir: dataDir.path, memory, clock: SYSTEM_CLOCK, log, tell };
  const prepared = await prepare(openings, stopping).catch((error) => {
    lock.release();
    if (!stopping.aborted) throw error;
    if (config.ephemeral) nodeFs.remove(dataDir.path);
    return null;
  });
  if (prepared === null) return null;
  const { cluster, security, settle } = prepared;
  const inference = inferenceOf({
    ...{
      fixed: config.inferenceModels,
      directory: config.inferenceDirectory,
      memory,
      log,
      clock: SYSTEM_CLOCK,
    },
    ownFiles: [dataDir.path, ...secrets.files, ...secretFilesOf(config)],
    ...security.stored,
  });
  const { workers, buildThreads } = config;
  const shared = { memory, module, dataDir: dataDir.path, isIdle: idleWatch() };
  const engine = startPool(workers, { ...shared, maxWaiting: MAX_WAITING_SEARCHES, buildThreads });
  const opened = {
    ...{ config, log, host, lock, engine, dataDir: dataDir.path },
    heap: new HeapGrowth(memory.limit),
    storage: { ...storageInThreads(dataDir.path), backups: backupsInThread(dataDir.path, packageVersion()) },
  };
  const database = databaseOf({ ...opened, cluster });
  const follower = followerOf(config, database, log);
  const telemetry = openTelemetry(log);
  const parts = {
    ...opened,
    telemetry,
    cluster,
    database,
    follower,
    tls,
    security,
    settle,
    inference,
    loadCalls,
  };
  try {
    return await listenAndLoad(parts, lines, maxConnections);
  } catch (error) {
    await takeApart(parts);
    throw error;
  }
}

/**
 * Prepares what a server needs of others before it opens its own data. @throws StartRefused, the reason of the signal
 */
async function prepare(
  openings: Parameters<typeof openSecurity>[0] & { readonly config: Config },
  stopping: AbortSignal,
): Promise<OpenedSecurity & { readonly cluster: ServerCluster | null }> {
  const { config, dataDir, log } = openings;
  await checkKeys(config.inferenceModels);
  await copyLeader(config, dataDir, log, stopping);
  const cluster = await ServerCluster.open(config, dataDir, log, stopping);
  try {
    const opened = await openSecurity(openings);
    if (cluster === null) await opened.settle();
    else opened.security.stored.params.expectCluster();
    return { cluster, ...opened };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

/** All parts of a server but its listeners. */
interface ServerParts extends OpenedParts {
  readonly database: Database;
  /** Copies the log of another server; null: this one follows none. */
  readonly follower: Follower | null;
  readonly tls: Certificate | null;
  readonly security: OpenedSecurity["security"];
  readonly settle: OpenedSecurity["settle"];
  readonly inference: Inference;
  readonly telemetry: Telemetry;
  readonly loadCalls: LoadCalls | undefined;
}

/** Opens the ports, then replays the log. The caller takes the parts apart if this fails. */
async function listenAndLoad(
  parts: ServerParts,
  lines: LineCounts,
  maxConnections: number,
): Promise<RunningServer> {
  const { config, log, dataDir, host, heap, storage, database, follower, tls, security } = parts;
  const { inference, loadCalls, cluster, telemetry } = parts;
  await loadModels(config.inferenceModels, inference.models);
  const { warnings, info } = host;
  const circumstances = { warnings, info, snapshots: storage.snapshots, backups: storage.backups };
  const ofConsole = readAssets(fileURLToPath(UI_FOLDER));
  const assets = new Map([...ofConsole, ...readAssets(fileURLToPath(DOCS_FOLDER), DOCS)]);
  await security.start();
  const listeners = await listenForAll(
    {
      database,
      follower,
      own: cluster?.own ?? null,
      peers: cluster?.shards.attach(database) ?? null,
      security,
      inference,
      circumstances,
      lines,
      spans: telemetry.spans,
      assets,
      loadCalls,
    },
    { ...config, tls, maxConnectionsOfAll: maxConnections },
    log,
  );
  host.watch();
  heap.start();
  limitYoungGeneration();
  tls?.watch(SYSTEM_CLOCK, log);
  const reload = () => void tls?.reload(log, true);
  const abandon = () => {
    if (config.ephemeral) nodeFs.remove(dataDir);
  };
  const failed = failureOf(parts);
  const addresses = addressesOf(listeners.ports, config);
  const drainMs = config.shutdownTimeout * 1000;
  const { extendedApi } = config;
  const release = () => takeApart(parts);
  const teller = () => tellerOf(config, database, log);
  const server = running({
    ...{ listeners, database, cluster, follower, teller, log, release, drainMs, addresses, extendedApi },
    join: joiningOf(parts),
  });
  // A failed start is reported to the callers that wait for `ready`.
  server.ready
    .then((ready) => (ready ? host.measureLater(() => readAhead(ofConsole)) : undefined))
    .catch(() => {});
  return { ...server, failed, abandon, reload };
}

/** Returns what makes this server share its parameters with its cluster, if it is in one. */
function joiningOf({ cluster, database, security, settle, log }: ServerParts) {
  if (cluster === null) return undefined;
  const { position, membership } = cluster.log;
  const { params } = security.stored;
  const isNew = !membership.isKept;
  const parts = { params, database, secret: position.secret, isNew, clock: SYSTEM_CLOCK, log, settle };
  return (isClosing: () => boolean) => joinParams(parts, isClosing);
}

/** Returns a promise that rejects when the server must not go on. */
function failureOf({ dataDir, lock, engine, storage }: ServerParts): Promise<never> {
  return Promise.race([
    lock.lost.then(() => refuseToGoOn(dataDir)),
    engine.failed.happened.then((cause) => endWithout("writes vectors", cause)),
    storage.log.failed.happened.then((cause) => endWithout("writes the log", cause)),
  ]);
}

/** Ends what the parts do, saves the data, and gives the directory back. */
async function takeApart({
  config,
  log,
  dataDir,
  host,
  heap,
  lock,
  database,
  cluster,
  tls,
  security,
  inference,
  telemetry,
}: ServerParts): Promise<void> {
  tls?.unwatch();
  host.unwatch();
  heap.stop();
  await inference.models.close();
  const told = telemetry.close();
  await host.measured();
  // The license and the tokens do not depend on what becomes of the data.
  await security.stop().catch((err) => log.error({ err }, "what was seen of tokens could not be stored"));
  await cluster?.leave();
  // What is removed need not be saved.
  await database.close(!config.ephemeral);
  lock.release();
  if (config.ephemeral) nodeFs.remove(dataDir);
  await told;
}

function refuseToGoOn(path: string): never {
  throw new StartRefused(
    `Another server has taken the data directory ${path} over while this one was not running. ` +
      "This one ends without writing anything more.",
  );
}

/** A restart has everything that was acknowledged, which this process might not have in memory any more. */
function endWithout(what: string, cause: VectorDbError): never {
  throw new ServerFailed(
    `The thread that ${what} has ended: ${cause.message}. The server ends; all that was acknowledged is durable, start it again`,
    { cause },
  );
}
