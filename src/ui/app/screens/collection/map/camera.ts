// The visible part of the plane: the point at the centre, and the CSS pixels of one unit. y grows upwards.

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

const MARGIN = 0.06;
/** The limits of the zoom, relative to the scale that shows all points. */
const NEAREST = 2_000;
const FARTHEST = 0.2;

export class Camera {
  x = 0;
  y = 0;
  /** CSS pixels for one unit. */
  scale = 1;
  width = 1;
  height = 1;
  /** The scale at which all points are visible. */
  #whole = 1;

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  /** The zoom factor: 1 when all points just fit. */
  get zoom(): number {
    return this.scale / this.#whole;
  }

  frame({ left, right, bottom, top }: Box): void {
    const share = 1 - 2 * MARGIN;
    const wide = Math.max(right - left, 1e-6);
    const high = Math.max(top - bottom, 1e-6);
    this.#whole = Math.min((this.width * share) / wide, (this.height * share) / high);
    this.scale = this.#whole;
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
  }

  pan(right: number, down: number): void {
    this.x -= right / this.scale;
    this.y += down / this.scale;
  }

  /** Zooms so that the point at this position of the view stays there. */
  zoomAt(atX: number, atY: number, factor: number): void {
    const scale = Math.min(this.#whole * NEAREST, Math.max(this.#whole * FARTHEST, this.scale * factor));
    const x = this.planeX(atX);
    const y = this.planeY(atY);
    this.scale = scale;
    this.x = x - (atX - this.width / 2) / scale;
    this.y = y + (atY - this.height / 2) / scale;
  }

  viewX(x: number): number {
    return (x - this.x) * this.scale + this.width / 2;
  }

  viewY(y: number): number {
    return (this.y - y) * this.scale + this.height / 2;
  }

  planeX(viewX: number): number {
    return this.x + (viewX - this.width / 2) / this.scale;
  }

  planeY(viewY: number): number {
    return this.y - (viewY - this.height / 2) / this.scale;
  }
}

/** Returns the bounding box of all points. */
export function boxOf(positions: Float32Array): Box {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    const x = positions[i]!;
    const y = positions[i + 1]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return left > right ? { left: -1, right: 1, bottom: -1, top: 1 } : { left, right, bottom, top };
}
