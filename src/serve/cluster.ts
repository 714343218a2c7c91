// Makes a server a part of its cluster: opens the shared log, copies a checkpoint to an empty data directory, says what
// this server is at, and stores checkpoints.
// The decision: the log is opened before anything of the data directory, so a server that cannot take part ends its
// start with one line, and changes nothing.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import { type Config, clusterOf, packageVersion } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import type { ClusterLog } from "../core/replication/member.ts";
import { StartRefused } from "../errors/server.ts";
import { readKeyFile } from "../inference/node-key-file.ts";
import type { Logger } from "../log/logger.ts";
import { CheckpointKeeper } from "../replication/checkpoint-keeper.ts";
import { peerIdOf } from "../replication/peer-id.ts";
import { postgresLog } from "../replication/postgres/load.ts";
import type { PostgresLog } from "../replication/postgres/postgres-log.ts";
import type { BackupsService } from "../service/backups.ts";
import type { OwnNode } from "../service/cluster.ts";
import type { CheckpointStore } from "../storage/checkpoint-store.ts";
import { installCopy, isReadyForCopy } from "../storage/incoming-copy.ts";
import { Membership, refuseMember } from "../storage/membership.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { checkpointStoreOf } from "./checkpoint-store.ts";
import { addressesOf, type Ports } from "./listeners.ts";

/** How long a write or a barrier may take until the log counts as unavailable. */
export const LOG_TIMEOUT_MS = 10_000;
const BEAT_MS = 2_000;
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
  readonly #config: Config;
  readonly #driver: PostgresLog;
  readonly #store: CheckpointStore | null;
  readonly #logger: Logger;
  #keeper: CheckpointKeeper | null = null;
  #cancelBeat = () => {};
  #beating: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** The entries below this one are removed from the log. */
  #trimmed = 0;

  private constructor(
    config: Config,
    driver: PostgresLog,
    log: ClusterLog,
    own: OwnNode,
    store: CheckpointStore | null,
    logger: Logger,
  ) {
    this.#config = config;
    this.#driver = driver;
    this.log = log;
    this.own = own;
    this.#store = store;
    this.#logger = logger;
  }

  /** @returns null if the settings name no cluster @throws StartRefused */
  static async open(config: Config, dataDir: string, logger: Logger): Promise<ServerCluster | null> {
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
      const position = await driver.open();
      for (const warning of position.warnings) logger.warn({ cluster }, warning);
      const name = node ?? hostname();
      const nodes = () => driver.nodes.list();
      const own = { cluster, name, peerId: peerIdOf(name), nodes, warnings: position.warnings };
      const store = checkpointStoreOf(config, position.id);
      await copyCheckpoint(store, dataDir, logger);
      const membership = new Membership(nodeFs, dataDir, randomUUID);
      await driver.nodes.join({ name, server: membership.server });
      return new ServerCluster(config, driver, { log: driver, position, membership }, own, store, logger);
    } catch (error) {
      await driver.close();
      throw error;
    }
  }

  /** Begins to report what this server is at: before it has the data, so that the log is not trimmed meanwhile. */
  report({ replication }: Database, ports: Ports): void {
    const { name } = this.own;
    const { server } = this.log.membership;
    const version = packageVersion();
    const uri = this.#uriOf(ports);
    const beat = async () => {
      const problem = replication.member?.problem ?? null;
      const applied_lsn = replication.applied.lsn;
      // Others notice its silence.
      await this.#driver.nodes.beat({ name, server, uri, version, applied_lsn, problem }).catch(() => {});
      await this.#trim();
      if (!this.#isStopped) this.#cancelBeat = SYSTEM_CLOCK.after(BEAT_MS, next);
    };
    const next = () => {
      this.#beating = beat();
    };
    next();
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

  /** Returns where others reach the REST port, as far as this server can know. */
  #uriOf(ports: Ports): string {
    const { host, tlsCert } = this.#config;
    return addressesOf(ports, { tlsCert, host: WILDCARDS.includes(host) ? hostname() : host }).api;
  }

  /** Removes entries of the log that neither a checkpoint nor a server that was heard of lately needs. */
  async #trim(): Promise<void> {
    const below = this.#keeper?.trimBelow ?? null;
    if (below === null || below <= this.#trimmed) return;
    try {
      const nodes = await this.#driver.nodes.list();
      const needed = Math.min(below, ...nodes.map(({ applied_lsn }) => applied_lsn));
      if (needed > this.#trimmed) await this.#driver.trim(needed);
      this.#trimmed = needed;
    } catch {
      // It is done with the next beat.
    }
  }

  /** Stores no more checkpoints, and says nothing more. The log stays open. */
  async leave(): Promise<void> {
    this.#isStopped = true;
    this.#cancelBeat();
    await this.#keeper?.stop();
    const { server, isKept } = this.log.membership;
    if (isKept) return;
    // Its start was refused, and it would count as running for some seconds.
    await this.#beating;
    await this.#driver.nodes.forget(server).catch(() => {});
  }

  /** Ends everything, when there is no database. */
  async stop(): Promise<void> {
    await this.leave();
    await this.#driver.close();
  }
}

/** Copies the newest checkpoint to an empty data directory. @throws StartRefused */
async function copyCheckpoint(store: CheckpointStore | null, dataDir: string, logger: Logger): Promise<void> {
  if (!isReadyForCopy(nodeFs, dataDir) || store === null) return;
  const refuse = (why: string, cause: unknown) => new StartRefused(`cluster.checkpoints: ${why}`, { cause });
  const newest = await store.newest().catch((error: Error) => {
    throw refuse(error.message, error);
  });
  if (newest === null) return;
  const { name } = newest;
  logger.info({ name }, "copying the newest checkpoint of the cluster");
  try {
    const { files, bytes, lsn } = await installCopy(nodeFs, dataDir, store.get(name));
    logger.info({ name, files, bytes, lsn }, "the checkpoint is copied");
  } catch (error) {
    throw refuse(`${name}: ${(error as Error).message}`, error);
  }
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
