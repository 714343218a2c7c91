// Assembles a database and its services from parts, for a server, for the library in Node and in a page.
// The decision: the caller brings everything that differs between them as a `Platform`, so this file is the only place
// where a database is connected with its engine and its storage. It loads no data and imports nothing of Node.
import { Database } from "../core/database/database.ts";
import type { DatabaseParts } from "../core/database/parts.ts";
import type { ClusterLog } from "../core/replication/cluster-log.ts";
import type { Engine } from "../engine/engine.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import type { Clock } from "../scheduling/clock.ts";
import { type DataParts, type DataServices, dataServicesOf } from "../service/data-services.ts";
import { type LogFollower, ReplicationService } from "../service/replication.ts";
import { type HostInfo, ServerService, type Watched } from "../service/server.ts";
import type { Storage } from "./storage.ts";

/** The parts that differ between Node and a page, and between a process with threads and one without. */
export interface Platform {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  /** The version of the package. */
  readonly version: string;
  readonly host: HostInfo;
  /** Returns the reason why all calls are refused, or null while everything works. */
  readonly failure?: () => VectorDbError | null;
  /** Receives reports of checkpoints, and notices. */
  readonly reports: Required<Pick<DatabaseParts, "onCheckpoint" | "onNotice">>;
  /** The rules for automatic checkpoints; absent: the defaults of the database. */
  readonly checkpointing?: DatabaseParts["checkpointing"];
  /** The URL of the server whose log this one copies; null or absent: it follows none. */
  readonly follows?: string | null;
  /** The log of the cluster, which is open; null or absent: it is in none. */
  readonly cluster?: ClusterLog | null;
}

/** Facts and limits that the edge gives to its services. */
export interface Edge extends Pick<DataParts, "cap" | "snapshotCounts" | "models" | "cluster" | "audit"> {
  /** Returns warnings about how the database is reached and where it runs. */
  readonly warnings: () => readonly string[];
  readonly watched: Watched;
  /** Copies the log of another server to this database; absent: it follows none. */
  readonly follower?: LogFollower | null;
  /** See ReplicationService; absent: null. */
  readonly maxLag?: number | null;
}

interface Assembled {
  /** The database; it has to be loaded before the services are used. */
  readonly database: Database;
  readonly services: (edge: Edge) => DataServices;
}

export function assemble(platform: Platform): Assembled {
  const { engine, storage, clock, randomUuid, reports, failure, checkpointing } = platform;
  const { follows = null, cluster = null } = platform;
  const { snapshots: _, backups: __, ...files } = storage;
  const database = new Database({
    ...files,
    ...reports,
    ...(failure && { failure }),
    ...(checkpointing && { checkpointing }),
    engine,
    clock,
    randomUuid,
    follows,
    cluster,
  });
  return { database, services: (edge) => servicesOver(database, platform, edge) };
}

export function servicesOver(
  database: Database,
  {
    host,
    version,
    storage: { snapshots, backups },
  }: Pick<Platform, "host" | "version"> & { readonly storage: Pick<Storage, "snapshots" | "backups"> },
  { warnings, watched, follower = null, maxLag = null, ...edge }: Edge,
): DataServices {
  const replication = new ReplicationService(database, follower, maxLag);
  const shards = edge.cluster?.shards ?? null;
  const server = new ServerService({ database, replication, version, warnings, host, watched, shards });
  return dataServicesOf(database, {
    ...edge,
    server,
    replication,
    snapshots: { ...snapshots, version, now: host.now },
    backups,
  });
}

/** Returns facts about the machine: those that are given, and "unknown" for the others. */
export function hostInfo(known: Partial<HostInfo> & Pick<HostInfo, "uptimeSeconds">): HostInfo {
  return {
    fileSystem: null,
    fsyncMs: () => null,
    diskSpace: async () => null,
    residentBytes: () => null,
    process: () => null,
    loopDelay: () => null,
    now: Date.now,
    ...known,
  };
}

/** The clock of this machine. In Node its timers do not keep the process alive. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer: ReturnType<typeof setTimeout> = setTimeout(task, ms);
    // In a page timers are numbers.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};
