// Makes a database and its services of their parts: for a server, for the library in Node and in a page.
// The decision: what differs between them is a `Platform`, which the caller brings, so that this file is the one place where
// a database meets its engine and its storage. Nothing is loaded here, and nothing of Node is imported.
import { Database, type DatabaseParts } from "../core/database/database.ts";
import type { Engine } from "../engine/engine.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import type { Clock } from "../scheduling/clock.ts";
import { type DataParts, type DataServices, dataServicesOf } from "../service/data-services.ts";
import { type HostInfo, ServerService, type Watched } from "../service/server.ts";
import type { Storage } from "./storage.ts";

/** What differs between Node and a page, and between threads and none. */
export interface Platform {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  /** Of the package. */
  readonly version: string;
  readonly host: HostInfo;
  /** Why nothing may be done any more; null: everything works. */
  readonly failure?: () => VectorDbError | null;
  /** Who is told of checkpoints and notices. */
  readonly reports: Required<Pick<DatabaseParts, "onCheckpoint" | "onNotice">>;
  /** When checkpoints are taken, where that is set. */
  readonly checkpointing?: DatabaseParts["checkpointing"];
}

/** What the services are told by the edge that they are made for. */
export interface Edge extends Pick<DataParts, "cap" | "snapshotCounts"> {
  /** What there is to say about how the database is reached and where it runs. */
  readonly warnings: () => readonly string[];
  readonly watched: Watched;
}

interface Assembled {
  /** To be loaded before the services are used. */
  readonly database: Database;
  readonly services: (edge: Edge) => DataServices;
}

export function assemble(platform: Platform): Assembled {
  const { engine, storage, clock, randomUuid, reports, failure, checkpointing } = platform;
  const { snapshots: _, ...files } = storage;
  const database = new Database({
    ...files,
    ...reports,
    ...(failure && { failure }),
    ...(checkpointing && { checkpointing }),
    engine,
    clock,
    randomUuid,
  });
  return { database, services: (edge) => servicesOver(database, platform, edge) };
}

/** The services over a database, for one edge. */
export function servicesOver(
  database: Database,
  {
    host,
    version,
    storage: { snapshots },
  }: Pick<Platform, "host" | "version"> & { readonly storage: Pick<Storage, "snapshots"> },
  { warnings, watched, ...edge }: Edge,
): DataServices {
  const server = new ServerService(database, version, warnings, host, watched);
  return dataServicesOf(database, { ...edge, server, snapshots: { ...snapshots, version, now: host.now } });
}

/** What is known of the machine: that which is given, and of the rest that it is not known. */
export function hostInfo(known: Partial<HostInfo> & Pick<HostInfo, "uptimeSeconds">): HostInfo {
  return {
    fileSystem: null,
    fsyncMs: () => null,
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
    // A page's timers are numbers.
    (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};
