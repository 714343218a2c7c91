// Distance matrices: the similarities of the points of a random sample to each other.
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
    description: "The number of points in the sample. Default 10.",
  }),
  limit: limitOf("The number of nearest points of the sample that are shown for each. Default 3."),
  using: optional(Type.String()),
});
export type Matrix = Static<typeof MatrixSchema>;

const PairSchema = Type.Object({ a: PointIdSchema, b: PointIdSchema, score: Type.Number() });
export const MatrixPairsSchema = Type.Object({ pairs: Type.Array(PairSchema) });
export type MatrixPairs = Static<typeof MatrixPairsSchema>;

/** The matrix in sparse form: rows and columns are positions in `ids`. */
export const MatrixOffsetsSchema = Type.Object({
  offsets_row: Type.Array(Type.Integer()),
  offsets_col: Type.Array(Type.Integer()),
  scores: Type.Array(Type.Number()),
  ids: Type.Array(PointIdSchema),
});
export type MatrixOffsets = Static<typeof MatrixOffsetsSchema>;
