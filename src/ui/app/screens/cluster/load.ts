// Loads the servers of the cluster, and where the shards of its collections are.
// The decision: a collection that every server has whole is only counted, because there is nothing to see or to change.
import type { ClusterStatus, CollectionCluster } from "../../../../schema/cluster.ts";
import type { CollectionList } from "../../../../schema/collection.ts";
import { forEachConcurrently } from "../../../../shared/concurrently.ts";
import { ask, Failure } from "../../api/request.ts";
import { NOT_FOUND, PRECONDITION_FAILED } from "../../api/statuses.ts";
import { pathOf } from "../collection/info.ts";

type Enabled = Extract<ClusterStatus, { status: "enabled" }>;
export type Server = Enabled["nodes"][number];
type Placed = CollectionCluster;
export type Transfer = Placed["shard_transfers"][number];
/** The state of a server or of a replica. Partial: the points of the shard are being copied. */
export type State = Placed["local_shards"][number]["state"];

export interface Shard {
  readonly id: number;
  /** Undefined: the server that was asked has not all of its points. */
  readonly points: number | undefined;
  /** The states of its replicas by peer id. */
  readonly replicas: ReadonlyMap<number, State>;
}

export interface Sharded {
  readonly name: string;
  readonly shards: readonly Shard[];
  readonly transfers: readonly Transfer[];
  /** The peer ids of servers that have not divided the segments of shards that were split. */
  readonly dividing: readonly number[];
}

export interface Cluster {
  readonly name: string;
  /** The peer id of the server that was asked. */
  readonly own: number;
  /** Why the log cannot be reached. */
  readonly problem: string | undefined;
  readonly servers: readonly Server[];
  /** The collections with shards that some servers have not, or with more than one. */
  readonly sharded: readonly Sharded[];
  /** How many collections every server has in one shard. */
  readonly whole: number;
}

const REQUESTS_AT_A_TIME = 4;
/** The statuses for a collection that was deleted after the list was read. */
const GONE = [NOT_FOUND, PRECONDITION_FAILED];

/** Returns null if the server is in no cluster. @throws Failure */
export async function loadCluster(signal: AbortSignal): Promise<Cluster | null> {
  const status = await ask<ClusterStatus>("GET", "/cluster", { signal });
  if (status.status === "disabled") return null;
  const { collections } = await ask<CollectionList>("GET", "/collections", { signal });
  const loaded: Sharded[] = [];
  await forEachConcurrently(collections, REQUESTS_AT_A_TIME, async ({ name }) => {
    const found = await loadShards(name, signal);
    if (found !== null) loaded.push(found);
  });
  const { nodes: servers, consensus_thread_status: log } = status;
  const sharded = loaded.filter((collection) => !isWhole(collection, servers));
  return {
    name: status.name,
    own: status.peer_id,
    problem: "err" in log ? log.err : undefined,
    servers,
    sharded: sharded.toSorted((a, b) => a.name.localeCompare(b.name)),
    whole: loaded.length - sharded.length,
  };
}

/** Returns null if the collection was deleted meanwhile. */
async function loadShards(name: string, signal: AbortSignal): Promise<Sharded | null> {
  try {
    const placed = await ask<Placed>("GET", pathOf(name, "/cluster"), { signal });
    const shards = Array.from({ length: placed.shard_count }, (_, id) => shardIn(placed, id));
    const dividing = [...new Set(placed.resharding_operations?.map((one) => one.peer_id))];
    return { name, shards, transfers: placed.shard_transfers, dividing };
  } catch (failure) {
    if (failure instanceof Failure && GONE.includes(failure.status)) return null;
    throw failure;
  }
}

function shardIn({ peer_id, local_shards, remote_shards }: Placed, id: number): Shard {
  const local = local_shards.find(({ shard_id }) => shard_id === id);
  const remote = remote_shards.filter(({ shard_id }) => shard_id === id);
  const replicas = new Map(remote.map(({ peer_id, state }) => [peer_id, state]));
  if (local) replicas.set(peer_id, local.state);
  return { id, points: local?.state === "Partial" ? undefined : local?.points_count, replicas };
}

function isWhole({ shards }: Sharded, servers: readonly Server[]): boolean {
  return shards.length === 1 && servers.every(({ peer_id }) => shards[0]!.replicas.has(peer_id));
}
