// Operations for exploring a collection as a whole: our extensions, made for the console, and open to all callers who
// may read.
import {
  GraphNeighborhoodRequestSchema,
  GraphNeighborhoodSchema,
  GraphWalkRequestSchema,
  GraphWalkSchema,
} from "../../schema/graph.ts";
import { BytesSchema, ProjectionRequestSchema } from "../../schema/projection.ts";
import { VectorSummariesSchema, VectorSummaryRequestSchema } from "../../schema/vector-summary.ts";
import { operation } from "../operation.ts";

const COLLECTION = "/collections/{collection_name}";

export const explorationOperations = [
  operation({
    id: "projectPoints",
    summary: "Projects all points onto a plane, with their nearest neighbours.",
    permission: "read",
    rest: { method: "post", path: `${COLLECTION}/points/projection` },
    success: "binary",
    lasting: true,
    failure: "Projection failed",
    request: ProjectionRequestSchema,
    result: BytesSchema,
    run: ({ exploration }, request, _rules, { signal }) => exploration.projection(request, signal),
  }),
  operation({
    id: "graphNeighborhood",
    summary: "Returns the nodes and links of the HNSW graph around a point.",
    permission: "read",
    rest: { method: "post", path: `${COLLECTION}/graph/neighborhood` },
    failure: "Graph view failed",
    request: GraphNeighborhoodRequestSchema,
    result: GraphNeighborhoodSchema,
    run: ({ exploration }, request) => exploration.neighborhood(request),
  }),
  operation({
    id: "graphWalk",
    summary: "Returns the steps that a search takes through the HNSW graph.",
    permission: "read",
    rest: { method: "post", path: `${COLLECTION}/graph/walk` },
    failure: "Search failed",
    request: GraphWalkRequestSchema,
    result: GraphWalkSchema,
    run: ({ exploration }, request, _rules, { signal }) => exploration.walk(request, signal),
  }),
  operation({
    id: "summarizeVectors",
    summary: "Summarises the vectors of points with a few numbers each.",
    permission: "read",
    rest: { method: "post", path: `${COLLECTION}/points/vectors/summary` },
    failure: "Summary failed",
    request: VectorSummaryRequestSchema,
    result: VectorSummariesSchema,
    run: ({ exploration }, request, _rules, { signal }) => exploration.summaries(request, signal),
  }),
];
