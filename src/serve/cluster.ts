// Makes a server a part of its cluster: opens the shared log, copies a checkpoint to an empty data directory, says what
// this server is at, and stores checkpoints.
// The decision: the log is opened before anything of the data directory, so a server that cannot take part ends its
// start with one line, and changes nothing.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { type Config, clusterOf, packageVersion } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import type { ClusterLog } from "../core/replication/cluster-log.ts";
import { StartRefused } from "../errors/server.ts";
import { readKeyFile } from "../inference/node-key-file.ts";
import type { Logger } from "../log/logger.ts";
import { CheckpointKeeper } from "../replication/checkpoint-keeper.ts";
import { copyCheckpoint } from "../replication/copy-checkpoint.ts";
import { Heartbeat } from "../replication/heartbeat.ts";
import { Leftovers } from "../replication/leftovers.ts";
import { peerIdOf } from "../replication/peer-id.ts";
import { postgresLog } from "../replication/postgres/load.ts";
import type { Nodes } from "../replication/postgres/nodes.ts";
import type { PostgresLog } from "../replication/postgres/postgres-log.ts";
import { ServerTable } from "../replication/server-table.ts";
import { trimLimit } from "../replication/trim-limit.ts";
import { unlessAborted } from "../scheduling/until-aborted.ts";
import type { BackupsService } from "../service/backups.ts";
import type { OwnNode } from "../service/cluster.ts";
import { loadsOf } from "../service/placement-summary.ts";
import type { CheckpointStore } from "../storage/checkpoint-store.ts";
import { Membership, refuseMember } from "../storage/membership.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { addressesOf, type Ports } from "./addresses.ts";
import { checkpointStoreOf } from "./checkpoint-store.ts";
import { ClusterShards } from "./cluster-shards.ts";

/** How long a write or a barrier may take until the log counts as unavailable. */
export const LOG_TIMEOUT_MS = 10_000;
/** Addresses that mean all of the machine. */
const WILDCARDS = ["0.0.0.0", "::"];
/** Times and sizes of checkpoints. */
const CHECKPOINT_MS = 60_000;
const CHECKPOINT_GROWTH_BYTES = 256 * 2 ** 20;

export class ServerCluster {
  /** For the database. */
  readonly log: ClusterLog;
  /** For the service. */
  readonly own: OwnNode;
  readonly shards: ClusterShards;
  readonly #config: Config;
  readonly #driver: PostgresLog;
  readonly #store: CheckpointStore | null;
  readonly #logger: Logger;
  #keeper: CheckpointKeeper | null = null;
  #heartbeat: Heartbeat | null = null;
  /** The entries below this one are removed from the log. */
  #trimmed = 0;

  private constructor(
    config: Config,
    driver: PostgresLog,
    log: ClusterLog,
    own: OwnNode,
    shards: ClusterShards,
    store: CheckpointStore | null,
    logger: Logger,
  ) {
    this.#config = config;
    this.#driver = driver;
    this.log = log;
    this.own = own;
    this.shards = shards;
    this.#store = store;
    this.#logger = logger;
  }

  /** @returns null if the settings name no cluster @throws StartRefused, the reason of the signal */
  static async open(
    config: Config,
    dataDir: string,
    logger: Logger,
    signal: AbortSignal,
  ): Promise<ServerCluster | null> {
    const settings = clusterOf(config);
    if (settings === null) {
      refuseMember(nodeFs, dataDir);
      return null;
    }
    const { name: cluster, node, postgres } = settings;
    const driver = await postgresLog({
      url: await urlIn(postgres),
      schema: postgres.schema,
      name: cluster,
      requireQuorum: settings.isQuorumRequired,
      timeoutMs: LOG_TIMEOUT_MS,
      startTimeoutMs: settings.startTimeoutMs,
      sums: nodeFs,
      randomUuid: randomUUID,
    });
    try {
      const position = await unlessAborted(driver.open(), signal);
      for (const warning of position.warnings) logger.warn({ cluster }, warning);
      const name = node ?? hostname();
      const { nodes, forget } = new ServerTable(driver.nodes, SYSTEM_CLOCK);
      const peerId = peerIdOf(name);
      const membership = new Membership(nodeFs, dataDir, randomUUID);
      const { server } = membership;
      await unlessAborted(driver.nodes.join({ name, server }), signal);
      const store = checkpointStoreOf(config, position.id);
      const { restPort: rest, uiPort: ui } = config;
      const self = { name, server, uri: uriOf(config, { rest, ui }) };
      const reporting = { nodes: driver.nodes, self };
      const isCopied =
        store !== null && (await copyFirst({ store, dataDir, log: logger, signal }, reporting));
      // A checkpoint may have entries that the log did not have yet when it was opened.
      const lastSeq = isCopied ? await unlessAborted(driver.head(), signal) : position.lastSeq;
      const { secret } = position;
      const { replaceAfterSeconds } = settings;
      const shards = new ClusterShards({
        ...{ server, peerId, secret, nodes, clock: SYSTEM_CLOCK, log: logger },
        replaceAfterSeconds,
      });
      const own = { cluster, name, peerId, nodes, forget, shards, warnings: position.warnings };
      const { remote, onPlaced } = shards;
      const log = { log: driver, position: { ...position, lastSeq }, membership, remote, onPlaced };
      return new ServerCluster(config, driver, log, own, shards, store, logger);
    } catch (error) {
      await driver.close();
      throw error;
    }
  }

