// The servers of a cluster, and which shards of a collection they have.
// The decision: the servers tell each other of themselves through the engine that keeps the log, so a server that can
// write also knows the others. Only the progress of a copy is asked of the server that makes it.

import type { Collection } from "../core/collection/collection.ts";
import { pointsIn } from "../core/collection/live-vectors.ts";
import { isBeingDivided, type Placement, type Replica } from "../core/config/placement.ts";
import type { Database } from "../core/database/database.ts";
import { LogUnavailable } from "../errors/cluster.ts";
import type {
  ClusterNode,
  ClusterStatus,
  CollectionCluster,
  CollectionClusterRequest,
} from "../schema/cluster.ts";
import type { CopyProgress } from "./peer-points.ts";
import type { WatchedShards } from "./shard-metrics.ts";

/** The last report of a server about itself. */
export type Heard = Omit<ClusterNode, "state"> & {
  /** The id of its data directory, see storage/membership.ts. */
  readonly server: string;
};

/** A copy that a server makes of a shard; `collection` is the UUID. */
export interface CopyPlace {
  readonly server: string;
  readonly collection: string;
  readonly shard: number;
}

/** The shards as a server knows them, with the copies that others make. */
export interface KnownShards extends WatchedShards {
  /** Returns how far a server is with the copy of a shard; null: it is not known. */
  progressOn(place: CopyPlace): Promise<CopyProgress | null>;
}

/** A server of a cluster, as it knows itself. */
export interface OwnNode {
  /** The name of the cluster. */
  readonly cluster: string;
  /** The name of this server. */
  readonly name: string;
  readonly peerId: number;
  /** Facts about the log that an operator should know, each in a sentence. */
  readonly warnings: readonly string[];
  /**
   * Returns the servers that have been heard of within a day, by name.
   * @param ageMs how old the answer may be, in milliseconds; absent: it is read now
   * @throws LogUnavailable
   */
  readonly nodes: (ageMs?: number) => Promise<readonly Heard[]>;
  /** Forgets the last report of a server, by its id. @throws LogUnavailable */
  readonly forget: (server: string) => Promise<void>;
  /** Its knowledge of shards besides the placements. */
  readonly shards: KnownShards;
}

/** A server that was not heard of for so long is dead. */
const DEAD_SECONDS = 10;
/** Entries that a server may lack and still be active. */
const ACTIVE_BEHIND = 10_000;
/** How old the states of the servers may be beside shards: a heartbeat, and the time that it takes. */
const STATES_MS = 3_000;
/** The id of a server that is in no cluster. */
const ALONE = 0;

export class ClusterService {
  readonly #database: Database;
  readonly #own: OwnNode | null;

  /** @param own null: this server is in no cluster */
  constructor(database: Database, own: OwnNode | null) {
    this.#database = database;
    this.#own = own;
  }

  async status(): Promise<ClusterStatus> {
    const own = this.#own;
    const { member, applied } = this.#database.replication;
    if (own === null || member === null) return { status: "disabled" };
    const { nodes, problem } = await this.#heard(own);
    const commit = Math.max(applied.lsn, ...nodes.map(({ applied_lsn }) => applied_lsn));
    const err = member.problem ?? problem;
    return {
      status: "enabled",
      name: own.cluster,
      node: own.name,
      peer_id: own.peerId,
      peers: Object.fromEntries(nodes.map(({ peer_id, uri }) => [String(peer_id), { uri }])),
      raft_info: {
        term: 1,
        commit,
        pending_operations: commit - applied.lsn,
        leader: null,
        role: "Follower",
        is_voter: true,
      },
      consensus_thread_status:
        err === null
          ? { consensus_thread_status: "working", last_update: new Date(member.heardAt).toISOString() }
          : { consensus_thread_status: "stopped_with_err", err },
      message_send_failures: {},
      nodes: [...nodes],
    };
  }

