// Metrics of leaders and followers.
import type { ReplicationStatus } from "../schema/replication.ts";
import { gauge, type Metric } from "./metrics.ts";

export function replicationMetrics({
  role,
  epoch,
  applied_lsn,
  lag,
  followers,
}: ReplicationStatus): Metric[] {
  const takesWrites = role === "leader" || role === "member";
  return [
    gauge("azimuth_replication_leader", "1: this server takes writes.", Number(takesWrites)),
    gauge("azimuth_replication_epoch", "The epoch of the log: 1, and one more for each promotion.", epoch),
    gauge("azimuth_replication_applied_lsn", "All records up to this LSN have been applied.", applied_lsn),
    gauge("azimuth_replication_followers", "Followers that are connected.", followers.length),
    gauge(
      "azimuth_replication_lag_seconds",
      "For how long this server has lacked records of its leader or cluster, or has not heard of it.",
      lag?.seconds ?? null,
    ),
    gauge(
      "azimuth_replication_lag_records",
      "Records of the leader or the cluster that this server has not applied.",
      lag?.records ?? null,
    ),
  ];
}
