// Chooses how points are drawn: with WebGL, or on a 2D canvas where WebGL is missing.

import { canvasPoints } from "./canvas-points.ts";
import type { Renderer } from "./drawing.ts";
import { webglPoints } from "./webgl-points.ts";

/** Returns a renderer. @param plain does not use WebGL */
export function rendererFor(canvas: HTMLCanvasElement, plain = false): Renderer {
  return (plain ? null : webglPoints(canvas)) ?? canvasPoints(canvas);
}
