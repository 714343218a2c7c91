// A cluster: its servers, and where each collection is. The shapes are those of Qdrant, whose words for its consensus
// stand for the log of the cluster here; `name`, `node` and `nodes` are added.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { optional } from "./collection-config.ts";

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

/** The state of a server, or Partial: it copies the points of the shard. */
const ShardStateSchema = Type.Union([
  Type.Literal("Active"),
  Type.Literal("Recovery"),
  Type.Literal("Dead"),
  Type.Literal("Partial"),
]);

export const CollectionClusterSchema = Type.Object({
  peer_id: PeerIdSchema,
  shard_count: Type.Integer(),
  local_shards: Type.Array(
    Type.Object({ shard_id: Type.Integer(), points_count: Type.Integer(), state: ShardStateSchema }),
  ),
  remote_shards: Type.Array(
    Type.Object({ shard_id: Type.Integer(), peer_id: PeerIdSchema, state: ShardStateSchema }),
  ),
  /** The copies of shards that are being made. */
  shard_transfers: Type.Array(
    Type.Object({
      shard_id: Type.Integer(),
      from: PeerIdSchema,
      to: PeerIdSchema,
      /** False: the shard is moved. */
      sync: Type.Boolean(),
      method: Type.Literal("stream_records"),
      /** Points that were copied, and how many there are, as far as this server knows. */
      comment: Type.Optional(Type.String()),
    }),
  ),
  /** Shards that come from a split, on the servers that have not divided their segments yet; absent: there are none. */
  resharding_operations: Type.Optional(
    Type.Array(
      Type.Object({
        direction: Type.Literal("up"),
        shard_id: Type.Integer(),
        peer_id: PeerIdSchema,
        shard_key: Type.Null(),
      }),
    ),
  ),
});
export type CollectionCluster = Static<typeof CollectionClusterSchema>;

const CopyKeySchema = Type.Object({
  shard_id: Type.Integer({ minimum: 0 }),
  from_peer_id: PeerIdSchema,
  to_peer_id: PeerIdSchema,
});
export type CopyKey = Static<typeof CopyKeySchema>;

/** `method` has no effect: points are always copied as records. */
const ShardCopySchema = Type.Object({ ...CopyKeySchema.properties, method: optional(Type.String()) });
export type ShardCopy = Static<typeof ShardCopySchema>;

/** Exactly one of the changes must be given. */
export const ChangeCollectionClusterSchema = Type.Object({
  ...CollectionName,
  move_shard: Type.Optional(ShardCopySchema),
  replicate_shard: Type.Optional(ShardCopySchema),
  abort_transfer: Type.Optional(CopyKeySchema),
  restart_transfer: Type.Optional(ShardCopySchema),
  drop_replica: Type.Optional(Type.Object({ shard_id: Type.Integer({ minimum: 0 }), peer_id: PeerIdSchema })),
  /** Splits each shard into two; `direction` must be "up". */
  start_resharding: Type.Optional(
    Type.Object({
      direction: Type.Union([Type.Literal("up"), Type.Literal("down")]),
      peer_id: optional(Type.Unknown()),
      shard_key: optional(Type.Unknown()),
    }),
  ),
  // Changes of Qdrant that do not exist here.
  abort_resharding: Type.Optional(Type.Unknown()),
  replicate_points: Type.Optional(Type.Unknown()),
  create_sharding_key: Type.Optional(Type.Unknown()),
  drop_sharding_key: Type.Optional(Type.Unknown()),
  /** Seconds until the answer says that the change is not made yet. */
  timeout: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ChangeCollectionCluster = Static<typeof ChangeCollectionClusterSchema>;

export const RemovePeerSchema = Type.Object({
  peer_id: PeerIdSchema,
  /** Whether it may have shards; those that no other server has are not given up. */
  force: Type.Optional(Type.Boolean()),
});
export type RemovePeer = Static<typeof RemovePeerSchema>;

export const DrainPeerSchema = Type.Object({ peer_id: PeerIdSchema });
export type DrainPeer = Static<typeof DrainPeerSchema>;

/** Numbers of shards of the server. */
export const DrainReportSchema = Type.Object({
  /** Shards that are being moved to other servers. */
  moves: Type.Integer(),
  /** Shards that it gives up without a move, because enough servers have them and no other one can get them. */
  dropped: Type.Integer(),
  /** Shards that stay, because no other server can get them. */
  staying: Type.Integer(),
});
export type DrainReport = Static<typeof DrainReportSchema>;
