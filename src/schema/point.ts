// Points: ids, vectors, payloads, and the bodies that write, read, delete and count them.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { PayloadSchema, PointIdSchema, VectorSchema } from "./leaf.ts";
import { MAX_BATCH_POINTS, MAX_IDS, MAX_VECTOR_FIELDS } from "./limits.ts";

/** The unnamed vector, or vectors by name. */
export const PointVectorSchema = Type.Union([VectorSchema, Type.Record(Type.String(), VectorSchema)], {
  expected: "an array of numbers or an object of arrays by vector name",
});
export type PointVector = Static<typeof PointVectorSchema>;

export const PointSchema = Type.Object({
  id: PointIdSchema,
  vector: PointVectorSchema,
  payload: Type.Optional(PayloadSchema),
});
export type Point = Static<typeof PointSchema>;

/** `wait=false` acknowledges when durable, before the points can be found. */
const Wait = { wait: Type.Optional(Type.Boolean()) };

export const UpsertPointsSchema = Type.Object({
  ...CollectionName,
  ...Wait,
  points: Type.Array(PointSchema, { maxItems: MAX_BATCH_POINTS }),
});
export type UpsertPoints = Static<typeof UpsertPointsSchema>;

const Ids = Type.Array(PointIdSchema, { maxItems: MAX_IDS });

const WithVector = Type.Union([Type.Boolean(), Type.Array(Type.String(), { maxItems: MAX_VECTOR_FIELDS })], {
  expected: "a boolean or a list of vector names",
});

/** Which parts of a point an answer carries. `with_vector` and `with_vectors` mean the same. */
export const Selectors = {
  with_payload: Type.Optional(Type.Boolean()),
  with_vector: Type.Optional(WithVector),
  with_vectors: Type.Optional(WithVector),
};

export const RetrievePointsSchema = Type.Object({ ...CollectionName, ids: Ids, ...Selectors });
export type RetrievePoints = Static<typeof RetrievePointsSchema>;

export const GetPointSchema = Type.Object({ ...CollectionName, id: PointIdSchema });
export type GetPoint = Static<typeof GetPointSchema>;

/** Filters arrive with the filter language; until then naming one is refused, never ignored. */
export const NoFilter = {
  filter: Type.Optional(
    Type.Union([Type.Null(), Type.Object({}, { maxProperties: 0 })], {
      message: "Invalid filter at filter: this version cannot filter by payload yet; leave the filter out",
    }),
  ),
};

export const DeletePointsSchema = Type.Object({ ...CollectionName, ...Wait, points: Ids, ...NoFilter });
export type DeletePoints = Static<typeof DeletePointsSchema>;

export const CountPointsSchema = Type.Object({
  ...CollectionName,
  exact: Type.Optional(Type.Boolean()),
  ...NoFilter,
});
export type CountPoints = Static<typeof CountPointsSchema>;

export const CountSchema = Type.Object({ count: Type.Integer() });

export const UpdateResultSchema = Type.Object({
  /** The log sequence number of the write. */
  operation_id: Type.Integer(),
  status: Type.Union([Type.Literal("Completed"), Type.Literal("Acknowledged")]),
});
export type UpdateResult = Static<typeof UpdateResultSchema>;

export const RecordSchema = Type.Object({
  id: PointIdSchema,
  payload: Type.Optional(PayloadSchema),
  vector: Type.Optional(PointVectorSchema),
});
export type Record = Static<typeof RecordSchema>;
