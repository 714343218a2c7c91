// The bodies that write points: whole points, payloads, vectors, and several such writes in one request.
// The decision: the body of an operation and that of the same operation within points/batch are one object.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { NamedVectorSchema, PayloadSchema, PointIdSchema, type RawJson, VectorSchema } from "./leaf.ts";
import { MAX_BATCH_OPERATIONS, MAX_BATCH_POINTS, MAX_IDS, MAX_VECTOR_FIELDS } from "./limits.ts";
import { optional } from "./optional.ts";
import { IdsSchema, PathSchema, PathsSchema, PointSchema, PointVectorSchema, VECTOR_ALIAS } from "./point.ts";
import { anyOf, oneOf, SINGLE_FIELD } from "./shown.ts";

const Wait = {
  wait: Type.Optional(
    Type.Boolean({
      description:
        "False: acknowledge when the write is durable, before the points can be found. Default true.",
    }),
  ),
};

/** Points in columns: one list for each part, all of the same length. */
const ColumnsSchema = Type.Object({
  ids: Type.Array(PointIdSchema, { maxItems: MAX_BATCH_POINTS }),
  vectors: Type.Union([Type.Array(VectorSchema), Type.Record(Type.String(), Type.Array(NamedVectorSchema))], {
    expected: "a list of vectors or an object of such lists by vector name",
  }),
  payloads: optional(Type.Array(PayloadSchema)),
});
export type Columns = Static<typeof ColumnsSchema>;

const UpdateModeSchema = Type.Union(
  [Type.Literal("upsert"), Type.Literal("insert_only"), Type.Literal("update_only")],
  { expected: '"upsert", "insert_only" or "update_only"' },
);

/** Existing points that do not match are not changed; points that do not exist are always written. */
const UpdateFilter = { update_filter: Type.Optional(FilterSchema) };

const POINTS_OR_BATCH = { document: oneOf("points", "batch") };
const POINTS_OR_FILTER = { document: anyOf("points", "filter") };

export const UpsertSchema = Type.Object(
  {
    points: optional(Type.Array(PointSchema, { maxItems: MAX_BATCH_POINTS })),
    batch: optional(ColumnsSchema),
    update_mode: optional(UpdateModeSchema, { expected: '"upsert", "insert_only" or "update_only"' }),
    ...UpdateFilter,
  },
  POINTS_OR_BATCH,
);
export type Upsert = Static<typeof UpsertSchema>;

/** The points of a write: by ids, or all that match. */
export const SelectionSchema = Type.Object(
  {
    points: optional(IdsSchema),
    filter: Type.Optional(FilterSchema),
  },
  POINTS_OR_FILTER,
);
export type Selection = Static<typeof SelectionSchema>;

export const SetPayloadSchema = Type.Object(
  {
    /** Null is refused. */
    payload: Type.Unsafe<RawJson | null>({
      ...PayloadSchema,
      document: { type: "object", additionalProperties: true },
    }),
    /** The path of the object whose members are set; without it, the payload itself. */
    key: optional(PathSchema),
    ...SelectionSchema.properties,
  },
  POINTS_OR_FILTER,
);
export type SetPayload = Static<typeof SetPayloadSchema>;

export const DeletePayloadSchema = Type.Object(
  { keys: PathsSchema, ...SelectionSchema.properties },
  POINTS_OR_FILTER,
);
export type DeletePayload = Static<typeof DeletePayloadSchema>;

export const UpdateVectorsSchema = Type.Object({
  points: Type.Array(Type.Object({ id: PointIdSchema, vector: PointVectorSchema }, VECTOR_ALIAS), {
    maxItems: MAX_IDS,
    document: { minItems: 1 },
  }),
  ...UpdateFilter,
});
export type UpdateVectors = Static<typeof UpdateVectorsSchema>;

const NamesSchema = Type.Array(Type.String(), { maxItems: MAX_VECTOR_FIELDS, document: { minItems: 1 } });
const NAMES_OF_POINTS = { document: { allOf: [anyOf("vector", "vectors"), anyOf("points", "filter")] } };

export const DeleteVectorsSchema = Type.Object(
  {
    /** "" is the unnamed vector. `vector` and `vectors` mean the same. */
    vector: optional(NamesSchema),
    vectors: optional(NamesSchema),
    ...SelectionSchema.properties,
  },
  NAMES_OF_POINTS,
);
export type DeleteVectors = Static<typeof DeleteVectorsSchema>;

/** Exactly one of them; the service checks this, because its error text is better. */
const WriteSchema = Type.Object(
  {
    upsert: Type.Optional(UpsertSchema),
    delete: Type.Optional(SelectionSchema),
    set_payload: Type.Optional(SetPayloadSchema),
    overwrite_payload: Type.Optional(SetPayloadSchema),
    delete_payload: Type.Optional(DeletePayloadSchema),
    clear_payload: Type.Optional(SelectionSchema),
    update_vectors: Type.Optional(UpdateVectorsSchema),
    delete_vectors: Type.Optional(DeleteVectorsSchema),
  },
  { kinds: true, document: SINGLE_FIELD },
);
export type Write = Static<typeof WriteSchema>;
export const WRITE_NAMES = Object.keys(WriteSchema.properties) as readonly (keyof Write)[];

const Request = { ...CollectionName, ...Wait };

export const UpsertPointsSchema = Type.Object({ ...Request, ...UpsertSchema.properties }, POINTS_OR_BATCH);
export const DeletePointsSchema = Type.Object(
  { ...Request, ...SelectionSchema.properties },
  POINTS_OR_FILTER,
);
export const SetPointPayloadSchema = Type.Object(
  { ...Request, ...SetPayloadSchema.properties },
  POINTS_OR_FILTER,
);
export const DeletePointPayloadSchema = Type.Object(
  { ...Request, ...DeletePayloadSchema.properties },
  POINTS_OR_FILTER,
);
export const UpdatePointVectorsSchema = Type.Object({ ...Request, ...UpdateVectorsSchema.properties });
export const DeletePointVectorsSchema = Type.Object(
  { ...Request, ...DeleteVectorsSchema.properties },
  NAMES_OF_POINTS,
);

export const BatchWriteSchema = Type.Object({
  ...Request,
  operations: Type.Array(WriteSchema, { maxItems: MAX_BATCH_OPERATIONS }),
});
export type BatchWrite = Static<typeof BatchWriteSchema>;

/** The fields that every write has. */
export interface WriteRequest {
  readonly collection_name: string;
  readonly wait?: boolean;
}

export const UpdateResultSchema = Type.Object({
  /** The log sequence number of the write. */
  operation_id: Type.Integer(),
  status: Type.Union([Type.Literal("Completed"), Type.Literal("Acknowledged")]),
});
export type UpdateResult = Static<typeof UpdateResultSchema>;
