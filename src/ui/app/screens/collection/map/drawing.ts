// What draws the points of a map.
import type { Camera } from "./camera.ts";

export interface Renderer {
  readonly kind: "webgl" | "canvas";
  /** Points go from the first places to the second; both lists are kept, not copied. */
  setPositions(from: Float32Array, to: Float32Array): void;
  /** Red, green, blue and opacity of each point. */
  setColours(rgba: Uint8Array): void;
  draw(picture: Picture): void;
}

interface Picture {
  readonly camera: Camera;
  /** How far the points have come from their first places to their second, 0 .. 1. */
  readonly progress: number;
  /** Of a point, in CSS pixels. */
  readonly diameter: number;
  readonly opacity: number;
  /** Device pixels a CSS pixel. */
  readonly density: number;
}
