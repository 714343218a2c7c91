// The picture of a map: the points, the marks and the camera.
// The decision: it is outside of the components, because it changes sixty times a second; it draws only when something
// has changed. It notifies the components when the view has stopped moving.
import { type Box, boxOf, Camera } from "./camera.ts";
import { isPickable } from "./colours.ts";
import { drawLabels, drawMarks, type MarkColours, type Marks, NO_MARKS } from "./marks.ts";
import { nearest, pointsInside } from "./picking.ts";
import { type Renderer, webglPoints } from "./webgl-points.ts";

const MOVE_MS = 600;
const REST_MS = 200;
/** The distance in CSS pixels within which a point reacts to the pointer. */
const REACH = 8;

export class Scene {
  readonly camera = new Camera();
  readonly #canvas: HTMLCanvasElement;
  readonly #overlay: HTMLCanvasElement;
  readonly #onRest: () => void;
  /** Null: the browser has no WebGL 2. */
  #renderer: Renderer | null;
  #from = new Float32Array();
  #to = new Float32Array();
  #rgba = new Uint8Array();
  #progress = 1;
  #moveBegan = 0;
  #moveMs = 0;
  #boxes: { from: Box; to: Box } | undefined;
  #marks: Marks = NO_MARKS;
  #markColours: MarkColours = { line: "#888", ring: "#888", fill: "#8883", halo: "#fff" };
  #frame = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the view is adjusted to show all points, until the user moves it. */
  #isFollowing = true;

