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

/** Returns the cell of each point. */
function cellsOf(positions: Float32Array): Uint16Array {
  const { left, right, bottom, top } = boxOf(positions);
  const place = (value: number, low: number, high: number): number =>
    Math.min(SIDE - 1, Math.floor(((value - low) / (high - low || 1)) * SIDE));
  return Uint16Array.from({ length: positions.length / 2 }, (_, i) => {
    const column = place(positions[i * 2]!, left, right);
    return place(positions[i * 2 + 1]!, bottom, top) * SIDE + column;
  });
}

/** Returns the dense regions, the largest first. */
export function regionsOf(positions: Float32Array): Region[] {
  const cells = cellsOf(positions);
  const counts = new Uint32Array(SIDE * SIDE);
  const examples = new Uint32Array(SIDE * SIDE);
  for (const [point, cell] of cells.entries()) {
    counts[cell]!++;
    examples[cell] = point;
  }
  const used = counts.filter((points) => points > 0).length;
  const dense = Math.max(1, cells.length / Math.max(1, used) / 2);
  const visited = new Uint8Array(SIDE * SIDE);
  const regions: Region[] = [];
  for (let cell = 0; cell < counts.length; cell++) {
    if (visited[cell] || counts[cell]! < dense) continue;
    const { points, densest } = grow(cell, counts, visited, dense);
    if (points >= cells.length * MIN_SHARE) regions.push({ points, example: examples[densest]! });
  }
  return regions.sort((a, b) => b.points - a.points);
}

/** Joins dense cells that touch, and marks them as visited. */
function grow(start: number, counts: Uint32Array, visited: Uint8Array, dense: number) {
  const open = [start];
  visited[start] = 1;
  let points = 0;
  let densest = start;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    points += counts[cell]!;
    if (counts[cell]! > counts[densest]!) densest = cell;
    for (const other of blockAround(cell)) {
      if (visited[other] || counts[other]! < dense) continue;
      visited[other] = 1;
      open.push(other);
    }
  }
  return { points, densest };
}

/** Returns a cell and those that touch it. */
function blockAround(cell: number): number[] {
  const near = (at: number): number[] => [at - 1, at, at + 1].filter((one) => one >= 0 && one < SIDE);
  return near(Math.floor(cell / SIDE)).flatMap((row) =>
    near(cell % SIDE).map((column) => row * SIDE + column),
  );
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
  const cells = cellsOf(positions);
  const counts = new Map(Array.from(names.keys(), (group) => [group, new Uint32Array(SIDE * SIDE)]));
  for (const [i, cell] of cells.entries()) {
    const own = counts.get(groups[i]!);
    if (own) own[cell]!++;
  }
  const middles = new Map(
    Array.from(counts, ([group, own]) => [
      group,
      { block: densestBlock(own), x: 0, y: Number.NEGATIVE_INFINITY, points: 0 },
    ]),
  );
  for (let i = 0; i < groups.length; i++) {
    const middle = middles.get(groups[i]!);
    if (!middle?.block.includes(cells[i]!)) continue;
    middle.x += positions[i * 2]!;
    middle.y = Math.max(middle.y, positions[i * 2 + 1]!);
    middle.points++;
  }
  return Array.from(middles, ([group, { x, y, points }]) => ({
    ...{ x: x / points, y, text: names.get(group)! },
  })).filter(({ x }) => Number.isFinite(x));
}

/** Returns the cells around the one where they have most points. */
function densestBlock(counts: Uint32Array): number[] {
  let [best, most]: [number[], number] = [[], -1];
  for (const [cell, own] of counts.entries()) {
    if (own === 0) continue;
    const block = blockAround(cell);
    const points = block.reduce((sum, other) => sum + counts[other]!, 0);
    if (points > most) [best, most] = [block, points];
  }
  return best;
}