  /** @throws CollectionNotFound */
  async collection({ collection_name }: CollectionClusterRequest): Promise<CollectionCluster> {
    const collection = this.#database.collection(collection_name);
    const { segments, config, local } = collection;
    const own = this.#own;
    const nodes = own === null ? [] : (await this.#heard(own, STATES_MS)).nodes;
    const stateOn = new Map(nodes.map(({ peer_id, state }) => [peer_id, state]));
    const placement = config.placement ?? null;
    const ownState = (own && stateOn.get(own.peerId)) ?? "Active";
    const everywhere = nodes.map(({ peer_id }) => ({ peer: peer_id, copy: undefined }));
    const peersOf = (shard: number) => (own === null ? [] : (placement?.[shard] ?? everywhere));
    return {
      peer_id: own?.peerId ?? ALONE,
      shard_count: segments.shards,
      local_shards: segments.byShard.flatMap((_, shard_id) => {
        if (!local.isAssigned(shard_id)) return [];
        const state = local.has(shard_id) ? ownState : "Partial";
        return { shard_id, points_count: pointsIn(segments, shard_id), state };
      }),
      remote_shards: segments.byShard.flatMap((_, shard_id) =>
        peersOf(shard_id)
          .filter(({ peer }) => peer !== own?.peerId)
          .map(({ peer, copy }) => {
            const state = copy === undefined ? (stateOn.get(peer) ?? "Dead") : "Partial";
            return { shard_id, peer_id: peer, state };
          }),
      ),
      ...(placement && isBeingDivided(placement) && { resharding_operations: divisionsIn(placement) }),
      shard_transfers: own && placement ? await copiesOf(collection, placement, own) : [],
    };
  }

  /** Returns all servers as far as is known; none if the log cannot be reached. @param ageMs see `nodes` of OwnNode */
  async #heard(
    { nodes }: OwnNode,
    ageMs?: number,
  ): Promise<{ nodes: readonly ClusterNode[]; problem: string | null }> {
    try {
      const heard = await nodes(ageMs);
      const most = Math.max(0, ...heard.map(({ applied_lsn }) => applied_lsn));
      const shown = heard.map(({ server: _, ...node }) => ({ ...node, state: stateOf(node, most) }));
      return { nodes: shown, problem: null };
    } catch (error) {
      if (error instanceof LogUnavailable) return { nodes: [], problem: error.message };
      throw error;
    }
  }
}

/** Returns the shards that come from a split, on the servers that have not divided their segments yet. */
function divisionsIn(placement: Placement): CollectionCluster["resharding_operations"] {
  return placement.flatMap((replicas, shard_id) =>
    replicas
      .filter(({ divides }) => divides)
      .map(({ peer: peer_id }) => ({ direction: "up" as const, shard_id, peer_id, shard_key: null })),
  );
}

/** Returns the copies of shards that are being made, with their progress if the servers that make them tell it. */
function copiesOf(
  { uuid: collection }: Collection,
  placement: Placement,
  { shards }: OwnNode,
): Promise<CollectionCluster["shard_transfers"]> {
  const copies = placement.flatMap((replicas, shard_id) =>
    replicas.flatMap(({ server, peer: to, copy }) => {
      if (copy === undefined) return [];
      const from = replicas.find(({ server }) => server === copy.from)?.peer ?? ALONE;
      return { server, shown: { shard_id, from, to, sync: !copy.moves, method: "stream_records" as const } };
    }),
  );
  return Promise.all(
    copies.map(async ({ server, shown }) => {
      const progress = await shards.progressOn({ server, collection, shard: shown.shard_id });
      return progress ? { ...shown, comment: commentOf(progress) } : shown;
    }),
  );
}

function commentOf({ copied, points }: CopyProgress): string {
  return `Transferring records (${copied}/${points})`;
}

/** @param most the last entry that any server has applied */
function stateOf(
  { silent_seconds, problem, applied_lsn }: Omit<Heard, "server">,
  most: number,
): ClusterNode["state"] {
  if (silent_seconds > DEAD_SECONDS || problem !== null) return "Dead";
  return most - applied_lsn > ACTIVE_BEHIND ? "Recovery" : "Active";
}

/** Returns the servers that work, by their ids. */
export function livingOf(heard: readonly Heard[]): Map<string, Pick<Replica, "server" | "peer">> {
  const most = Math.max(0, ...heard.map(({ applied_lsn }) => applied_lsn));
  const working = heard.filter((one) => stateOf(one, most) !== "Dead");
  return new Map(working.map(({ server, peer_id: peer }) => [server, { server, peer }]));
}