  /** @param onRest is called shortly after the last change of the view */
  constructor(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, onRest: () => void) {
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#onRest = onRest;
    this.#renderer = webglPoints(canvas);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.#renderer = webglPoints(canvas);
      this.#renderer?.setPositions(this.#from, this.#to);
      this.#renderer?.setColours(this.#rgba);
      this.redraw();
    });
  }

  get canDraw(): boolean {
    return this.#renderer !== null;
  }

  get positions(): Float32Array {
    return this.#to;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#restTimer);
  }

  resize(width: number, height: number): void {
    const density = devicePixelRatio;
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    this.camera.resize(width, height);
    if (this.#isFollowing && this.#boxes) this.camera.frame(this.#boxes.to);
    this.redraw();
  }

  /** Shows other points, without a movement. */
  show(positions: Float32Array<ArrayBuffer>, rgba: Uint8Array<ArrayBuffer>): void {
    this.#isFollowing = true;
    this.#from = positions;
    this.paint(rgba);
    this.moveTo(positions, 0);
  }

  /** Moves the points to other positions. */
  moveTo(positions: Float32Array<ArrayBuffer>, ms = MOVE_MS): void {
    this.#from = this.#progress === 1 ? this.#to : this.#between();
    if (this.#from.length !== positions.length) this.#from = positions;
    this.#to = positions;
    this.#boxes = { from: boxOf(this.#from), to: boxOf(positions) };
    this.#renderer?.setPositions(this.#from, positions);
    this.#moveBegan = performance.now();
    this.#moveMs = ms;
    this.#progress = ms === 0 ? 1 : 0;
    if (ms === 0 && this.#isFollowing) this.camera.frame(this.#boxes.to);
    this.redraw();
  }

  #between(): Float32Array<ArrayBuffer> {
    return this.#to.map((to, i) => this.#from[i]! + (to - this.#from[i]!) * this.#progress);
  }

  paint(rgba: Uint8Array<ArrayBuffer>): void {
    this.#rgba = rgba;
    this.#renderer?.setColours(rgba);
    this.redraw();
  }

  mark(marks: Partial<Marks>): void {
    this.#marks = { ...this.#marks, ...marks };
    this.redraw();
  }

  markWith(colours: MarkColours): void {
    this.#markColours = colours;
    this.redraw();
  }

  pan(right: number, down: number): void {
    this.#isFollowing = false;
    this.camera.pan(right, down);
    this.redraw();
  }

  zoomAt(x: number, y: number, factor: number): void {
    this.#isFollowing = false;
    this.camera.zoomAt(x, y, factor);
    this.redraw();
  }

  /** Zooms around the centre of the view. */
  zoom(factor: number): void {
    this.zoomAt(this.camera.width / 2, this.camera.height / 2, factor);
  }

  frame(): void {
    this.#isFollowing = true;
    if (this.#boxes) this.camera.frame(this.#boxes.to);
    this.redraw();
  }

  /** Moves the view so that the point is visible, if it is not. */
  reveal(point: number): void {
    const { camera } = this;
    const x = camera.viewX(this.#to[point * 2]!);
    const y = camera.viewY(this.#to[point * 2 + 1]!);
    const isIn = x >= 0 && y >= 0 && x <= camera.width && y <= camera.height;
    if (!isIn) this.pan(camera.width / 2 - x, camera.height / 2 - y);
  }

  /** Returns whether the point is shown and not dimmed. */
  readonly isShown = (point: number): boolean => isPickable(this.#rgba[point * 4 + 3]!);

  /** @returns the point at this position of the view, or -1 */
  pick(x: number, y: number): number {
    const radius = Math.max(REACH, this.#diameter / 2) / this.camera.scale;
    return nearest(this.#to, [this.camera.planeX(x), this.camera.planeY(y)], radius, this.isShown);
  }

  /** Returns the points inside a line. @param outline in pixels of the view */
  inside(outline: readonly number[]): number[] {
    const corners = Float32Array.from(outline, (value, i) =>
      i % 2 === 0 ? this.camera.planeX(value) : this.camera.planeY(value),
    );
    return pointsInside(corners, this.#to, this.isShown);
  }

  /** Returns points in the view, from its centre outwards. */
  aroundMiddle(most: number): number[] {
    const { camera } = this;
    const away = (point: number) =>
      (this.#to[point * 2]! - camera.x) ** 2 + (this.#to[point * 2 + 1]! - camera.y) ** 2;
    return this.inView()
      .sort((a, b) => away(a) - away(b))
      .slice(0, most);
  }

  inView(): number[] {
    const { width, height } = this.camera;
    return this.inside([0, 0, width, 0, width, height, 0, height]);
  }

  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw);
  }

  get #diameter(): number {
    const many = Math.max(100, this.#to.length / 2);
    const size = 3.4 * (20_000 / many) ** 0.2 * this.camera.zoom ** 0.3;
    return Math.min(14, Math.max(2, size));
  }

  readonly #draw = (now: number): void => {
    this.#frame = 0;
    if (this.#progress < 1) {
      const passed = Math.min(1, Math.max(0, (now - this.#moveBegan) / this.#moveMs));
      this.#progress = passed < 1 ? passed * passed * (3 - 2 * passed) : 1;
      if (this.#isFollowing && this.#boxes)
        this.camera.frame(boxBetween(this.#boxes.from, this.#boxes.to, this.#progress));
    }
    const many = this.#to.length / 2;
    const opacity = Math.min(0.92, Math.max(0.5, 0.92 - 0.2 * Math.log10(many / 2000)));
    const { camera } = this;
    const density = devicePixelRatio;
    const picture = { camera, progress: this.#progress, diameter: this.#diameter, opacity, density };
    this.#renderer?.draw(picture);
    const context = this.#overlay.getContext("2d")!;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    const pixelOf = (point: number): readonly [number, number] => {
      const [i, t] = [point * 2, this.#progress];
      const x = this.#from[i]! + (this.#to[i]! - this.#from[i]!) * t;
      const y = this.#from[i + 1]! + (this.#to[i + 1]! - this.#from[i + 1]!) * t;
      return [camera.viewX(x), camera.viewY(y)];
    };
    drawMarks(context, this.#marks, this.#markColours, pixelOf, picture.diameter);
    if (this.#progress === 1) drawLabels(context, this.#marks.labels, this.#markColours, camera);
    if (this.#progress < 1) this.redraw();
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(this.#onRest, REST_MS);
  };
}

function boxBetween(from: Box, to: Box, share: number): Box {
  const mixed = (a: number, b: number) => a + (b - a) * share;
  return {
    left: mixed(from.left, to.left),
    right: mixed(from.right, to.right),
    bottom: mixed(from.bottom, to.bottom),
    top: mixed(from.top, to.top),
  };
}
