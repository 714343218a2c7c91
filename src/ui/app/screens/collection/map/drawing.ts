// The interface of what draws the points of a map.
import type { Camera } from "./camera.ts";

export interface Renderer {
  readonly kind: "webgl" | "canvas";
  /** Sets the positions at the start and the end of a movement; both lists are kept, not copied. */
  setPositions(from: Float32Array, to: Float32Array): void;
  /** Sets red, green, blue and opacity of each point. */
  setColours(rgba: Uint8Array): void;
  draw(picture: Picture): void;
}

interface Picture {
  readonly camera: Camera;
  /** The progress of the movement from the first positions to the second, 0 .. 1. */
  readonly progress: number;
  /** The diameter of a point in CSS pixels. */
  readonly diameter: number;
  readonly opacity: number;
  /** Device pixels for one CSS pixel. */
  readonly density: number;
}
