// Loads the servers of the cluster, and where the shards of its collections are.
// The decision: a collection that every server has whole is only counted, because there is nothing to see or to change.
import { forEachConcurrently } from "../../../../shared/concurrently.ts";
import { ask, Failure } from "../../api/request.ts";
import { NOT_FOUND, PRECONDITION_FAILED } from "../../api/statuses.ts";
import { pathOf } from "../collection/info.ts";

/** The state of a server or of a replica. Partial: the points of the shard are being copied. */
export type State = "Active" | "Recovery" | "Dead" | "Partial";

export interface Server {
  readonly peer_id: number;
  readonly name: string;
  readonly uri: string;
  readonly version: string;
  readonly applied_lsn: number;
  readonly silent_seconds: number;
  readonly state: State;
  readonly problem: string | null;
}

interface Enabled {
  readonly status: "enabled";
  readonly name: string;
  readonly peer_id: number;
  readonly consensus_thread_status: { readonly err?: string };
  readonly nodes: readonly Server[];
}

export interface Transfer {
  readonly shard_id: number;
  readonly from: number;
  readonly to: number;
  /** False: the shard is moved. */
  readonly sync: boolean;
  /** How far it is, as far as the server knows. */
  readonly comment?: string;
}

interface Placed {
  readonly peer_id: number;
  readonly shard_count: number;
  readonly local_shards: readonly {
    readonly shard_id: number;
    readonly points_count: number;
    readonly state: State;
  }[];
  readonly remote_shards: readonly {
    readonly shard_id: number;
    readonly peer_id: number;
    readonly state: State;
  }[];
  readonly shard_transfers: readonly Transfer[];
  /** Absent: no shards are being divided. */
  readonly resharding_operations?: readonly { readonly peer_id: number }[];
}

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
  const status = await ask<Enabled | { readonly status: "disabled" }>("GET", "/cluster", { signal });
  if (status.status === "disabled") return null;
  const { collections } = await ask<{ collections: readonly { readonly name: string }[] }>(
    "GET",
    "/collections",
    { signal },
  );
  const loaded: Sharded[] = [];
  await forEachConcurrently(collections, REQUESTS_AT_A_TIME, async ({ name }) => {
    const found = await loadShards(name, signal);
    if (found !== null) loaded.push(found);
  });
  const servers = status.nodes;
  const sharded = loaded.filter((collection) => !isWhole(collection, servers));
  return {
    name: status.name,
    own: status.peer_id,
    problem: status.consensus_thread_status.err,
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
