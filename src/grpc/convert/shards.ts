// Codecs of the shards of a collection: the servers that have them, and changes of that.
// The decision: changes that do not exist here are converted as well, so that they are refused by name as over REST.
import type {
  MoveShard,
  ReplicaState,
  ReplicateShard,
  ReshardingDirection,
  RestartTransfer,
  ShardKey,
  ShardTransferMethod,
  UpdateCollectionClusterSetupRequest,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import { type Codec, choice, count, ignored, keyed, list, text, word } from "./codec.ts";
import { filter } from "./filters.ts";
import { record, SPREAD } from "./record.ts";

const state = word<ReplicaState>({ ...enums.ReplicaState });
const direction = word<ReshardingDirection>({
  up: enums.ReshardingDirection.Up,
  down: enums.ReshardingDirection.Down,
});
const method = word<ShardTransferMethod>({
  stream_records: enums.ShardTransferMethod.StreamRecords,
  snapshot: enums.ShardTransferMethod.Snapshot,
  wal_delta: enums.ShardTransferMethod.WalDelta,
  resharding_stream_records: enums.ShardTransferMethod.ReshardingStreamRecords,
});

/** The fields of `CollectionClusterInfoResponse`. */
export const collectionCluster = {
  local_shards: list(record(messages.LocalShardInfo, { state, shard_key: ignored })),
  remote_shards: list(record(messages.RemoteShardInfo, { state, shard_key: ignored })),
  resharding_operations: list(record(messages.ReshardingInfo, { direction, shard_key: ignored }), "none"),
};

type KeyKind = NonNullable<ShardKey["key"]>;
const keyKind = choice<KeyKind>({ keyword: text, number: count });
/** A text or a number. */
const shardKey: Codec<ShardKey> = {
  read: ({ key }, where) => keyKind.read(key, where),
  write: (json) => ({ key: keyKind.write(typeof json === "string" ? "keyword" : "number", json) }),
};

type Operation = NonNullable<UpdateCollectionClusterSetupRequest["operation"]>;
const operation = keyed<"operation", Operation>(
  "operation",
  {
    move_shard: record<MoveShard>(messages.MoveShard, { method }),
    replicate_shard: record<ReplicateShard>(messages.ReplicateShard, { method }),
    abort_transfer: record(messages.AbortShardTransfer),
    restart_transfer: record<RestartTransfer>(messages.RestartTransfer, { method }),
    drop_replica: record(messages.Replica),
    create_shard_key: record(messages.CreateShardKey, { shard_key: shardKey, initial_state: state }),
    delete_shard_key: record(messages.DeleteShardKey, { shard_key: shardKey }),
    replicate_points: record(messages.ReplicatePoints, {
      from_shard_key: shardKey,
      to_shard_key: shardKey,
      filter,
    }),
  },
  // As they are called over REST.
  { create_shard_key: "create_sharding_key", delete_shard_key: "drop_sharding_key" },
);

export const changeCollectionCluster = record(
  messages.UpdateCollectionClusterSetupRequest,
  {
    operation: {
      read: (kind, where) => operation.read({ operation: kind }, where),
      write: (json) => operation.write(json).operation!,
    },
  },
  { operation: SPREAD },
);
