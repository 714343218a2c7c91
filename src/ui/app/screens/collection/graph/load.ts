// The requests of the graph explorer.
import type {
  GraphNeighborhood,
  GraphNeighborhoodRequest,
  GraphWalk,
  GraphWalkRequest,
} from "../../../../../schema/graph.ts";
import { ask } from "../../../api/request.ts";
import { pathOf } from "../info.ts";

/** The two ends of a link, as positions among the nodes. */
export type Link = readonly [from: number, to: number];
export type Neighbourhood = Omit<GraphNeighborhood, "links"> & { readonly links: readonly Link[] };
export type GraphNode = Neighbourhood["nodes"][number];
export type Walk = GraphWalk;
export type WalkStep = Walk["segments"][number]["steps"][number];
export type WalkQuery = GraphWalkRequest["query"] | readonly number[];

export function loadNeighbourhood(
  collection: string,
  body: Omit<GraphNeighborhoodRequest, "collection_name">,
  signal: AbortSignal,
): Promise<Neighbourhood> {
  return ask("POST", pathOf(collection, "/graph/neighborhood"), { body, signal });
}

export function loadWalk(
  collection: string,
  body: Omit<GraphWalkRequest, "collection_name" | "query"> & { readonly query: WalkQuery },
  signal: AbortSignal,
): Promise<Walk> {
  return ask("POST", pathOf(collection, "/graph/walk"), { body, signal });
}
