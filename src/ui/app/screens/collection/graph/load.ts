// The requests of the graph explorer.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";

export interface GraphNode {
  readonly id: PointId;
  /** The highest layer of the node. */
  readonly level: number;
  /** The number of hops from the point at the centre. */
  readonly hop: number;
  readonly distance: number | null;
  /** Whether the point is deleted; its node is still part of the graph. */
  readonly deleted?: boolean;
}

export interface Neighbourhood {
  readonly indexed: boolean;
  readonly layers: number;
  readonly layer: number;
  readonly m: number;
  readonly nodes: readonly GraphNode[];
  readonly links: readonly (readonly [from: number, to: number])[];
}

interface Around {
  readonly point: PointId;
  readonly vector: string;
  readonly layer: number;
  readonly hops: number;
  readonly limit: number;
}

export function loadNeighbourhood(
  collection: string,
  { vector, ...rest }: Around,
  signal: AbortSignal,
): Promise<Neighbourhood> {
  const body = { ...rest, ...(vector && { vector }) };
  return ask("POST", pathOf(collection, "/graph/neighborhood"), { body, signal });
}

export interface WalkStep {
  readonly layer: number;
  /** The point whose links were followed. */
  readonly id: PointId;
  readonly distance: number | null;
  readonly evaluated: readonly {
    readonly id: PointId;
    readonly distance: number | null;
    readonly kept: boolean;
  }[];
}

export interface Walk {
  readonly segments: readonly {
    readonly indexed: boolean;
    readonly steps: readonly WalkStep[];
    readonly truncated: boolean;
  }[];
  readonly result: readonly { readonly id: PointId; readonly score: number }[];
}

export interface WalkQuestion {
  readonly query: PointId | readonly number[];
  readonly vector: string;
  readonly ef: number;
}

export function loadWalk(
  collection: string,
  { vector, ...rest }: WalkQuestion,
  signal: AbortSignal,
): Promise<Walk> {
  const body = { ...rest, ...(vector && { vector }) };
  return ask("POST", pathOf(collection, "/graph/walk"), { body, signal });
}
