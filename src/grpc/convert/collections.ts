// Codecs of collections: creating, changing and describing them, aliases and snapshots.
import { DISTANCE_NAMES, DISTANCES } from "../../shared/distances.ts";
import type {
  AliasOperations,
  ChangeAliases,
  CollectionStatus,
  CreateVectorNameRequest,
  Datatype,
  Distance,
  Modifier,
  MultiVectorComparator,
  OptimizerStatus,
  ShardingMethod,
  SparseVectorConfig,
  VectorParamsDiffMap,
  VectorParamsMap,
  VectorsConfig,
  VectorsConfigDiff,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import {
  byName,
  type Codec,
  choice,
  ignored,
  type Json,
  keyed,
  list,
  only,
  optional,
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
} from "./config.ts";
import { payloadSchemaInfo } from "./field-indexes.ts";
import { moment } from "./moments.ts";
import { record } from "./record.ts";
import { plainObject } from "./values.ts";

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
const multivectors = record(messages.MultiVectorConfig, {
  comparator: word<MultiVectorComparator>({ max_sim: enums.MultiVectorComparator.MaxSim }),
});

const vectorParams = record(messages.VectorParams, {
  distance,
  hnsw_config: hnswConfig,
  quantization_config: quantization,
  datatype,
  multivector_config: multivectors,
  memory,
});
const vectorParamsDiff = record(messages.VectorParamsDiff, {
  hnsw_config: hnswConfig,
  quantization_config: quantizationDiff,
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
    const isSingle = typeof (json as Json).size === "number";
    return { config: vectorsKind.write(isSingle ? "params" : "params_map", json) };
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

const modifier = word<Modifier>({ none: enums.Modifier.None, idf: enums.Modifier.Idf });
const sparseVectors: Codec<SparseVectorConfig> = only(
  "map",
  byName(
    record(messages.SparseVectorParams, {
      index: record(messages.SparseIndexConfig, { datatype, memory }),
      modifier,
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
const copies = { payload: payloadStorage, id_tracker: idTracker };
const SPARSE = { sparse_vectors_config: "sparse_vectors" };

export const createCollection = record(
  messages.CreateCollection,
  {
    timeout: ignored,
    vectors_config: vectorsConfig,
    quantization_config: quantization,
    sharding_method: shardingMethod,
    ...copies,
    ...settings,
  },
  SPARSE,
);

export const updateCollection = record(
  messages.UpdateCollection,
  {
    timeout: ignored,
    vectors_config: vectorChanges,
    quantization_config: quantizationDiff,
    params: record(messages.CollectionParamsDiff, copies),
    ...settings,
  },
  SPARSE,
);

const alone = { ordering: ignored, timeout: ignored };
const nameOfVector = record(messages.CreateVectorNameRequest, { ...alone, vector_config: ignored });
const newVector = keyed<"vector_config", NonNullable<CreateVectorNameRequest["vector_config"]>>(
  "vector_config",
  {
    dense_config: record(messages.DenseVectorCreationConfig, {
      distance,
      datatype,
      multivector_config: multivectors,
    }),
    sparse_config: record(messages.SparseVectorCreationConfig, { datatype, modifier }),
  },
  { dense_config: "dense", sparse_config: "sparse" },
);

export const createVectorName: Codec<CreateVectorNameRequest> = {
  read: (message, where) => ({
    ...(nameOfVector.read(message, where) as Json),
    ...(message.vector_config && (newVector.read(message, where) as Json)),
  }),
  write(json) {
    const { dense, sparse } = json as Json;
    return { ...nameOfVector.write(json), ...(dense || sparse ? newVector.write(json) : {}) };
  },
};

export const deleteVectorName = record(messages.DeleteVectorNameRequest, alone);

export const deleteCollection = record(messages.DeleteCollection, {
  timeout: ignored,
});

const params = record(
  messages.CollectionParams,
  {
    sharding_method: shardingMethod,
    vectors_config: vectorsConfig,
    sparse_vectors_config: sparseVectors,
    ...copies,
  },
  { vectors_config: "vectors", ...SPARSE },
);

const config = record(messages.CollectionConfig, {
  params,
  hnsw_config: hnswConfig,
  optimizer_config: optimizersConfig,
  quantization_config: quantization,
  strict_mode_config: strictMode,
  metadata: plainObject,
});

const collectionStatus = word<CollectionStatus>({
  green: enums.CollectionStatus.Green,
  yellow: enums.CollectionStatus.Yellow,
  red: enums.CollectionStatus.Red,
  grey: enums.CollectionStatus.Grey,
});

/** The word "ok", or an object with the error. */
const optimizerStatus: Codec<OptimizerStatus> = {
  read: ({ ok, error }) => (ok ? "ok" : { error }),
  write: (json) =>
    json === "ok" ? { ok: true, error: "" } : { ok: false, error: (json as { error: string }).error },
};

export const collectionInfo = record(messages.CollectionInfo, {
  status: collectionStatus,
  optimizer_status: optimizerStatus,
  config,
  payload_schema: byName(payloadSchemaInfo),
  recall: byName(only("tables", list(record(messages.RecallTable))), "none"),
  warnings: list(record(messages.CollectionWarning), "none"),
  update_queue: ignored,
});

type ActionKind = NonNullable<AliasOperations["action"]>;
export const changeAliases: Codec<ChangeAliases> = record(messages.ChangeAliases, {
  actions: list(
    keyed<"action", ActionKind>("action", {
      create_alias: record(messages.CreateAlias),
      rename_alias: record(messages.RenameAlias),
      delete_alias: record(messages.DeleteAlias),
    }),
  ),
  timeout: ignored,
});
export const snapshotDescription = record(messages.SnapshotDescription, {
  creation_time: moment,
});
export const collectionReport = record(messages.CollectionStatusReport, {
  status: collectionStatus,
  optimizer_status: optimizerStatus,
});
