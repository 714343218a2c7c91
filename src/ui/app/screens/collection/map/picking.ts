// Finds the point near a position of the plane, and the points inside a line that was drawn by hand.
// The decision: all points are compared, which takes less than a millisecond for 200,000. Inside is told by the
// even-odd rule, so a loop within a loop is a hole.
import { boxOf } from "./camera.ts";

type Accepts = (point: number) => boolean;

/** @returns the nearest point within the radius that is accepted, or -1 */
export function nearest(
  positions: Float32Array,
  [x, y]: readonly [x: number, y: number],
  radius: number,
  accepts: Accepts = () => true,
): number {
  let best = -1;
  let least = radius * radius;
  for (let i = 0; i < positions.length; i += 2) {
    const squared = (positions[i]! - x) ** 2 + (positions[i + 1]! - y) ** 2;
    if (squared > least || !accepts(i / 2)) continue;
    best = i / 2;
    least = squared;
  }
  return best;
}

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

/** Returns the accepted points inside the outline in ascending order. */
export function pointsInside(
  outline: Float32Array,
  positions: Float32Array,
  accepts: Accepts = () => true,
): number[] {
  const { left, right, bottom, top } = boxOf(outline);
  const found: number[] = [];
  if (outline.length < 6) return found;
  for (let i = 0; i < positions.length; i += 2) {
    const [x, y] = [positions[i]!, positions[i + 1]!];
    const isNear = x >= left && x <= right && y >= bottom && y <= top;
    if (isNear && accepts(i / 2) && isInside(outline, x, y)) found.push(i / 2);
  }
  return found;
}
