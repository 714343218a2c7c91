// Draws recall against speed as an SVG: one panel for each data set, one line for each engine with its name at the end.
// The decision: recall is drawn by its distance from 1 on a logarithmic axis, because engines differ between .95 and
// .99. Speed is logarithmic, too, so that equal ratios have equal heights. The chart has a light background of its own,
// so that it is readable on a dark page.
import type { Point } from "./measure.ts";
import { MACHINE } from "./report.ts";

export interface Panel {
  readonly title: string;
  readonly curves: readonly { readonly name: string; readonly points: readonly Point[] }[];
}

interface Style {
  readonly label: string;
  readonly colour: string;
  readonly marker: "circle" | "square" | "diamond" | "triangle";
  readonly width: number;
}

/** Colours of Okabe and Ito, which people who confuse red and green can distinguish; the markers differ, too. */
const STYLES: Record<string, Style> = {
  "ours on Node 24": { label: "Azimuth, Node 24", colour: "#0072b2", marker: "diamond", width: 3 },
  ours: { label: "Azimuth, Node 20", colour: "#2f9fe0", marker: "circle", width: 3 },
  "zvec int8 + refine": { label: "zvec int8 + refine", colour: "#d55e00", marker: "square", width: 1.75 },
  "zvec f32": { label: "zvec f32", colour: "#e69f00", marker: "square", width: 1.75 },
  "hnswlib-node": { label: "hnswlib-node", colour: "#009e73", marker: "triangle", width: 1.75 },
  usearch: { label: "usearch f32", colour: "#b4569a", marker: "circle", width: 1.75 },
};
const OTHER: Style = { label: "", colour: "#555555", marker: "circle", width: 1.75 };

const FONT = `font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"`;
const INK = "#1f2933";
const FAINT = "#5c6773";
const GRID = "#e4e7eb";

const PANEL = { width: 560, height: 428 };
const PLOT = { left: 84, top: 44, width: 300, height: 320 };
const HEAD = 70;
const FOOT = 34;
const LABEL_HEIGHT = 19;

const RECALL_TICKS = [0.9, 0.95, 0.98, 0.99, 0.995, 0.998];
const WORST = 0.9;
const BEST = 0.9985;
const GOALS = [0.95, 0.99];

export function renderChart(panels: readonly Panel[]): string {
  const width = PANEL.width * panels.length;
  const height = HEAD + PANEL.height + FOOT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${FONT} role="img" aria-label="Recall against queries per second">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#ffffff" stroke="#d3d9df"/>`,
    text(24, 36, "Recall against speed of graph search", { size: 20, weight: 600 }),
    text(24, 58, "One core. M = 16, ef_construct = 200. Further up and right is better.", {
      size: 14.5,
      fill: FAINT,
    }),
    ...panels.map(
      (panel, i) => `<g transform="translate(${i * PANEL.width} ${HEAD})">${drawPanel(panel)}</g>`,
    ),
    text(24, height - 14, `${MACHINE}; medians`, { size: 13, fill: FAINT }),
    "</svg>\n",
  ].join("\n");
}

function drawPanel({ title, curves }: Panel): string {
  const shown = curves.map(({ name, points }) => ({
    style: STYLES[name] ?? { ...OTHER, label: name },
    points: points.filter(({ recall }) => recall >= WORST && recall <= BEST),
  }));
  const drawn = shown.filter(({ points }) => points.length > 0);
  const speeds = drawn.flatMap(({ points }) => points.map(({ qps }) => qps));
  const range = { low: Math.min(...speeds) / 1.15, high: Math.max(...speeds) * 1.15 };
  const at = (point: Point): [number, number] => [xOf(point.recall), yOf(point.qps, range)];
  const ends = spread(drawn.map(({ points }) => at(points.at(-1)!)[1]));
  return [
    text(PLOT.left, 28, title, { size: 15.5, weight: 600 }),
    grid(range),
    ...drawn.map(({ style, points }) => curve(style, points.map(at))),
    ...drawn.map(({ style, points }, i) => endLabel(style, at(points.at(-1)!), ends[i]!)),
  ].join("\n");
}

