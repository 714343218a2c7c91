// Codecs of collections: creating, changing and describing them, aliases and snapshots.
import { DISTANCE_NAMES, DISTANCES } from "../../shared/distances.ts";
import type {
  AliasDescription,
  AliasOperations,
  ChangeAliases,
  CollectionConfig,
  CollectionDescription,
  CollectionInfo,
  CollectionParams,
  CollectionParamsDiff,
  CollectionStatus,
  CollectionWarning,
  CreateAlias,
  CreateCollection,
  Datatype,
  DeleteAlias,
  DeleteCollection,
  DeleteSnapshotRequest,
  Distance,
  ListCollectionsRequest,
  Modifier,
  MultiVectorComparator,
  MultiVectorConfig,
  OptimizerStatus,
  RenameAlias,
  ShardingMethod,
  SnapshotDescription,
  SparseIndexConfig,
  SparseVectorConfig,
  SparseVectorParams,
  UpdateCollection,
  VectorParams,
  VectorParamsDiff,
  VectorParamsDiffMap,
  VectorParamsMap,
  VectorsConfig,
  VectorsConfigDiff,
} from "../gen/azimuth.d.ts";
import { enums } from "../wire/messages.ts";
import {
  byName,
  type Codec,
  choice,
  count,
  flag,
  ignored,
  keyed,
  list,
  only,
  optional,
  record,
  small,
  text,
  word,
} from "./codec.ts";
import {
  hnswConfig,
  idTracker,
  memory,
  optimizersConfig,
  payloadStorage,
  quantization,
  quantizationDiff,
  strictMode,
  walConfig,
} from "./config.ts";
import { payloadSchemaInfo } from "./field-indexes.ts";
import { moment } from "./moments.ts";
import { plainObject } from "./values.ts";

type Json = Record<string, unknown>;

const distance = word<Distance>(
  Object.fromEntries(
    DISTANCE_NAMES.map((name) => [name, DISTANCES[name].grpc] as const).sort(([, a], [, b]) => a - b),
  ),
  enums.Distance.UnknownDistance,
);
const datatype = optional(
  word<Datatype>(
    {
      float32: enums.Datatype.Float32,
      uint8: enums.Datatype.Uint8,
      float16: enums.Datatype.Float16,
      turbo4: enums.Datatype.Turbo4,
      turbo8: enums.Datatype.Turbo8,
      turbo16: enums.Datatype.Turbo16,
    },
    enums.Datatype.Default,
  ),
);
const multivectors = record<MultiVectorConfig>({
  comparator: word<MultiVectorComparator>({ max_sim: enums.MultiVectorComparator.MaxSim }),
});

const vectorParams = record<VectorParams>({
  size: count,
  distance,
  hnsw_config: hnswConfig,
  quantization_config: quantization,
  on_disk: flag,
  datatype,
  multivector_config: multivectors,
  memory,
});
const vectorParamsDiff = record<VectorParamsDiff>({
  hnsw_config: hnswConfig,
  quantization_config: quantizationDiff,
  on_disk: flag,
  memory,
});

type VectorsKind = NonNullable<VectorsConfig["config"]>;
const vectorsKind = choice<VectorsKind>({
  params: vectorParams,
  params_map: only("map", byName(vectorParams)) as Codec<VectorParamsMap>,
});
/** One unnamed vector, which has a size, or several by name. */
const vectorsConfig: Codec<VectorsConfig> = {
  read: ({ config }, where) => vectorsKind.read(config, where),
  write(json) {
    const isOne = typeof (json as Json).size === "number";
    return { config: vectorsKind.write(isOne ? "params" : "params_map", json) };
  },
};

type ChangesKind = NonNullable<VectorsConfigDiff["config"]>;
const changesKind = choice<ChangesKind>({
  params: vectorParamsDiff,
  params_map: only("map", byName(vectorParamsDiff)) as Codec<VectorParamsDiffMap>,
});
/** Changes by name; "" is the unnamed vector. */
const vectorChanges: Codec<VectorsConfigDiff> = {
  read({ config }, where) {
    const json = changesKind.read(config, where);
    return config!.$case === "params" ? { "": json } : json;
  },
  write: (json) => ({ config: changesKind.write("params_map", json) }),
};

