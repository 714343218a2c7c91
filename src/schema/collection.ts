// Requests and results about collections. Schema, TypeScript type and OpenAPI are one object.
import Type, { type Static } from "typebox";
import {
  CollectionParamsSchema,
  DistanceSchema,
  HnswConfigSchema,
  MetadataSchema,
  nullableObject,
  OptimizersConfigSchema,
  optional,
  QuantizationConfigSchema,
  StrictModeSchema,
  VectorChangeSchema,
  VectorsConfigSchema,
  WalConfigSchema,
} from "./collection-config.ts";
import { MAX_UNDO_SECONDS } from "./limits.ts";
import { FieldTypeSchema, IndexParamsSchema } from "./payload-index.ts";
import { RecallTablesSchema } from "./recall.ts";
import { anyOf } from "./shown.ts";
import { SparseVectorsSchema } from "./sparse-config.ts";

/**
 * The name of a collection. A path or query parameter and a body field share one request object, so it has the name of
 * the API.
 */
export const CollectionName = { collection_name: Type.String() };

/** Settings, some of which have two spellings. */
const settings = {
  hnsw_config: nullableObject(HnswConfigSchema),
  quantization_config: Type.Optional(QuantizationConfigSchema),
  quantization: Type.Optional(QuantizationConfigSchema),
  optimizers_config: nullableObject(OptimizersConfigSchema),
  optimizer_config: nullableObject(OptimizersConfigSchema),
  strict_mode_config: nullableObject(StrictModeSchema),
  metadata: nullableObject(MetadataSchema),
  sparse_vectors: nullableObject(SparseVectorsSchema),
};

export const CreateCollectionSchema = Type.Object(
  {
    ...CollectionName,
    vectors_config: optional(VectorsConfigSchema),
    vectors: optional(VectorsConfigSchema),
    ...settings,
    ...CollectionParamsSchema.properties,
    wal_config: nullableObject(WalConfigSchema),
    /** If the collection exists, change nothing and return false instead of an error. */
    if_not_exists: optional(Type.Boolean()),
  },
  { document: anyOf("vectors_config", "vectors", "sparse_vectors") },
);
export type CreateCollection = Static<typeof CreateCollectionSchema>;

const VectorChanges = nullableObject(Type.Record(Type.String(), VectorChangeSchema));

/** Given values are merged into those of the collection. */
export const UpdateCollectionSchema = Type.Object({
  ...CollectionName,
  /** By vector name; "" is the unnamed one. */
  vectors_config: VectorChanges,
  vectors: VectorChanges,
  ...settings,
  params: nullableObject(CollectionParamsSchema),
});
export type UpdateCollection = Static<typeof UpdateCollectionSchema>;

export const CollectionRequestSchema = Type.Object(CollectionName);
export type CollectionRequest = Static<typeof CollectionRequestSchema>;

export const ListCollectionsSchema = Type.Object({ include_deleted: Type.Optional(Type.Boolean()) });
export type ListCollections = Static<typeof ListCollectionsSchema>;

export const DeleteCollectionSchema = Type.Object({
  ...CollectionName,
  /** Keep the collection this long for `restore` instead of removing it. */
  undo_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_UNDO_SECONDS })),
  /** Remove at once what an earlier `undo_seconds` kept. */
  purge: Type.Optional(Type.Boolean()),
});
export type DeleteCollection = Static<typeof DeleteCollectionSchema>;

const CollectionDescriptionSchema = Type.Object({
  name: Type.String(),
  /** Only with `include_deleted`: the time (RFC 3339) until which `restore` works. */
  deleted_until: Type.Optional(Type.String()),
});

export const CollectionListSchema = Type.Object({ collections: Type.Array(CollectionDescriptionSchema) });
export type CollectionList = Static<typeof CollectionListSchema>;

export const CollectionExistsSchema = Type.Object({ exists: Type.Boolean() });

/** By path; `params` where the index was created with an object. */
const PayloadSchemaSchema = Type.Record(
  Type.String(),
  Type.Object({
    data_type: FieldTypeSchema,
    params: Type.Optional(IndexParamsSchema),
    /** Points that have a value in the index. */
    points: Type.Integer(),
  }),
);
export type PayloadSchema = Static<typeof PayloadSchemaSchema>;

/** Only while graphs are being built. Counts are estimates: a graph that is built in bulk appears at once. */
const IndexingSchema = Type.Object({
  /** Vectors whose part of the work is done. */
  vectors_done: Type.Integer(),
  vectors_total: Type.Integer(),
  /** The rate since the work began. */
  vectors_per_second: Type.Integer(),
  /** Absent until there is a rate. */
  seconds_left: Type.Optional(Type.Integer()),
});
export type Indexing = Static<typeof IndexingSchema>;

/** Yellow while points are being indexed or segments vacuumed; red when the collection is damaged. */
const StatusSchema = Type.Union([Type.Literal("green"), Type.Literal("yellow"), Type.Literal("red")]);

const counts = {
  /** Vectors that are reachable in a graph; the others are compared one by one. */
  indexed_vectors_count: Type.Integer(),
  indexing: Type.Optional(IndexingSchema),
  points_count: Type.Integer(),
  segments_count: Type.Integer(),
};
/** Options that were given and have no effect. */
const warnings = Type.Optional(Type.Array(Type.Object({ message: Type.String() })));

const FiguresSchema = Type.Object({ status: StatusSchema, ...counts, warnings });
export type CollectionFigures = Static<typeof FiguresSchema>;

/** A collection in the list with figures; a deleted one, which can be restored, has no figures. */
const ListedCollectionSchema = Type.Object({
  name: Type.String(),
  deleted_until: Type.Optional(Type.String()),
  figures: Type.Optional(
    Type.Object({
      ...FiguresSchema.properties,
      /** The dense vectors; the name of one without a name is "". */
      vectors: Type.Array(
        Type.Object({ name: Type.String(), size: Type.Integer(), distance: DistanceSchema }),
      ),
    }),
  ),
});
export type ListedCollection = Static<typeof ListedCollectionSchema>;

export const CollectionOverviewSchema = Type.Object({ collections: Type.Array(ListedCollectionSchema) });
export type CollectionOverview = Static<typeof CollectionOverviewSchema>;

export const CollectionInfoSchema = Type.Object({
  status: StatusSchema,
  optimizer_status: Type.Union([Type.Literal("ok"), Type.Object({ error: Type.String() })]),
  ...counts,
  config: Type.Object({
    params: Type.Object({
      /** Those of dense vectors; `{}` if there are none. */
      vectors: VectorsConfigSchema,
      /** As they were given; absent if there are none. */
      sparse_vectors: Type.Optional(SparseVectorsSchema),
      ...CollectionParamsSchema.properties,
    }),
    hnsw_config: HnswConfigSchema,
    quantization_config: QuantizationConfigSchema,
    optimizer_config: OptimizersConfigSchema,
    wal_config: WalConfigSchema,
    strict_mode_config: Type.Optional(StrictModeSchema),
    metadata: Type.Optional(MetadataSchema),
  }),
  payload_schema: PayloadSchemaSchema,
  recall: Type.Optional(RecallTablesSchema),
  warnings,
});
export type CollectionInfo = Static<typeof CollectionInfoSchema>;