  /** Begins to report what this server is at: before it has the data, so that the log is not trimmed meanwhile. */
  report(database: Database, ports: Ports): void {
    const { replication } = database;
    const { name } = this.own;
    const { server } = this.log.membership;
    const uri = uriOf(this.#config, ports);
    const { nodes } = this.#driver;
    const { peerId } = this.own;
    const leftovers = new Leftovers({ database, nodes, peerId });
    this.#heartbeat = new Heartbeat(SYSTEM_CLOCK, async () => {
      const problem = replication.member?.problem ?? null;
      const applied_lsn = replication.applied.lsn;
      const version = packageVersion();
      // Others notice its silence.
      await nodes.beat({ name, server, uri, version, applied_lsn, problem }).catch(() => {});
      await this.#trim(database);
      this.log.membership.noteShards(lacksShards(database));
      void leftovers.check();
      void this.shards.check();
    });
    this.#heartbeat.begin();
  }

  /** Begins to store checkpoints. */
  keepCheckpoints({ replication }: Database, backups: BackupsService): void {
    if (this.#store === null) return;
    this.#keeper = new CheckpointKeeper({
      store: this.#store,
      source: {
        lsn: () => replication.applied.lsn,
        bytesSince: (lsn) => (replication.applied.lsn - lsn) * replication.averageRecordBytes,
        backup: async () => {
          const lsn = replication.applied.lsn;
          const { chunks } = await backups.copy();
          return { lsn, body: chunks as AsyncIterableIterator<Uint8Array> };
        },
      },
      clock: SYSTEM_CLOCK,
      log: this.#logger,
      everyMs: CHECKPOINT_MS,
      growthBytes: CHECKPOINT_GROWTH_BYTES,
      random: Math.random,
    });
    this.#keeper.begin();
  }

  /** Removes entries of the log that neither a checkpoint nor any server needs. */
  async #trim(database: Database): Promise<void> {
    const below = this.#keeper?.trimBelow ?? null;
    if (below === null || below <= this.#trimmed || !database.ready) return;
    try {
      const nodes = await this.#driver.nodes.list();
      const needed = trimLimit(below, nodes, loadsOf(database).keys());
      if (needed === null) return;
      if (needed > this.#trimmed) await this.#driver.trim(needed);
      this.#trimmed = needed;
    } catch {
      // It is done with the next beat.
    }
  }

  /** Stores no more checkpoints, and says nothing more. The log stays open. */
  async leave(): Promise<void> {
    const reported = this.#heartbeat?.stop();
    await this.#keeper?.stop();
    await this.shards.stop();
    const { server, isKept } = this.log.membership;
    if (isKept) return;
    // Its start was refused, and it would count as running for some seconds.
    await reported;
    await this.#driver.nodes.forget(server).catch(() => {});
  }

  /** Ends everything, when there is no database. */
  async stop(): Promise<void> {
    await this.leave();
    await this.#driver.close();
  }
}

/** Whether other servers have points that this one has not. */
function lacksShards(database: Database): boolean {
  return database.placed().some(({ local, segments }) => local.present.length < segments.shards);
}

/** The table of the servers, and what a server that copies a checkpoint says of itself there. */
interface Reporting {
  readonly nodes: Nodes;
  readonly self: { readonly name: string; readonly server: string; readonly uri: string };
}

/**
 * Copies the newest checkpoint to an empty data directory. Meanwhile this server counts as one that has applied what
 * the checkpoint has, so the log keeps what it will need.
 * @returns whether it has copied one
 * @throws StartRefused, the reason of the signal
 */
async function copyFirst(
  parts: Omit<Parameters<typeof copyCheckpoint>[0], "fs" | "onFound">,
  { nodes, self }: Reporting,
): Promise<boolean> {
  let lsn = 0;
  const report = () => nodes.beat({ ...self, version: packageVersion(), applied_lsn: lsn, problem: null });
  const heartbeat = new Heartbeat(SYSTEM_CLOCK, report);
  const onFound = async (found: number) => {
    const isFirst = lsn === 0;
    lsn = found;
    await report();
    if (isFirst) heartbeat.begin();
  };
  try {
    await copyCheckpoint({ ...parts, fs: nodeFs, onFound });
    return lsn > 0;
  } finally {
    void heartbeat.stop();
  }
}

/** Returns where others reach the REST port, as far as this server can know. */
function uriOf({ host, tlsCert }: Config, ports: Pick<Ports, "rest" | "ui">): string {
  return addressesOf(ports, { tlsCert, host: WILDCARDS.includes(host) ? hostname() : host }).api;
}

/** Returns the URL of PostgreSQL. @throws StartRefused */
export async function urlIn({
  url,
  urlFile,
}: {
  readonly url: string | null;
  readonly urlFile: string | null;
}): Promise<string> {
  if (url !== null) return url;
  try {
    return await readKeyFile(urlFile!);
  } catch (error) {
    throw new StartRefused(`cluster.log.postgres.url_file: ${(error as Error).message}`);
  }
}
