// Metrics of the shards of collections that some servers of a cluster have.
// The decision: each server tells what it knows of all of them, so any one that is asked shows what is missing.
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import { gauge, MAX_REPORTED_COLLECTIONS, type Metric } from "./metrics.ts";

/** A copy of a shard that this server makes. */
export interface RunningCopy {
  readonly collection: string;
  readonly shard: number;
  /** Points that were copied, and how many there were when it began; null: it has not begun. */
  readonly copied: number;
  readonly points: number | null;
}

/** Facts about shards that a server of a cluster knows besides the placements. */
export interface WatchedShards {
  /** The copy that is being made; null: none. */
  readonly copy: RunningCopy | null;
  /** Whether a server does not work, as far as is known. */
  isAway(server: string): boolean;
}

const STATES = ["active", "away", "copying", "missing"] as const;
type State = (typeof STATES)[number];

/** @param watched null: this server is in no cluster */
export function shardMetrics(database: Database, watched: WatchedShards | null): Metric[] {
  const collections = watched === null ? [] : database.collections().slice(0, MAX_REPORTED_COLLECTIONS);
  const placed = collections.filter(({ config }) => config.placement !== undefined);
  const copy = watched?.copy ?? null;
  return [
    {
      ...{ name: "azimuth_shard_replicas", type: "gauge" },
      help:
        "Replicas of the shards of a collection that are on some servers: with all points on servers that work, with all " +
        "points on others, being copied, and missing for replication_factor. Each server of a cluster shows all.",
      samples: placed.flatMap((collection) => {
        const counts = replicasOf(collection, watched!);
        return STATES.map((state) => [{ collection: collection.name, state }, counts[state]] as const);
      }),
    },
    gauge("azimuth_shard_copy_points", "Points of the shard that this server copies.", copy?.points ?? null),
    gauge("azimuth_shard_copy_copied_points", "Points of that shard that were copied.", copy?.copied ?? null),
  ];
}

function replicasOf({ config }: Collection, watched: WatchedShards): Record<State, number> {
  const counts = { active: 0, away: 0, copying: 0, missing: 0 };
  const factor = config.params.replication_factor ?? 1;
  for (const replicas of config.placement!) {
    const complete = replicas.filter(({ copy }) => copy === undefined);
    const away = complete.filter(({ server }) => watched.isAway(server)).length;
    const active = complete.length - away;
    counts.active += active;
    counts.away += away;
    counts.copying += replicas.length - complete.length;
    counts.missing += Math.max(0, factor - active);
  }
  return counts;
}
