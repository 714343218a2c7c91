// Whatever draws the points: the graphics card, or a plain canvas where there is none.

import { canvasPoints } from "./canvas-points.ts";
import type { Renderer } from "./drawing.ts";
import { webglPoints } from "./webgl-points.ts";

/** @param plain do without the graphics card */
export function rendererFor(canvas: HTMLCanvasElement, plain = false): Renderer {
  return (plain ? null : webglPoints(canvas)) ?? canvasPoints(canvas);
}
