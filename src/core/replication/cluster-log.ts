// The log of a cluster as a server of it has opened it, and whether it is the one that this server has applied.
// The decision: that is asked before anything is read, so that a wrong setting is told in a sentence with what to do,
// and changes nothing.
import { LogTrimmed } from "../../errors/cluster.ts";
import { StartRefused } from "../../errors/server.ts";
import type { Membership } from "../../storage/membership.ts";
import type { LogPosition, ReplicatedLog } from "../../storage/replicated-log.ts";
import type { RemotePoints } from "../catalogue/commits.ts";
import type { Collection } from "../collection/collection.ts";

/** The log of a cluster, which is open, and where it is. */
export interface ClusterLog {
  readonly log: ReplicatedLog;
  readonly position: LogPosition;
  /** What this server is in the cluster. */
  readonly membership: Pick<Membership, "server" | "position" | "moveTo" | "keep" | "isKept" | "noteShards">;
  /** The servers that have shards which this one has not; absent: every server has all of them. */
  readonly remote?: RemotePoints;
  /** See RegistryParts. */
  readonly onPlaced?: (collection: Collection) => void;
}

/**
 * @param own the id of the log that this server has applied, null for none, and the last record of its local log
 * @throws StartRefused if the log is not the one that this server has applied
 */
export function ensureLogSuits(
  { id, lastSeq, firstSeq }: LogPosition,
  own: { readonly log: string | null; readonly lastLsn: number },
): void {
  const last = own.lastLsn;
  if (own.log === null && last > 0) {
    throw new StartRefused("data directory holds collections of its own: azimuth cluster import");
  }
  if (own.log !== null && own.log !== id) {
    const ids = `its log is ${own.log}, and that of cluster.log is ${id}`;
    throw new StartRefused(
      lastSeq === 0
        ? `The log of the cluster (cluster.log) is empty, and this server has applied ${last} entries of that of another cluster, or of one that is lost: azimuth cluster recover`
        : `The data directory is that of a server of another cluster, or from before a recovery of this one: ${ids}. ` +
            "In the second case empty the directory, so that it begins with the newest checkpoint",
    );
  }
  if (lastSeq < last) {
    const ends = `The log of the cluster (cluster.log) ends at entry ${lastSeq}, and this server has applied ${last}`;
    throw new StartRefused(`${ends}: azimuth cluster recover`);
  }
  if (last + 1 >= firstSeq) return;
  if (last > 0) throw new StartRefused(new LogTrimmed(last + 1, firstSeq).message);
  throw new StartRefused(
    `This server has no data, and the log of the cluster begins with entry ${firstSeq}: it needs a checkpoint. Set ` +
      "cluster.checkpoints as on the other servers, and start it when one of them has stored a checkpoint",
  );
}
