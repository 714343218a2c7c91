// Summaries of vectors: a few numbers of each, for tables of points.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { PointIdSchema } from "./leaf.ts";
import { MAX_SUMMARIES, MAX_SUMMARY_NUMBERS } from "./limits.ts";
import { optional } from "./optional.ts";

const MEANS_RULE = `means must be 1..${MAX_SUMMARY_NUMBERS}`;

export const VectorSummaryRequestSchema = Type.Object({
  ...CollectionName,
  /** The points; those that do not exist, or have no such vector, are left out of the result. */
  ids: Type.Array(PointIdSchema, { maxItems: MAX_SUMMARIES }),
  /** The name of the vector; the default is the unnamed one. */
  vector: optional(Type.String()),
  /** The numbers of a summary of a dense vector. Default 24. */
  means: optional(Type.Integer({ minimum: 1, maximum: MAX_SUMMARY_NUMBERS, message: MEANS_RULE })),
});
export type VectorSummaryRequest = Static<typeof VectorSummaryRequestSchema>;

const VectorSummarySchema = Type.Object({
  id: PointIdSchema,
  /** Means of adjacent dimensions, as many as `means` or fewer; of a sparse vector none. */
  means: Type.Array(Type.Number()),
  /** The smallest and the largest value, and the length of the vector. */
  smallest: Type.Number(),
  largest: Type.Number(),
  norm: Type.Number(),
  /** The dimensions of a dense vector, the entries of a sparse one. */
  count: Type.Integer(),
});
export type VectorSummary = Static<typeof VectorSummarySchema>;

export const VectorSummariesSchema = Type.Object({ points: Type.Array(VectorSummarySchema) });
export type VectorSummaries = Static<typeof VectorSummariesSchema>;
