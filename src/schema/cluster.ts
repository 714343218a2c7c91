// A cluster: its servers, and where each collection is. The shapes are those of Qdrant, whose words for its consensus
// stand for the log of the cluster here; `name`, `node` and `nodes` are added.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";

const PeerIdSchema = Type.Integer();

const NodeSchema = Type.Object({
  peer_id: PeerIdSchema,
  name: Type.String(),
  /** Where its REST port is reached, as far as it knows. */
  uri: Type.String(),
  version: Type.String(),
  /** All entries of the log up to this one have been applied there. */
  applied_lsn: Type.Integer(),
  /** Seconds since it was last heard of, by the clock of the log. */
  silent_seconds: Type.Number(),
  /** Dead: it has not been heard of for a while, or cannot apply the log. */
  state: Type.Union([Type.Literal("Active"), Type.Literal("Recovery"), Type.Literal("Dead")]),
  problem: Type.Union([Type.String(), Type.Null()]),
});
export type ClusterNode = Static<typeof NodeSchema>;

const EnabledSchema = Type.Object({
  status: Type.Literal("enabled"),
  name: Type.String(),
  node: Type.String(),
  peer_id: PeerIdSchema,
  peers: Type.Record(Type.String(), Type.Object({ uri: Type.String() })),
  raft_info: Type.Object({
    term: Type.Integer(),
    /** The last entry of the log. */
    commit: Type.Integer(),
    /** Entries that this server has not applied yet. */
    pending_operations: Type.Integer(),
    leader: Type.Null(),
    role: Type.Literal("Follower"),
    is_voter: Type.Boolean(),
  }),
  consensus_thread_status: Type.Union([
    Type.Object({ consensus_thread_status: Type.Literal("working"), last_update: Type.String() }),
    Type.Object({ consensus_thread_status: Type.Literal("stopped_with_err"), err: Type.String() }),
  ]),
  message_send_failures: Type.Record(Type.String(), Type.Unknown()),
  nodes: Type.Array(NodeSchema),
});

export const ClusterSchema = Type.Union([Type.Object({ status: Type.Literal("disabled") }), EnabledSchema]);
export type ClusterStatus = Static<typeof ClusterSchema>;

export const CollectionClusterRequestSchema = Type.Object(CollectionName);
export type CollectionClusterRequest = Static<typeof CollectionClusterRequestSchema>;

const ShardStateSchema = NodeSchema.properties.state;

export const CollectionClusterSchema = Type.Object({
  peer_id: PeerIdSchema,
  shard_count: Type.Integer(),
  local_shards: Type.Array(
    Type.Object({ shard_id: Type.Integer(), points_count: Type.Integer(), state: ShardStateSchema }),
  ),
  remote_shards: Type.Array(
    Type.Object({ shard_id: Type.Integer(), peer_id: PeerIdSchema, state: ShardStateSchema }),
  ),
  shard_transfers: Type.Array(Type.Unknown()),
});
export type CollectionCluster = Static<typeof CollectionClusterSchema>;
