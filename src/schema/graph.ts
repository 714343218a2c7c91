// Views of the HNSW graph: the neighbourhood of a point, and the steps of a search.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { PointIdSchema } from "./leaf.ts";
import { MAX_EF, MAX_GRAPH_HOPS, MAX_GRAPH_LEVEL, MAX_GRAPH_NODES, MAX_WALK_LIMIT } from "./limits.ts";
import { optional } from "./optional.ts";
import { VectorInputSchema } from "./query.ts";

const whole = (field: string, minimum: number, maximum: number) =>
  optional(Type.Integer({ minimum, maximum, message: `${field} must be ${minimum}..${maximum}` }));

export const GraphNeighborhoodRequestSchema = Type.Object({
  ...CollectionName,
  /** The id of the point in the middle. */
  point: PointIdSchema,
  /** The name of the vector; the default is the unnamed one. */
  vector: optional(Type.String()),
  layer: whole("layer", 0, MAX_GRAPH_LEVEL),
  /** The greatest distance from the point, in links. */
  hops: whole("hops", 1, MAX_GRAPH_HOPS),
  /** The most points, including that one. */
  limit: whole("limit", 2, MAX_GRAPH_NODES),
});
export type GraphNeighborhoodRequest = Static<typeof GraphNeighborhoodRequestSchema>;

const DistanceSchema = Type.Union([Type.Number(), Type.Null()]);

const GraphNodeSchema = Type.Object({
  id: PointIdSchema,
  /** The highest layer that the point is on. */
  level: Type.Integer(),
  hop: Type.Integer(),
  /** The distance to the requested point, lower is nearer. */
  distance: DistanceSchema,
  /** The point was deleted or overwritten: the graph still leads through it. */
  deleted: Type.Boolean(),
});

export const GraphNeighborhoodSchema = Type.Object({
  /** False: the point is not in a graph, and is shown alone. */
  indexed: Type.Boolean(),
  /** The number of layers of the graph. */
  layers: Type.Integer(),
  layer: Type.Integer(),
  /** Links of a point on the layers above 0; on layer 0 there are twice as many. */
  m: Type.Integer(),
  nodes: Type.Array(GraphNodeSchema),
  /** From and to, as positions in `nodes`. */
  links: Type.Array(Type.Array(Type.Integer())),
});
export type GraphNeighborhood = Static<typeof GraphNeighborhoodSchema>;

export const GraphWalkRequestSchema = Type.Object({
  ...CollectionName,
  query: VectorInputSchema,
  /** The name of the vector; the default is the unnamed one. */
  vector: optional(Type.String()),
  /** The number of candidates, at least `limit`. Default: the collection's `ef_search`. */
  ef: whole("ef", 1, MAX_EF),
  limit: whole("limit", 1, MAX_WALK_LIMIT),
});
export type GraphWalkRequest = Static<typeof GraphWalkRequestSchema>;

const WalkStepSchema = Type.Object({
  layer: Type.Integer(),
  /** The point whose links were followed. */
  id: PointIdSchema,
  /** The distance that the search uses: by codes where there are codes. Null: it was not measured. */
  distance: DistanceSchema,
  /** Points that had not been measured before. */
  evaluated: Type.Array(
    Type.Object({
      id: PointIdSchema,
      distance: DistanceSchema,
      /** True if it was among the nearest so far: on layer 0 among `ef`, above it the nearest one. */
      kept: Type.Boolean(),
    }),
  ),
});

export const GraphWalkSchema = Type.Object({
  segments: Type.Array(
    Type.Object({
      /** False: the segment has no graph, and all of it was compared. */
      indexed: Type.Boolean(),
      served: Type.String(),
      steps: Type.Array(WalkStepSchema),
      /** True if there were more steps. */
      truncated: Type.Boolean(),
    }),
  ),
  result: Type.Array(Type.Object({ id: PointIdSchema, score: Type.Number() })),
});
export type GraphWalk = Static<typeof GraphWalkSchema>;
