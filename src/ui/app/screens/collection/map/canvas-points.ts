// Draws points on a 2D canvas, for browsers without WebGL 2. The decision: they are squares, which a canvas fills
// fastest.
import type { Renderer } from "./drawing.ts";

export function canvasPoints(canvas: HTMLCanvasElement): Renderer {
  const context = canvas.getContext("2d")!;
  let from: Float32Array = new Float32Array();
  let to: Float32Array = from;
  let colours: Uint8Array = new Uint8Array();
  return {
    kind: "canvas",
    setPositions(first, second) {
      from = first;
      to = second;
    },
    setColours(rgba) {
      colours = rgba;
    },
    draw({ camera, progress, diameter, opacity, density }) {
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, camera.width, camera.height);
      let last = "";
      for (let point = 0; point < to.length / 2; point++) {
        const i = point * 2;
        const x = camera.viewX(from[i]! + (to[i]! - from[i]!) * progress);
        const y = camera.viewY(from[i + 1]! + (to[i + 1]! - from[i + 1]!) * progress);
        if (x < -diameter || y < -diameter || x > camera.width + diameter || y > camera.height + diameter)
          continue;
        const c = point * 4;
        const alpha = (colours[c + 3]! / 255) * opacity;
        const style = `rgb(${colours[c]} ${colours[c + 1]} ${colours[c + 2]} / ${alpha.toFixed(2)})`;
        if (style !== last) context.fillStyle = style;
        last = style;
        context.fillRect(x - diameter / 2, y - diameter / 2, diameter, diameter);
      }
    },
  };
}
