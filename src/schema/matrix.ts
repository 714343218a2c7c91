// Distance matrices: how near the points of a random sample are to each other.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { PointIdSchema } from "./leaf.ts";
import { MAX_MATRIX_SAMPLE } from "./limits.ts";
import { optional } from "./optional.ts";
import { limitOf } from "./query.ts";

export const MatrixSchema = Type.Object({
  ...CollectionName,
  filter: Type.Optional(FilterSchema),
  sample: optional(Type.Integer({ minimum: 2, maximum: MAX_MATRIX_SAMPLE }), {
    description: "How many points to draw. Default 10.",
  }),
  limit: limitOf("How many of the nearest of them are shown for each. Default 3."),
  using: optional(Type.String()),
});
export type Matrix = Static<typeof MatrixSchema>;

const PairSchema = Type.Object({ a: PointIdSchema, b: PointIdSchema, score: Type.Number() });
export const MatrixPairsSchema = Type.Object({ pairs: Type.Array(PairSchema) });
export type MatrixPairs = Static<typeof MatrixPairsSchema>;

/** The same as rows and columns of a sparse matrix: positions in `ids`. */
export const MatrixOffsetsSchema = Type.Object({
  offsets_row: Type.Array(Type.Integer()),
  offsets_col: Type.Array(Type.Integer()),
  scores: Type.Array(Type.Number()),
  ids: Type.Array(PointIdSchema),
});
export type MatrixOffsets = Static<typeof MatrixOffsetsSchema>;