function grid(range: { low: number; high: number }): string {
  const { left, top, width, height } = PLOT;
  const bottom = top + height;
  const parts: string[] = [];
  for (const recall of RECALL_TICKS) {
    const goal = GOALS.includes(recall);
    const x = round(xOf(recall));
    const dashes = goal ? `stroke-dasharray="4 3"` : "";
    parts.push(
      `<line x1="${x}" y1="${top}" x2="${x}" y2="${bottom}" stroke="${goal ? "#9aa5b1" : GRID}" ${dashes}/>`,
      text(x, bottom + 20, String(recall).replace(/^0/, ""), {
        size: 13.5,
        anchor: "middle",
        weight: goal ? 600 : 400,
      }),
    );
  }
  for (const qps of speedTicks(range)) {
    const y = round(yOf(qps, range));
    parts.push(
      `<line x1="${left}" y1="${y}" x2="${left + width}" y2="${y}" stroke="${GRID}"/>`,
      text(left - 8, y + 4, qps.toLocaleString("en-US"), { size: 13.5, anchor: "end" }),
    );
  }
  parts.push(
    text(left + width / 2, bottom + 46, "recall@10", { size: 14.5, anchor: "middle", fill: FAINT }),
    `<g transform="translate(20 ${top + height / 2}) rotate(-90)">${text(0, 0, "queries per second of CPU time", { size: 14.5, anchor: "middle", fill: FAINT })}</g>`,
  );
  return parts.join("\n");
}

/** Returns 1, 2 and 5 times the powers of ten within the range. */
function speedTicks({ low, high }: { low: number; high: number }): number[] {
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const step of [1, 2, 5]) if (power * step >= low && power * step <= high) ticks.push(power * step);
  }
  return ticks;
}

function curve({ colour, marker, width }: Style, points: readonly (readonly [number, number])[]): string {
  const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`,
    ...points.map(([x, y]) => drawMarker(marker, x, y, width + 1.75, colour)),
  ].join("\n");
}

function drawMarker(marker: Style["marker"], x: number, y: number, r: number, colour: string): string {
  const paint = `fill="${colour}" stroke="#ffffff" stroke-width="1"`;
  const corners = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ")}" ${paint}/>`;
  switch (marker) {
    case "circle":
      return `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" ${paint}/>`;
    case "square":
      return corners([
        [-r, -r],
        [r, -r],
        [r, r],
        [-r, r],
      ]);
    case "diamond":
      return corners([
        [0, -r * 1.35],
        [r * 1.35, 0],
        [0, r * 1.35],
        [-r * 1.35, 0],
      ]);
    case "triangle":
      return corners([
        [0, -r * 1.2],
        [r * 1.15, r],
        [-r * 1.15, r],
      ]);
  }
}

/** Writes the name of a line beside the plot, connected to the end of the line. */
function endLabel(
  { label, colour, width }: Style,
  [x, y]: readonly [number, number],
  labelY: number,
): string {
  const from = round(x + 7);
  const to = PLOT.left + PLOT.width + 14;
  return [
    `<path d="M${from} ${round(y)} L${Math.max(from, to - 10)} ${round(labelY)} H${to}" fill="none" stroke="${colour}" stroke-width="1" opacity="0.55"/>`,
    text(to + 5, labelY + 4, label, { size: 14.5, fill: colour, weight: width > 2 ? 700 : 500 }),
  ].join("\n");
}

/** Returns heights near the wanted ones, in the same order, with the height of a text line between them. */
function spread(wanted: readonly number[]): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  for (let n = 1; n < order.length; n++) {
    placed[order[n]!] = Math.max(placed[order[n]!]!, placed[order[n - 1]!]! + LABEL_HEIGHT);
  }
  const lowest = PLOT.top + PLOT.height;
  for (let n = order.length - 1; n >= 0; n--) {
    const limit = n === order.length - 1 ? lowest : placed[order[n + 1]!]! - LABEL_HEIGHT;
    placed[order[n]!] = Math.min(placed[order[n]!]!, limit);
  }
  return placed;
}

function xOf(recall: number): number {
  const nines = (value: number) => -Math.log10(1 - value);
  const share = (nines(recall) - nines(WORST)) / (nines(BEST) - nines(WORST));
  return PLOT.left + share * PLOT.width;
}

function yOf(qps: number, { low, high }: { low: number; high: number }): number {
  const share = Math.log(qps / low) / Math.log(high / low);
  return PLOT.top + (1 - share) * PLOT.height;
}

interface TextStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: "start" | "middle" | "end";
}

export function text(
  x: number,
  y: number,
  content: string,
  { size, weight = 400, fill = INK, anchor = "start" }: TextStyle,
): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped}</text>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
