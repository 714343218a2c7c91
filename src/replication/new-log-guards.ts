// Whether a new log of a cluster may continue the data of one server.
// The decision: what a new log leaves out is lost for the cluster, so every sign that another server or the present log
// has more is a reason to refuse. Signs that an operator knows better about can be overruled; running servers cannot,
// because they would apply both logs.
import { StartRefused } from "../errors/server.ts";

/** `recover`: the log of the cluster is lost, or older than what its servers have. `import`: there is no cluster yet. */
export type NewLogReason = "recover" | "import";

/** What a data directory says of itself. */
export interface Origin {
  readonly lastLsn: number;
  /** The id of its log; null: it has none. */
  readonly log: string | null;
  /** The epoch at which another server took over; null: none has. */
  readonly replaced: number | null;
  /** The id of the server in its cluster. */
  readonly server: string;
  /** The last entry of the log of a cluster that is known to be applied; 0: none. */
  readonly seq: number;
  /** Whether other servers have points that this one has not. */
  readonly lacksShards: boolean;
}

/** The log that PostgreSQL has, and the servers that were ever heard of. */
export interface FoundLog {
  readonly id: string;
  /** 0: it has never had an entry. */
  readonly lastSeq: number;
  readonly nodes: readonly FoundNode[];
}

interface FoundNode {
  readonly server: string;
  readonly name: string;
  readonly applied: number;
  readonly silentSeconds: number;
}

/** A server reports every two seconds. */
const RUNNING_SECONDS = 10;

/** Checks the data directory. @throws StartRefused */
export function ensureOriginSuits(reason: NewLogReason, origin: Origin, isForced: boolean): void {
  const { lastLsn, log, replaced, seq, lacksShards } = origin;
  if (lastLsn === 0) {
    throw new StartRefused("The data directory has no records: start the server, there is nothing to keep");
  }
  if (reason === "recover" && log === null) {
    throw new StartRefused("The data directory was never in a cluster: azimuth cluster import");
  }
  if (reason === "recover" && lacksShards && !isForced) {
    throw new StartRefused(
      "This server has some of the shards of its collections and not all, and the points of the others would be lost, " +
        "because the other servers begin with the data of this one: --force gives them up",
    );
  }
  if (reason === "recover") return;
  if (seq > 0) {
    throw new StartRefused("The data directory is that of a server of a cluster: azimuth cluster recover");
  }
  if (replaced !== null && !isForced) {
    throw new StartRefused(
      `This server was replaced at epoch ${replaced}: import the data directory of the one that has taken over, ` +
        "or give up what that one has written, with --force",
    );
  }
}

/** Checks the log that is there already. @throws StartRefused */
export function ensureLogMayBeReplaced(
  reason: NewLogReason,
  origin: Origin,
  found: FoundLog,
  isForced: boolean,
): void {
  const { lastLsn, server, log } = origin;
  const others = found.nodes.filter((node) => node.server !== server);
  const running = others.find(({ silentSeconds }) => silentSeconds < RUNNING_SECONDS);
  if (running !== undefined) {
    throw new StartRefused(
      `The server ${running.name} was heard of ${Math.round(running.silentSeconds)} s ago: stop all servers of the ` +
        `cluster, and try again after ${RUNNING_SECONDS} s`,
    );
  }
  if (found.lastSeq === 0) return;
  if (reason === "import") {
    throw new StartRefused(
      `The log of the cluster has ${found.lastSeq} entries already: a server joins it with an empty data directory`,
    );
  }
  if (isForced) return;
  if (found.lastSeq >= lastLsn) {
    throw new StartRefused(
      `There is nothing to recover: the log of the cluster ends at entry ${found.lastSeq}, and the data directory at ` +
        `${lastLsn}. To give up what is behind it, say --force`,
    );
  }
  const ahead = others.find(({ applied }) => applied > lastLsn);
  if (ahead !== undefined) {
    throw new StartRefused(
      `The server ${ahead.name} has applied ${ahead.applied} entries, and this data directory ends at ${lastLsn}: ` +
        "recover from that server, or give up what it has, with --force",
    );
  }
  if (found.id !== log) {
    throw new StartRefused(
      `The log of the cluster is ${found.id} with ${found.lastSeq} entries, and the data directory is from ${log}: ` +
        "to replace that log, say --force",
    );
  }
}
