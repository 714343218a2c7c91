// Computes a projection of a collection: its points, their coordinates and their neighbours.
// The decision: the memory is reserved as soon as the number of points is known, and the cancel signal is checked
// between two slices.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import type { FieldConfig } from "../../config/collection-config.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";
import { type Coordinates, coordinatesOf } from "./coordinates.ts";
import { type Listed, listed } from "./listed.ts";
import { type NeighbourLists, neighboursOf } from "./neighbours.ts";

export interface MapQuery {
  readonly field: FieldConfig;
  /** Selects the points; it must exclude points without the vector. */
  readonly filter: Filter;
  readonly limit: number;
  /** The number of neighbours of each point. */
  readonly neighbours: number;
  /** Is called between slices; what it throws ends the projection. */
  readonly onSlice: () => void;
  /** Reserves memory for the response. @throws if there is none */
  readonly reserve: (bytes: number) => void;
}

export interface PointMap extends Pick<Coordinates, "coordinates" | "variance">, NeighbourLists {
  readonly total: number;
  readonly refs: readonly PointRef[];
  /** Milliseconds. */
  readonly timesMs: { readonly points: number; readonly projection: number; readonly neighbours: number };
}

/**
 * Bytes of a point until the projection is sent (its id and its position in several lists), and of a neighbour, twice.
 */
const POINT_BYTES = 128;
const NEIGHBOUR_BYTES = 4 * Uint32Array.BYTES_PER_ELEMENT;

export async function mapOf(
  segments: ReadSegments,
  query: MapQuery,
  signal: CancelSignal,
): Promise<PointMap> {
  const began = performance.now();
  const points = await listed(segments, query.filter, query.limit, signal);
  reserveFor(points.count, query);
  return { refs: refsOf(points), ...(await pictureOf(points, query, began)) };
}

/** Reserves the memory for a map of this number of points. @throws what `reserve` of the query throws */
export function reserveFor(points: number, { neighbours, reserve }: MapQuery): void {
  reserve(points * (POINT_BYTES + neighbours * NEIGHBOUR_BYTES));
}

/** Computes the map of points that are listed. @param began when the work began, in milliseconds */
export async function pictureOf(
  points: Listed,
  { field, neighbours: k, onSlice }: MapQuery,
  began: number,
): Promise<Omit<PointMap, "refs">> {
  const selected = performance.now();
  const { coordinates, variance } = await coordinatesOf(points, field, onSlice);
  const projected = performance.now();
  const { positions, distances, share } = await neighboursOf(points, field, k, onSlice);
  const timesMs = {
    points: selected - began,
    projection: projected - selected,
    neighbours: performance.now() - projected,
  };
  const { total } = points;
  return { total, coordinates, variance, positions, distances, share, timesMs };
}

function refsOf({ parts }: Listed): PointRef[] {
  const refs: PointRef[] = [];
  for (const { segment, slots } of parts) for (const slot of slots) refs.push(pointRef(segment.number, slot));
  return refs;
}
