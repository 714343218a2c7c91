// Describes a map in words: its dense regions and their numbers of points.
// The decision: cells of a coarse grid that have more points than usual are joined where they touch. This is a
// description for users who cannot see the picture, not a clustering of the vectors.
import { boxOf } from "./camera.ts";
import type { Label } from "./marks.ts";

const SIDE = 48;
/** The least share of all points that a region has. */
const MIN_SHARE = 0.01;

export interface Region {
  readonly points: number;
  /** A point in its densest cell. */
  readonly example: number;
}

/** Returns the dense regions, the largest first. */
export function regionsOf(positions: Float32Array): Region[] {
  const count = positions.length / 2;
  const { left, right, bottom, top } = boxOf(positions);
  const counts = new Uint32Array(SIDE * SIDE);
  const examples = new Uint32Array(SIDE * SIDE);
  const cellOf = (share: number) => Math.min(SIDE - 1, Math.floor(share * SIDE));
  for (let i = 0; i < count; i++) {
    const column = cellOf((positions[i * 2]! - left) / (right - left || 1));
    const cell = cellOf((positions[i * 2 + 1]! - bottom) / (top - bottom || 1)) * SIDE + column;
    counts[cell]!++;
    examples[cell] = i;
  }
  const used = counts.reduce((sum, points) => sum + (points > 0 ? 1 : 0), 0);
  const dense = Math.max(1, count / Math.max(1, used) / 2);
  const visited = new Uint8Array(SIDE * SIDE);
  const regions: Region[] = [];
  for (let cell = 0; cell < counts.length; cell++) {
    if (visited[cell] || counts[cell]! < dense) continue;
    const region = grow(cell, counts, visited, dense);
    if (region.points >= count * MIN_SHARE)
      regions.push({ points: region.points, example: examples[region.densest]! });
  }
  return regions.sort((a, b) => b.points - a.points);
}

function grow(
  start: number,
  counts: Uint32Array,
  visited: Uint8Array,
  dense: number,
): { points: number; densest: number } {
  const open = [start];
  visited[start] = 1;
  let points = 0;
  let densest = start;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    points += counts[cell]!;
    if (counts[cell]! > counts[densest]!) densest = cell;
    const column = cell % SIDE;
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const other = cell + dy * SIDE + dx;
        const isInside = column + dx >= 0 && column + dx < SIDE && other >= 0 && other < counts.length;
        if (!isInside || visited[other] || counts[other]! < dense) continue;
        visited[other] = 1;
        open.push(other);
      }
  }
  return { points, densest };
}

/**
 * Returns a label for each group, above the place where most of its points are: those in the densest block of three by
 * three cells.
 * @param groups the group of each point
 * @param names the name of each group that gets a label, the most important first
 */
export function labelsOf(
  positions: Float32Array,
  groups: Uint8Array,
  names: ReadonlyMap<number, string>,
): Label[] {
  const { left, right, bottom, top } = boxOf(positions);
  const place = (value: number, low: number, high: number): number =>
    Math.min(SIDE - 1, Math.floor(((value - low) / (high - low || 1)) * SIDE));
  const cellOf = (i: number): readonly [column: number, row: number] => [
    place(positions[i * 2]!, left, right),
    place(positions[i * 2 + 1]!, bottom, top),
  ];
  const counts = new Map(Array.from(names.keys(), (group) => [group, new Uint32Array(SIDE * SIDE)]));
  for (let i = 0; i < groups.length; i++) {
    const [column, row] = cellOf(i);
    const own = counts.get(groups[i]!);
    if (own) own[row * SIDE + column]!++;
  }
  const middles = new Map(
    Array.from(counts, ([group, own]) => [
      group,
      { ...densestBlock(own), x: 0, y: Number.NEGATIVE_INFINITY, points: 0 },
    ]),
  );
  for (let i = 0; i < groups.length; i++) {
    const middle = middles.get(groups[i]!);
    if (!middle) continue;
    const [column, row] = cellOf(i);
    if (Math.abs(column - middle.column) > 1 || Math.abs(row - middle.row) > 1) continue;
    middle.x += positions[i * 2]!;
    middle.y = Math.max(middle.y, positions[i * 2 + 1]!);
    middle.points++;
  }
  return Array.from(middles, ([group, { x, y, points }]) => ({
    ...{ x: x / points, y, text: names.get(group)! },
  })).filter(({ x }) => Number.isFinite(x));
}

function densestBlock(counts: Uint32Array): { column: number; row: number } {
  let [best, most] = [0, -1];
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue;
    let points = 0;
    for (let dy = -SIDE; dy <= SIDE; dy += SIDE)
      for (let dx = -1; dx <= 1; dx++) points += counts[cell + dy + dx] ?? 0;
    if (points > most) [best, most] = [cell, points];
  }
  return { column: best % SIDE, row: Math.floor(best / SIDE) };
}
