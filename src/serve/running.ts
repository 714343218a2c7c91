// A server whose ports are open: it replays the log, then serves, and stops in an orderly way.
// The decision: what copies records of others begins when the own log is replayed, and before requests are answered.
import type { Database } from "../core/database/database.ts";
import type { Logger } from "../log/logger.ts";
import type { Follower } from "../replication/follower.ts";
import type { addressesOf, Ports } from "./addresses.ts";
import type { ServerCluster } from "./cluster.ts";
import type { Listeners } from "./listeners.ts";

export interface ListeningServer {
  readonly ports: Ports;
  /**
   * Resolves when the log has been replayed; false when the server was stopped before.
   * @throws StartRefused when it cannot be replayed
   */
  readonly ready: Promise<boolean>;
  stop(): Promise<void>;
}

interface Running {
  readonly listeners: Listeners;
  readonly database: Database;
  readonly cluster: ServerCluster | null;
  readonly follower: Follower | null;
  /** Is called when the log is applied, and before requests are answered; absent: there is nothing to do. */
  readonly join?: ((isClosing: () => boolean) => Promise<void>) | undefined;
  /** Returns what a loaded database needs in place of a follower. */
  readonly teller: () => Follower | null;
  readonly log: Logger;
  readonly release: () => Promise<void>;
  /** How long requests that run may take to finish when the server stops. */
  readonly drainMs: number;
  /** Where people find it. */
  readonly addresses: ReturnType<typeof addressesOf>;
  /** The setting. */
  readonly extendedApi: boolean;
}

const CLOSED_GROUPS =
  "REST answers 501 to aliases, snapshots, groups, facets, matrices, recommend, discover and maintenance: " +
  "start with --extended-api (AZIMUTH_EXTENDED_API=true) to open them";

export function running({
  listeners,
  database,
  cluster,
  follower: following,
  join,
  teller,
  log,
  release,
  drainMs,
  addresses,
  extendedApi,
}: Running): ListeningServer {
  const started = performance.now();
  let follower = following;
  log.info({ ...listeners.ports, ...addresses }, "listening");
  if (!extendedApi) log.info(CLOSED_GROUPS);
  cluster?.report(database, listeners.ports);
  const ready = database.load(join).then((report) => {
    for (const fault of report?.faults ?? []) log.error(fault);
    if (report === null) return false;
    follower ??= teller();
    follower?.begin();
    cluster?.keepCheckpoints(database, listeners.services.backups);
    cluster?.shards.begin();
    listeners.serve();
    log.info({ ...report, faults: undefined, ms: Math.round(performance.now() - started) }, "ready");
    return true;
  });
  return {
    ports: listeners.ports,
    ready,
    async stop() {
      database.stopLoading();
      await follower?.stop();
      await listeners.close(drainMs);
      await ready.catch(() => {});
      await release();
    },
  };
}
