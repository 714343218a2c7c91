// Computes where the points of a trace are drawn: the query is the centre, and the radius is the distance to it.
// The decision: only the angle is chosen. A point is near the one from which it was reached, so the picture shows
// how the search approaches the query.
import type { PointId } from "../../../api/types.ts";
import type { WalkStep } from "./load.ts";

export interface TraceNode {
  readonly id: PointId;
  readonly x: number;
  readonly y: number;
  /** The step in which it was first measured; 0: the search starts there. */
  readonly step: number;
  /** The node from which it was reached, or -1. */
  readonly from: number;
  readonly kept: boolean;
}

const RADIUS = 260;
const MIN_RADIUS = 26;
const SPREAD = 0.9;
const MAX_SHOWN_NODES = 1_500;

export function traceNodes(steps: readonly WalkStep[]): TraceNode[] {
  const known = distancesOf(steps);
  const low = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const radiusOf = (distance: number | null): number =>
    distance === null || high <= low
      ? RADIUS
      : MIN_RADIUS + ((distance - low) / (high - low)) * (RADIUS - MIN_RADIUS);
  const nodes: TraceNode[] = [];
  const added = new Map<string, { index: number; angle: number }>();
  const add = (
    id: PointId,
    distance: number | null,
    angle: number,
    rest: Pick<TraceNode, "step" | "from" | "kept">,
  ) => {
    const key = String(id);
    if (added.has(key) || nodes.length >= MAX_SHOWN_NODES) return;
    const radius = radiusOf(distance);
    added.set(key, { index: nodes.length, angle });
    nodes.push({ id, x: radius * Math.cos(angle), y: radius * Math.sin(angle), ...rest });
  };
  for (const [number, { id, distance, evaluated }] of steps.entries()) {
    add(id, distance, number * 2.4, { step: number, from: -1, kept: true });
    const parent = added.get(String(id));
    for (const [i, point] of evaluated.entries()) {
      const share = evaluated.length > 1 ? i / (evaluated.length - 1) - 0.5 : 0;
      const angle = (parent?.angle ?? 0) + share * 2 * SPREAD;
      add(point.id, point.distance, angle, { step: number, from: parent?.index ?? -1, kept: point.kept });
    }
  }
  return nodes;
}

/** Returns the smallest distance known after a step; null: none was measured yet. */
export function nearestUpTo(steps: readonly WalkStep[], at: number): number | null {
  const known = distancesOf(steps.slice(0, at + 1));
  return known.length === 0 ? null : Math.min(...known);
}

function distancesOf(steps: readonly WalkStep[]): number[] {
  return steps
    .flatMap(({ distance, evaluated }) => [distance, ...evaluated.map((point) => point.distance)])
    .filter((distance) => distance !== null);
}
