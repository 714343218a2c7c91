// Handles pointers, the wheel and keys on the picture.
// The decision: pointer events serve all devices: one pointer moves the view or draws the lasso, two pointers zoom.
import type { Scene } from "./scene.ts";

interface Meanings {
  /** Returns whether a pointer draws a lasso without Shift. */
  isLasso(): boolean;
  /** Is called with the point under the pointer, or -1, and the position of the pointer in the view. */
  onHover(point: number, x: number, y: number): void;
  /** Is called with the clicked point, or -1. */
  onClick(point: number): void;
  onLasso(points: number[]): void;
}

/** A pointer that moved fewer pixels than this is a click. */
const CLICK_PIXELS = 4;
const ZOOM_STEP = 1.3;
const PAN_STEP = 60;
const WHEEL_SPEED = 0.0016;
/** The pixels of a line, for wheels that count in lines. */
const LINE = 16;
/** The distance of two corners of a lasso, in pixels. */
const CORNER_PIXELS = 3;

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Adds the listeners. @returns a function that removes them */
export function listen(element: HTMLElement, scene: Scene, meanings: Meanings): () => void {
  const gestures = new Gestures(element, scene, meanings);
  const ends = new AbortController();
  const { signal } = ends;
  element.addEventListener("pointerdown", gestures.down, { signal });
  element.addEventListener("pointermove", gestures.move, { signal });
  element.addEventListener("pointerup", gestures.up, { signal });
  element.addEventListener("pointercancel", gestures.cancel, { signal });
  element.addEventListener("pointerleave", () => meanings.onHover(-1, 0, 0), { signal });
  element.addEventListener("dblclick", () => scene.frame(), { signal });
  element.addEventListener("wheel", gestures.wheel, { signal, passive: false });
  element.addEventListener("keydown", gestures.key, { signal });
  return () => ends.abort();
}

class Gestures {
  readonly #element: HTMLElement;
  readonly #scene: Scene;
  readonly #meanings: Meanings;
  readonly #pointers = new Map<number, Pixel>();
  #began: Pixel = { x: 0, y: 0 };
  #hasMoved = false;
  /** The corners of the lasso that is being drawn. */
  #lasso: number[] | undefined;

  constructor(element: HTMLElement, scene: Scene, meanings: Meanings) {
    this.#element = element;
    this.#scene = scene;
    this.#meanings = meanings;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const pixel = this.#pixelOf(event);
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, pixel);
    this.#meanings.onHover(-1, 0, 0);
    if (this.#pointers.size > 1) {
      // A second pointer ends the lasso, and prevents a click when the pointers are lifted.
      this.#endLasso();
      this.#hasMoved = true;
      return;
    }
    this.#began = pixel;
    this.#hasMoved = false;
    if (event.shiftKey || this.#meanings.isLasso()) this.#lasso = [pixel.x, pixel.y];
  };

  readonly move = (event: PointerEvent): void => {
    const pixel = this.#pixelOf(event);
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      this.#meanings.onHover(this.#scene.pick(pixel.x, pixel.y), pixel.x, pixel.y);
      return;
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
    this.#hasMoved ||= distance(pixel, this.#began) >= CLICK_PIXELS;
    if (this.#lasso) this.#drawLasso(this.#lasso, pixel);
    else if (others.length > 0) this.#pinch(others[0]![1], before, pixel);
    else if (this.#hasMoved) this.#scene.pan(pixel.x - before.x, pixel.y - before.y);
    else return;
    this.#pointers.set(event.pointerId, pixel);
  };

  readonly up = (event: PointerEvent): void => {
    if (!this.#pointers.delete(event.pointerId)) return;
    const lasso = this.#lasso;
    if (this.#pointers.size > 0) return;
    this.#endLasso();
    if (lasso && this.#hasMoved) this.#meanings.onLasso(this.#scene.inside(lasso));
    else if (!this.#hasMoved) this.#meanings.onClick(this.#scene.pick(this.#began.x, this.#began.y));
  };

  readonly cancel = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    this.#endLasso();
  };

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = this.#pixelOf(event);
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.#scene.zoomAt(x, y, Math.exp(-pixels * WHEEL_SPEED));
  };

  readonly key = (event: KeyboardEvent): void => {
    if (event.target !== this.#element || event.ctrlKey || event.metaKey || event.altKey) return;
    const zoom = (factor: number) => this.#scene.zoom(factor);
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.#scene.pan(PAN_STEP, 0),
      ArrowRight: () => this.#scene.pan(-PAN_STEP, 0),
      ArrowUp: () => this.#scene.pan(0, PAN_STEP),
      ArrowDown: () => this.#scene.pan(0, -PAN_STEP),
      "+": () => zoom(ZOOM_STEP),
      "=": () => zoom(ZOOM_STEP),
      "-": () => zoom(1 / ZOOM_STEP),
      "0": () => this.#scene.frame(),
      Enter: () => this.#meanings.onClick(this.#scene.aroundMiddle(1)[0] ?? -1),
      Escape: () => this.#meanings.onClick(-1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  #drawLasso(lasso: number[], pixel: Pixel): void {
    const last = { x: lasso.at(-2)!, y: lasso.at(-1)! };
    if (distance(pixel, last) < CORNER_PIXELS) return;
    lasso.push(pixel.x, pixel.y);
    this.#scene.mark({ lasso });
  }

  #endLasso(): void {
    if (!this.#lasso) return;
    this.#lasso = undefined;
    this.#scene.mark({ lasso: [] });
  }

  /** Pans and zooms so that the points under both pointers stay under them. */
  #pinch(still: Pixel, before: Pixel, now: Pixel): void {
    const factor = distance(still, now) / Math.max(1, distance(still, before));
    this.#scene.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.#scene.zoomAt((still.x + now.x) / 2, (still.y + now.y) / 2, factor);
  }

  #pixelOf(event: MouseEvent): Pixel {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

function distance(a: Pixel, b: Pixel): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
