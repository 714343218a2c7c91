// Draws recall and its cost as an SVG: recall by ef, and the CPU time of a search by its recall, one line for each data
// set with its name at the end.
// The decision: recall is drawn by its distance from 1 on a logarithmic axis, as in the chart of speeds; ef and time
// are logarithmic, too. The left half shows that one ef means another recall on each data set, the right half what
// more recall costs.
import { round, text } from "./chart.ts";
import { MACHINE } from "./report.ts";

/** The searches of one data set by ef. */
export interface RecallPanel {
  readonly name: string;
  readonly points: readonly { readonly ef: number; readonly recall: number; readonly us: number }[];
}

type Point = RecallPanel["points"][number];

/** Colours of Okabe and Ito, which people who confuse red and green can distinguish. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#b4569a", "#e69f00", "#56b4e9", "#555555"];
const FAINT = "#5c6773";
const GRID = "#e4e7eb";
const GOAL = "#9aa5b1";
const PLOT = { top: 112, height: 300, width: 330 };
const LEFTS = [76, 500];
const WIDTH = 870;
const LEGEND = { top: 470, row: 22, columns: 2, left: 76, column: 424 };
const RECALLS = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998];
const WORST = 0.5;
const BEST = 0.9985;
const DEFAULT = 0.95;
const EFS = [10, 20, 50, 100, 200, 500, 1000];
const TICKS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

export function renderRecallChart(panels: readonly RecallPanel[]): string {
  const lines = panels.map(({ points }) => points.filter(({ recall }) => recall >= WORST && recall <= BEST));
  const all = lines.flat();
  const ef = logarithmic([10, 1000], LEFTS[0]!, PLOT.width);
  const bottom = PLOT.top + PLOT.height;
  const times = all.map(({ us }) => us);
  const us = logarithmic([Math.min(...times) / 1.2, Math.max(...times) * 1.2], bottom, -PLOT.height);
  const height = LEGEND.top + Math.ceil(panels.length / LEGEND.columns) * LEGEND.row + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" role="img" aria-label="Recall by ef, and the cost of a search by recall">`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10" fill="#ffffff" stroke="#d3d9df"/>`,
    text(24, 36, "What ef finds, and what recall costs", { size: 20, weight: 600 }),
    text(24, 58, "Ten nearest points, no filter. The dashed line is the default, a recall of .95.", {
      size: 14.5,
      fill: FAINT,
    }),
    text(LEFTS[0]!, 96, "recall@10 by ef", { size: 15.5, weight: 600 }),
    text(LEFTS[1]!, 96, "CPU of a search in us, by recall@10", { size: 15.5, weight: 600 }),
    ...EFS.map((tick) => vertical(ef(tick), String(tick))),
    ...RECALLS.map((tick) => horizontal(recallY(tick), 0, short(tick), tick === DEFAULT)),
    ...RECALLS.map((tick) => vertical(recallX(tick), short(tick), tick === DEFAULT)),
    ...TICKS.filter((tick) => us(tick) >= PLOT.top && us(tick) <= bottom).map((tick) =>
      horizontal(us(tick), 1, tick.toLocaleString("en-US")),
    ),
    ...lines.map((points, i) => curve(i, points, (point) => [ef(point.ef), recallY(point.recall)])),
    ...lines.map((points, i) => curve(i, points, (point) => [recallX(point.recall), us(point.us)])),
    ...panels.map(({ name }, i) => legend(i, name)),
    text(24, height - 14, MACHINE, { size: 13, fill: FAINT }),
    "</svg>\n",
  ].join("\n");
}

/** Returns a scale from `low` at `start` to `high` at `start + length`. */
function logarithmic([low, high]: readonly [number, number], start: number, length: number) {
  return (value: number) => start + (Math.log(value / low) / Math.log(high / low)) * length;
}

function shareOf(recall: number): number {
  const nines = (value: number) => -Math.log10(1 - value);
  return (nines(recall) - nines(WORST)) / (nines(BEST) - nines(WORST));
}

const recallX = (recall: number) => LEFTS[1]! + shareOf(recall) * PLOT.width;
const recallY = (recall: number) => PLOT.top + (1 - shareOf(recall)) * PLOT.height;
const short = (recall: number) => String(recall).replace(/^0/, "");
const stroke = (isGoal: boolean) => (isGoal ? `stroke="${GOAL}" stroke-dasharray="4 3"` : `stroke="${GRID}"`);

function vertical(x: number, label: string, isGoal = false): string {
  const bottom = PLOT.top + PLOT.height;
  return [
    `<line x1="${round(x)}" y1="${PLOT.top}" x2="${round(x)}" y2="${bottom}" ${stroke(isGoal)}/>`,
    text(x, bottom + 20, label, { size: 13, anchor: "middle", weight: isGoal ? 600 : 400 }),
  ].join("\n");
}

function horizontal(y: number, half: number, label: string, isGoal = false): string {
  const left = LEFTS[half]!;
  return [
    `<line x1="${left}" y1="${round(y)}" x2="${left + PLOT.width}" y2="${round(y)}" ${stroke(isGoal)}/>`,
    text(left - 8, y + 4, label, { size: 13, anchor: "end", weight: isGoal ? 600 : 400 }),
  ].join("\n");
}

function curve(i: number, points: readonly Point[], at: (point: Point) => [number, number]): string {
  const places = points.map(at).map(([x, y]) => `${round(x)} ${round(y)}`);
  return `<polyline points="${places.join(", ")}" fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2.5" stroke-linejoin="round"/>`;
}

function legend(i: number, name: string): string {
  const x = LEGEND.left + (i % LEGEND.columns) * LEGEND.column;
  const y = LEGEND.top + Math.floor(i / LEGEND.columns) * LEGEND.row;
  return [
    `<line x1="${x}" y1="${y - 4}" x2="${x + 28}" y2="${y - 4}" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="3"/>`,
    text(x + 36, y, name, { size: 14 }),
  ].join("\n");
}