/** Sparse vectors; the service refuses any. */
const sparseVectors: Codec<SparseVectorConfig> = only(
  "map",
  byName(
    record<SparseVectorParams>({
      index: record<SparseIndexConfig>({ full_scan_threshold: count, on_disk: flag, datatype, memory }),
      modifier: word<Modifier>({ none: enums.Modifier.None, idf: enums.Modifier.Idf }),
    }),
  ),
);

const shardingMethod = word<ShardingMethod>({
  auto: enums.ShardingMethod.Auto,
  custom: enums.ShardingMethod.Custom,
});

const settings = {
  hnsw_config: hnswConfig,
  optimizers_config: optimizersConfig,
  sparse_vectors_config: sparseVectors,
  strict_mode_config: strictMode,
  metadata: plainObject,
};
const copies = {
  replication_factor: small,
  write_consistency_factor: small,
  on_disk_payload: flag,
  payload: payloadStorage,
  id_tracker: idTracker,
};
const fanOut = { read_fan_out_factor: small, read_fan_out_delay_ms: count };
const SPARSE = { sparse_vectors_config: "sparse_vectors" };

export const createCollection = record<CreateCollection>(
  {
    collection_name: text,
    timeout: ignored,
    vectors_config: vectorsConfig,
    quantization_config: quantization,
    wal_config: walConfig,
    shard_number: small,
    sharding_method: shardingMethod,
    if_not_exists: flag,
    ...copies,
    ...settings,
  },
  SPARSE,
);

export const updateCollection = record<UpdateCollection>(
  {
    collection_name: text,
    timeout: ignored,
    vectors_config: vectorChanges,
    quantization_config: quantizationDiff,
    params: record<CollectionParamsDiff>({ ...copies, ...fanOut }),
    ...settings,
  },
  SPARSE,
);

export const deleteCollection = record<DeleteCollection>({
  collection_name: text,
  timeout: ignored,
  undo_seconds: small,
  purge: flag,
});

/** All requests that only name a collection. */
export const ofCollection: Codec<{ collection_name: string }> = record<{ collection_name: string }>({
  collection_name: text,
});

export const listCollections = record<ListCollectionsRequest>({ include_deleted: flag });
export const collectionDescription = record<CollectionDescription>({ name: text, deleted_until: text });

const params = record<CollectionParams>(
  {
    shard_number: small,
    sharding_method: shardingMethod,
    vectors_config: vectorsConfig,
    sparse_vectors_config: ignored,
    ...copies,
    ...fanOut,
  },
  { vectors_config: "vectors" },
);

const config = record<CollectionConfig>({
  params,
  hnsw_config: hnswConfig,
  optimizer_config: optimizersConfig,
  wal_config: walConfig,
  quantization_config: quantization,
  strict_mode_config: strictMode,
  metadata: plainObject,
});

export const collectionStatus = word<CollectionStatus>({
  green: enums.CollectionStatus.Green,
  yellow: enums.CollectionStatus.Yellow,
  red: enums.CollectionStatus.Red,
  grey: enums.CollectionStatus.Grey,
});

/** The word "ok", or an object with the error. */
export const optimizerStatus: Codec<OptimizerStatus> = {
  read: ({ ok, error }) => (ok ? "ok" : { error }),
  write: (json) =>
    json === "ok" ? { ok: true, error: "" } : { ok: false, error: (json as { error: string }).error },
};

export const collectionInfo = record<CollectionInfo>({
  status: collectionStatus,
  optimizer_status: optimizerStatus,
  segments_count: count,
  config,
  payload_schema: byName(payloadSchemaInfo),
  points_count: count,
  indexed_vectors_count: count,
  warnings: list(record<CollectionWarning>({ message: text }), "none"),
  update_queue: ignored,
});

type ActionKind = NonNullable<AliasOperations["action"]>;
export const changeAliases: Codec<ChangeAliases> = record<ChangeAliases>({
  actions: list(
    keyed<"action", ActionKind>("action", {
      create_alias: record<CreateAlias>({ collection_name: text, alias_name: text }),
      rename_alias: record<RenameAlias>({ old_alias_name: text, new_alias_name: text }),
      delete_alias: record<DeleteAlias>({ alias_name: text }),
    }),
  ),
  timeout: ignored,
});
export const aliasDescription = record<AliasDescription>({ alias_name: text, collection_name: text });

export const ofSnapshot: Codec<DeleteSnapshotRequest> = record({
  collection_name: text,
  snapshot_name: text,
});
export const snapshotDescription = record<SnapshotDescription>({
  name: text,
  creation_time: moment,
  size: count,
  checksum: text,
});
