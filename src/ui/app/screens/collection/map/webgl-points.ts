// Draws points with WebGL 2: three buffers (first positions, second positions, colours) and one draw call.
import type { Camera } from "./camera.ts";

export type Renderer = NonNullable<ReturnType<typeof webglPoints>>;

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

const VERTEX = `#version 300 es
in vec2 comesFrom;
in vec2 goesTo;
in vec4 colour;
uniform float progress;
uniform vec2 middle;
uniform vec2 scale;
uniform float diameter;
out vec4 paint;
void main() {
  vec2 place = mix(comesFrom, goesTo, progress);
  gl_Position = vec4((place - middle) * scale, 0.0, 1.0);
  gl_PointSize = colour.a == 0.0 ? 0.0 : diameter;
  paint = colour;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec4 paint;
uniform float opacity;
uniform float diameter;
out vec4 result;
void main() {
  float away = length(gl_PointCoord - 0.5) * diameter;
  float edge = 1.0 - smoothstep(diameter * 0.5 - 1.0, diameter * 0.5, away);
  float alpha = paint.a * opacity * edge;
  if (alpha < 0.004) discard;
  result = vec4(paint.rgb * alpha, alpha);
}`;

/** Returns a renderer, or null if the browser has no WebGL 2. */
export function webglPoints(canvas: HTMLCanvasElement) {
  const gl = canvas.getContext("webgl2", {
    antialias: false,
    depth: false,
    powerPreference: "high-performance",
  });
  if (gl === null) return null;
  const program = link(gl);
  const at = (name: string) => gl.getUniformLocation(program, name);
  const [progressAt, middleAt, scaleAt] = [at("progress"), at("middle"), at("scale")];
  const [diameterAt, opacityAt] = [at("diameter"), at("opacity")];
  const from = attribute(gl, program, "comesFrom", 2, gl.FLOAT);
  const to = attribute(gl, program, "goesTo", 2, gl.FLOAT);
  const colours = attribute(gl, program, "colour", 4, gl.UNSIGNED_BYTE);
  let count = 0;
  return {
    /** Sets the positions at the start and the end of a movement. */
    setPositions(first: Float32Array, second: Float32Array) {
      count = second.length / 2;
      fill(gl, from, first);
      fill(gl, to, second);
    },
    /** Sets red, green, blue and opacity of each point. */
    setColours: (rgba: Uint8Array) => fill(gl, colours, rgba),
    draw({ camera, progress, diameter, opacity, density }: Picture) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (count === 0) return;
      gl.useProgram(program);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.uniform1f(progressAt, progress);
      gl.uniform2f(middleAt, camera.x, camera.y);
      gl.uniform2f(scaleAt, (2 * camera.scale) / camera.width, (2 * camera.scale) / camera.height);
      gl.uniform1f(diameterAt, diameter * density);
      gl.uniform1f(opacityAt, opacity);
      gl.drawArrays(gl.POINTS, 0, count);
    },
  };
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`The points cannot be drawn: ${gl.getProgramInfoLog(program)}`);
  return program;
}

function attribute(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  name: string,
  size: number,
  type: number,
): WebGLBuffer {
  const buffer = gl.createBuffer();
  const location = gl.getAttribLocation(program, name);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(location);
  gl.vertexAttribPointer(location, size, type, type === gl.UNSIGNED_BYTE, 0, 0);
  return buffer;
}

function fill(gl: WebGL2RenderingContext, buffer: WebGLBuffer, data: Float32Array | Uint8Array): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
}
