// Draws marks over the points: rings around hovered and selected points, lines to neighbours, labels, and the lasso.
import type { Camera } from "./camera.ts";

/** A text at a position of the plane. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface Marks {
  /** The point under the pointer, or -1. */
  readonly hovered: number;
  /** The point whose neighbours are shown, or -1. */
  readonly centre: number;
  /** The neighbours, the nearest first. */
  readonly neighbours: readonly number[];
  readonly selected: readonly number[];
  /** The most important first. */
  readonly labels: readonly Label[];
  /** x and y of the corners, alternating, in pixels of the view. */
  readonly lasso: readonly number[];
}

export interface MarkColours {
  readonly line: string;
  readonly ring: string;
  readonly fill: string;
  /** The background, which is drawn around the texts. */
  readonly halo: string;
}

export const NO_MARKS: Marks = {
  hovered: -1,
  centre: -1,
  neighbours: [],
  selected: [],
  labels: [],
  lasso: [],
};

/** More rings would hide the points. */
const MAX_RINGS = 500;
const LABEL_FONT = "600 12px system-ui, sans-serif";
const LABEL_HEIGHT = 15;
const LABEL_DISTANCE = 3;
const MAX_LABEL_LENGTH = 28;

type PixelOf = (point: number) => readonly [x: number, y: number];

export function drawMarks(
  context: CanvasRenderingContext2D,
  { hovered, centre, neighbours, selected, lasso }: Marks,
  colours: MarkColours,
  pixelOf: PixelOf,
  diameter: number,
): void {
  context.lineWidth = 1.25;
  context.strokeStyle = colours.line;
  if (centre >= 0) {
    const [fromX, fromY] = pixelOf(centre);
    context.beginPath();
    for (const point of neighbours) {
      context.moveTo(fromX, fromY);
      context.lineTo(...pixelOf(point));
    }
    context.stroke();
  }
  context.strokeStyle = colours.ring;
  if (selected.length <= MAX_RINGS)
    for (const point of selected) ring(context, pixelOf(point), diameter / 2 + 1);
  context.lineWidth = 2;
  for (const point of neighbours) ring(context, pixelOf(point), diameter / 2 + 2);
  if (centre >= 0) ring(context, pixelOf(centre), diameter / 2 + 5);
  if (hovered >= 0) ring(context, pixelOf(hovered), diameter / 2 + 3);
  if (lasso.length >= 4) outline(context, lasso, colours);
}

function ring(context: CanvasRenderingContext2D, [x, y]: readonly [number, number], radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

function outline(context: CanvasRenderingContext2D, lasso: readonly number[], colours: MarkColours): void {
  context.beginPath();
  for (let i = 0; i < lasso.length; i += 2) context.lineTo(lasso[i]!, lasso[i + 1]!);
  context.closePath();
  context.fillStyle = colours.fill;
  context.fill();
  context.setLineDash([5, 4]);
  context.stroke();
  context.setLineDash([]);
}

/** Draws texts; one that would overlap an earlier one is left out. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly Label[],
  { ring: ink, halo }: MarkColours,
  camera: Camera,
): void {
  context.font = LABEL_FONT;
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = halo;
  context.fillStyle = ink;
  const drawn: { x: number; y: number; half: number }[] = [];
  for (const label of labels) {
    const isLong = label.text.length > MAX_LABEL_LENGTH;
    const text = isLong ? `${label.text.slice(0, MAX_LABEL_LENGTH)}…` : label.text;
    const half = context.measureText(text).width / 2 + 2;
    const [x, y] = [camera.viewX(label.x), camera.viewY(label.y) - LABEL_DISTANCE];
    const isFree = drawn.every(
      (other) => Math.abs(other.y - y) >= LABEL_HEIGHT || Math.abs(other.x - x) >= other.half + half,
    );
    if (!isFree) continue;
    drawn.push({ x, y, half });
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
