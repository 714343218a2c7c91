// Finds the points inside a line drawn by hand. The decision: the even-odd rule, so that a loop within a loop is a
// hole.
import { boxOf } from "./camera.ts";
import type { Grid } from "./grid.ts";

/**
 * Returns whether a position is inside. @param outline x and y of its corners, alternating, in the plane of the points
 */
export function isInside(outline: Float32Array, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, before = outline.length - 2; i < outline.length; before = i, i += 2) {
    const y1 = outline[i + 1]!;
    const y2 = outline[before + 1]!;
    if (y1 > y === y2 > y) continue;
    const x1 = outline[i]!;
    if (x < x1 + ((y - y1) / (y2 - y1)) * (outline[before]! - x1)) inside = !inside;
  }
  return inside;
}

/** Returns the points inside the outline in ascending order. */
export function pointsInside(
  outline: Float32Array,
  positions: Float32Array,
  grid: Grid,
  accepts: (point: number) => boolean = () => true,
): number[] {
  if (outline.length < 6) return [];
  const found: number[] = [];
  grid.eachIn(boxOf(outline), (point) => {
    if (accepts(point) && isInside(outline, positions[point * 2]!, positions[point * 2 + 1]!))
      found.push(point);
  });
  return found.sort((a, b) => a - b);
}
