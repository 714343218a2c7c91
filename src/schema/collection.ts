// Collections: what a request may say and what an answer shows. Schema, TypeScript type and OpenAPI are one object.
import Type, { type Static } from "typebox";
import { MAX_DIMENSION, MAX_UNDO_SECONDS } from "./limits.ts";

/** Where a path or query parameter and a body field share one request object, the name is the wire's. */
export const CollectionName = { collection_name: Type.String() };

export const DistanceSchema = Type.Union(
  [Type.Literal("Cosine"), Type.Literal("Dot"), Type.Literal("Euclid"), Type.Literal("Manhattan")],
  { expected: '"Cosine", "Dot", "Euclid" or "Manhattan"' },
);

export const VectorParamsSchema = Type.Object({
  size: Type.Integer({ minimum: 1, maximum: MAX_DIMENSION }),
  distance: DistanceSchema,
});
export type VectorParams = Static<typeof VectorParamsSchema>;

/** One unnamed vector, or several by name. */
export const VectorsConfigSchema = Type.Union(
  [VectorParamsSchema, Type.Record(Type.String(), VectorParamsSchema)],
  { expected: "{size, distance} or an object of them by vector name" },
);

export const HnswConfigSchema = Type.Object({
  m: Type.Optional(Type.Integer({ minimum: 0, maximum: 512 })),
  ef_construct: Type.Optional(Type.Integer({ minimum: 4, maximum: 10_000 })),
  ef_search: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** In KB of vectors: smaller collections are searched exactly. */
  full_scan_threshold: Type.Optional(Type.Integer({ minimum: 10 })),
});

export const CreateCollectionSchema = Type.Object({
  ...CollectionName,
  vectors_config: Type.Optional(VectorsConfigSchema),
  vectors: Type.Optional(VectorsConfigSchema),
  hnsw_config: Type.Optional(Type.Union([HnswConfigSchema, Type.Null()], { expected: "an object" })),
});
export type CreateCollection = Static<typeof CreateCollectionSchema>;

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
  /** Only with `include_deleted`: RFC 3339 moment until which `restore` works. */
  deleted_until: Type.Optional(Type.String()),
});

export const CollectionListSchema = Type.Object({ collections: Type.Array(CollectionDescriptionSchema) });
export type CollectionList = Static<typeof CollectionListSchema>;

export const CollectionExistsSchema = Type.Object({ exists: Type.Boolean() });

export const CollectionInfoSchema = Type.Object({
  status: Type.Union([Type.Literal("green"), Type.Literal("red")]),
  optimizer_status: Type.Union([Type.Literal("ok"), Type.Object({ error: Type.String() })]),
  indexed_vectors_count: Type.Integer(),
  points_count: Type.Integer(),
  segments_count: Type.Integer(),
  config: Type.Object({
    params: Type.Object({ vectors: VectorsConfigSchema }),
    hnsw_config: Type.Required(HnswConfigSchema),
  }),
  payload_schema: Type.Object({}),
  warnings: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
});
export type CollectionInfo = Static<typeof CollectionInfoSchema>;
