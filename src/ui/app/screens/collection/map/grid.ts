// Finds points near a position of the plane, and inside a line that was drawn by hand.
// The decision: the points are sorted by the cells of a grid. Inside is told by the even-odd rule, so a loop within a
// loop is a hole.
import { type Box, boxOf } from "./camera.ts";

const PER_CELL = 4;
const MAX_CELLS_PER_SIDE = 512;

export class Grid {
  readonly #positions: Float32Array;
  readonly #box: Box;
  readonly #side: number;
  readonly #cellWidth: number;
  readonly #cellHeight: number;
  /** The index in `#points` at which the points of each cell begin. */
  readonly #starts: Uint32Array;
  readonly #points: Uint32Array;

  constructor(positions: Float32Array) {
    const count = positions.length / 2;
    this.#positions = positions;
    this.#box = boxOf(positions);
    this.#side = Math.max(1, Math.min(MAX_CELLS_PER_SIDE, Math.ceil(Math.sqrt(count / PER_CELL))));
    this.#cellWidth = Math.max(1e-9, (this.#box.right - this.#box.left) / this.#side);
    this.#cellHeight = Math.max(1e-9, (this.#box.top - this.#box.bottom) / this.#side);
    const starts = new Uint32Array(this.#side ** 2 + 1);
    const cells = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const cell = this.#row(positions[i * 2 + 1]!) * this.#side + this.#column(positions[i * 2]!);
      cells[i] = cell;
      starts[cell + 1]!++;
    }
    for (let cell = 0; cell < this.#side ** 2; cell++) starts[cell + 1]! += starts[cell]!;
    const next = starts.slice();
    this.#points = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.#points[next[cells[i]!]!++] = i;
    this.#starts = starts;
  }

  /** @returns the nearest point within the radius for which `wanted` is true, or -1 */
  nearest(x: number, y: number, radius: number, accepts: (point: number) => boolean = () => true): number {
    let best = -1;
    let least = radius * radius;
    this.eachIn({ left: x - radius, right: x + radius, bottom: y - radius, top: y + radius }, (point) => {
      const squared = (this.#positions[point * 2]! - x) ** 2 + (this.#positions[point * 2 + 1]! - y) ** 2;
      if (squared > least || !accepts(point)) return;
      best = point;
      least = squared;
    });
    return best;
  }

  /** Calls `call` with every point of the cells that the box touches; some of them may be outside of the box. */
  eachIn({ left, right, bottom, top }: Box, call: (point: number) => void): void {
    const first = this.#column(left);
    const last = this.#column(right);
    for (let row = this.#row(bottom); row <= this.#row(top); row++) {
      const from = this.#starts[row * this.#side + first]!;
      const to = this.#starts[row * this.#side + last + 1]!;
      for (let i = from; i < to; i++) call(this.#points[i]!);
    }
  }

  #column(x: number): number {
    return this.#within(Math.floor((x - this.#box.left) / this.#cellWidth));
  }

  #row(y: number): number {
    return this.#within(Math.floor((y - this.#box.bottom) / this.#cellHeight));
  }

  #within(cell: number): number {
    return cell < 0 ? 0 : cell < this.#side ? cell : this.#side - 1;
  }
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
