// Projections of collections: every point at a position in the plane, with its nearest neighbours.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { MAX_MAP_NEIGHBORS, MAX_MAP_POINTS } from "./limits.ts";
import { optional } from "./optional.ts";

const LIMIT_RULE = `limit must be 1..${MAX_MAP_POINTS}`;
const NEIGHBORS_RULE = `neighbors must be 0..${MAX_MAP_NEIGHBORS}`;

export const ProjectionRequestSchema = Type.Object({
  ...CollectionName,
  /** The name of the vector; the default is the unnamed one. */
  vector: optional(Type.String()),
  filter: Type.Optional(FilterSchema),
  /** The most points; of a larger collection a sample is drawn. */
  limit: optional(Type.Integer({ minimum: 1, maximum: MAX_MAP_POINTS, message: LIMIT_RULE })),
  /** The number of nearest neighbours that are listed for each point. */
  neighbors: optional(Type.Integer({ minimum: 0, maximum: MAX_MAP_NEIGHBORS, message: NEIGHBORS_RULE })),
  /** The path of a payload field whose value comes with each point. */
  with_values: optional(Type.String()),
});
export type ProjectionRequest = Static<typeof ProjectionRequestSchema>;

/** Bytes in the format of service/projection-bytes.ts. */
export const BytesSchema = Type.Unsafe<Uint8Array>({ type: "string", format: "binary" });
