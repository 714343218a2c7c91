// Draws marks over the points: rings around hovered and selected points, lines to neighbours, and the lasso.

export interface Marks {
  /** The point under the pointer, or -1. */
  readonly hovered: number;
  /** The point whose neighbours are shown, or -1. */
  readonly centre: number;
  /** The neighbours, the nearest first. */
  readonly neighbours: readonly number[];
  /** x and y of the corners, alternating, in pixels of the view. */
  readonly lasso: readonly number[];
}

export interface MarkColours {
  readonly line: string;
  readonly ring: string;
  readonly fill: string;
}

export const NO_MARKS: Marks = { hovered: -1, centre: -1, neighbours: [], lasso: [] };

type PixelOf = (point: number) => readonly [x: number, y: number];

export function drawMarks(
  context: CanvasRenderingContext2D,
  { hovered, centre, neighbours, lasso }: Marks,
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
