// Makes the database of a server from the parts that were opened for it.
import { randomUUID } from "node:crypto";
import { assemble, SYSTEM_CLOCK } from "../assemble/assemble.ts";
import type { storageInThreads } from "../assemble/node-storage.ts";
import type { Storage } from "../assemble/storage.ts";
import { type Config, packageVersion } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import type { PoolEngine } from "../engine/pool.ts";
import type { Logger } from "../log/logger.ts";
import type { DirectoryLock } from "../storage/lock.ts";
import type { ServerCluster } from "./cluster.ts";
import type { DataHost } from "./data-host.ts";
import type { HeapGrowth } from "./heap-growth.ts";
import { reportCheckpoint } from "./reports.ts";

/** The parts that the database of a server needs. */
export interface OpenedParts {
  readonly config: Config;
  readonly log: Logger;
  /** The path of the data directory. */
  readonly dataDir: string;
  readonly host: DataHost;
  readonly heap: HeapGrowth;
  readonly lock: DirectoryLock;
  readonly engine: PoolEngine;
  /** Null: this server is in no cluster. */
  readonly cluster: ServerCluster | null;
  readonly storage: ReturnType<typeof storageInThreads> & Pick<Storage, "backups">;
}

export function databaseOf({ config, log, host, lock, engine, storage, cluster }: OpenedParts): Database {
  const { database } = assemble({
    engine,
    storage: { ...storage, holds: () => lock.still() },
    clock: SYSTEM_CLOCK,
    randomUuid: randomUUID,
    version: packageVersion(),
    host: host.info,
    failure: () => engine.failed.value ?? storage.log.failed.value,
    reports: {
      onCheckpoint: (outcome) => reportCheckpoint(log, outcome),
      onNotice: (text) => log.warn(text),
    },
    checkpointing: { logBytes: config.checkpointLogSize, intervalMs: config.checkpointInterval * 1000 },
    follows: config.follow,
    cluster: cluster?.log ?? null,
  });
  return database;
}
