// Points: ids, vectors, payloads, and the requests that read and count them. Writes: point-write.ts.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { NamedVectorSchema, PayloadSchema, PointIdSchema, VectorSchema } from "./leaf.ts";
import { MAX_IDS, MAX_PATHS, MAX_VECTOR_FIELDS } from "./limits.ts";
import { optional } from "./optional.ts";
import { SINGLE_FIELD } from "./shown.ts";

/** The unnamed vector, or vectors by name. */
export const PointVectorSchema = Type.Union([VectorSchema, Type.Record(Type.String(), NamedVectorSchema)], {
  expected: "an array of numbers or an object of vectors by name",
});
export type PointVector = Static<typeof PointVectorSchema>;

/** Other names of a field in Qdrant, which its dialect accepts (api/check.ts). */
export const VECTOR_ALIAS = { aliases: { vectors: "vector" } };

export const PointSchema = Type.Object(
  { id: PointIdSchema, vector: PointVectorSchema, payload: Type.Optional(PayloadSchema) },
  VECTOR_ALIAS,
);
export type Point = Static<typeof PointSchema>;

export const IdsSchema = Type.Array(PointIdSchema, { maxItems: MAX_IDS });

/** Paths into payloads, such as `a.b` or `a[].b`. */
export const PathSchema = Type.String({ document: { minLength: 1 } });
export const PathsSchema = Type.Array(PathSchema, { maxItems: MAX_PATHS });

/** A list of paths means the paths to include. */
export const WithPayloadSchema = Type.Union(
  [
    Type.Boolean(),
    PathsSchema,
    Type.Object(
      { include: optional(PathsSchema), exclude: optional(PathsSchema) },
      // The service refuses unknown keys, with an error that names the known ones.
      { additionalProperties: true, document: { ...SINGLE_FIELD, additionalProperties: false } },
    ),
  ],
  { expected: "a boolean, a list of paths, {include: [...]} or {exclude: [...]}" },
);
export type WithPayload = Static<typeof WithPayloadSchema>;

export const WithVectorSchema = Type.Union(
  [Type.Boolean(), Type.Array(Type.String(), { maxItems: MAX_VECTOR_FIELDS })],
  { expected: "a boolean or a list of vector names" },
);
export type WithVector = Static<typeof WithVectorSchema>;

/** The parts of a point that a response shows. `with_vector` and `with_vectors` mean the same. */
export const Selectors = {
  with_payload: optional(WithPayloadSchema, {
    expected: "a boolean, a list of paths, {include: [...]} or {exclude: [...]}",
    description: "Whether points come with their payloads, or which paths of them. Default true.",
  }),
  with_vector: optional(WithVectorSchema, {
    expected: "a boolean or a list of vector names",
    description: "Whether points come with their vectors, or with which by name. Default false.",
  }),
  with_vectors: optional(WithVectorSchema, {
    expected: "a boolean or a list of vector names",
    description: "The same as `with_vector`.",
  }),
};

export const RetrievePointsSchema = Type.Object({ ...CollectionName, ids: IdsSchema, ...Selectors });
export type RetrievePoints = Static<typeof RetrievePointsSchema>;

export const GetPointSchema = Type.Object({ ...CollectionName, id: PointIdSchema });
export type GetPoint = Static<typeof GetPointSchema>;

export const CountPointsSchema = Type.Object({
  ...CollectionName,
  exact: optional(Type.Boolean(), {
    description: "False: an estimate will do, where it is quicker. Default true.",
  }),
  filter: Type.Optional(FilterSchema),
});
export type CountPoints = Static<typeof CountPointsSchema>;

export const CountSchema = Type.Object({ count: Type.Integer() });

export const RecordSchema = Type.Object({
  id: PointIdSchema,
  payload: Type.Optional(PayloadSchema),
  vector: Type.Optional(PointVectorSchema),
});
export type Record = Static<typeof RecordSchema>;
