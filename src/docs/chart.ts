// Draws benchmarks.svg from the figures in benchmarks.json: node --import tsx src/docs/chart.ts
// The decision: bars start at zero, with one group for each data set and recall. Behind each figure stands its ratio to
// the slowest engine of its group, so no figure has to be read off an axis, and no axis is cut off to exaggerate a
// difference.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Group {
  readonly data: string;
  readonly recall: number;
  readonly figures: readonly { readonly engine: string; readonly perSecond: number }[];
}

interface Benchmarks {
  readonly title: string;
  readonly machine: string;
  readonly groups: readonly Group[];
}

const HERE = new URL("./", import.meta.url);
const WIDTH = 820;
const LEFT = 220;
const RIGHT = 142;
const HEAD = 78;
const GROUP_HEAD = 34;
const ROW = 26;
const BAR = 17;
const OURS = /^Azimuth/;

/** Styles for light and dark colour schemes. Azimuth has a colour of its own and its name in bold. */
const STYLE = `<style>
text { font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2933 }
.title { font-size: 18px; font-weight: 600 } .faint { fill: #5c6773 } .group { font-weight: 600 } .ours { font-weight: 600 }
.card { fill: #ffffff; stroke: #d3d9df } .bar { fill: #9aa5b1 } .bar.ours { fill: #0072b2 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .faint { fill: #9da7b1 }
  .card { fill: #0d1117; stroke: #30363d } .bar { fill: #58626d } .bar.ours { fill: #4aa8e0 }
}
</style>`;

export function drawChart({ title, machine, groups }: Benchmarks): string {
  const parts: string[] = [];
  let y = HEAD;
  for (const group of groups) {
    parts.push(drawGroup(group, y));
    y += GROUP_HEAD + group.figures.length * ROW;
  }
  const height = y + 24;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    STYLE,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>`,
    text(24, 34, title, "title"),
    text(24, 56, `${machine}; ×: times the slowest of the group`, "faint"),
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}

function drawGroup({ data, recall, figures }: Group, top: number): string {
  const speeds = figures.map(({ perSecond }) => perSecond);
  const most = Math.max(...speeds);
  const least = Math.min(...speeds);
  const rows = figures.map(({ engine, perSecond }, i) => {
    const y = top + GROUP_HEAD + i * ROW;
    const width = (perSecond / most) * (WIDTH - LEFT - RIGHT);
    const whose = OURS.test(engine) ? " ours" : "";
    return [
      text(LEFT - 12, y + 14, engine, `end${whose}`, "end"),
      `<rect class="bar${whose}" x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2"/>`,
      text(
        Number((LEFT + width + 8).toFixed(1)),
        y + 14,
        `${perSecond.toLocaleString("en-US")}  ·  ${(perSecond / least).toFixed(1)} ×`,
        `figure${whose}`,
      ),
    ].join("\n");
  });
  const head = `${data}, recall@10 ${String(recall).replace(/^0/, "")}`;
  return [text(24, top + 20, head, "group"), ...rows].join("\n");
}

function text(x: number, y: number, content: string, kind: string, anchor = "start"): string {
  return `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function readBenchmarks(): Benchmarks {
  return JSON.parse(readFileSync(new URL("benchmarks.json", HERE), "utf8")) as Benchmarks;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("benchmarks.svg", HERE), drawChart(readBenchmarks()));
}
