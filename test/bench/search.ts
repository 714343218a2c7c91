// Search on the graph: each engine with each ef, in turn; the speed at a recall of .95 and .99, and the curves.
import { writeFileSync } from "node:fs";
import { renderChart } from "./chart.ts";
import { compare, type Series, type Target } from "./compare.ts";
import { type Dataset, K } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import type { EngineProcess } from "./engines/process.ts";
import { median, type Point, speedAt } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const ENGINES = [
  "ours",
  "ours on Node 24",
  "hnswlib-node",
  "usearch",
  "zvec int8 + refine",
  "zvec f32",
] as const satisfies EngineName[];
const WIDTHS = [10, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
const RECALLS = [0.95, 0.99];
/** Larger values of ef than the first with this recall are not measured. */
const ENOUGH = 0.995;

/** The goals of Azimuth compared with a peer. */
const GOALS: Partial<Record<EngineName, Target>> = {
  "hnswlib-node": { must: 2, aim: 3 },
  "zvec int8 + refine": { must: 1.3, aim: 2 },
};

/** The goal of Node 24 compared with Node 20. */
const NODE_24_GOAL: Target = { must: 1, aim: 1.3 };

/** The points of each engine, one list for each repeat. */
export type Curves = ReadonlyMap<EngineName, readonly (readonly Point[])[]>;

export async function search(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const panels: { title: string; curves: { name: string; points: Point[] }[] }[] = [];
  for (const dataset of openDatasets(options)) {
    const curves = await measureCurves(dataset, chosen(options, ENGINES), options.repeats);
    for (const recall of RECALLS) rows.push(...rowsAt(dataset, curves, recall));
    panels.push({
      title: titleOf(dataset),
      curves: [...curves].map(([name, repeats]) => ({ name, points: middle(repeats) })),
    });
  }
  if (options.chart) writeFileSync(options.chart, renderChart(panels));
  return rows;
}

async function measureCurves(
  dataset: Dataset,
  engines: readonly EngineName[],
  repeats: number,
): Promise<Curves> {
  const truth = new Truth(dataset);
  const curves = new Map<EngineName, Point[][]>(engines.map((engine) => [engine, []]));
  await withFleet({ engines, dataset, keep: true }, async (fleet) => {
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const engine of fleet) curves.get(engine.name)!.push(await sweep(engine, dataset, truth));
      progress(`${dataset.name}: repeat ${repeat + 1} of ${repeats}`);
    }
  });
  return curves;
}

async function sweep(engine: EngineProcess, { queries }: Dataset, truth: Truth): Promise<Point[]> {
  const points: Point[] = [];
  for (const ef of WIDTHS) {
    const { ids, cpuSeconds, wallSeconds } = await engine.search({ ef });
    const recall = truth.recall(ids);
    points.push({ ef, recall, qps: queries / cpuSeconds, wallQps: queries / wallSeconds });
    if (recall >= ENOUGH) break;
  }
  return points;
}

function rowsAt(dataset: Dataset, curves: Curves, recall: number): Row[] {
  const seriesOf = (repeats: readonly (readonly Point[])[]): Series => {
    const speeds = repeats.map((points) => speedAt(points, recall));
    const wall = Math.round(median(speeds.map(({ wallQps }) => wallQps)));
    const { range } = speeds[0]!;
    const note = `${wall} per s of wall time`;
    const values = speeds.map(({ qps }) => qps);
    if (range === "exact") return { values, recall, note };
    const nearest = repeats[0]!.at(range === "above" ? 0 : -1)!.recall;
    return { values, recall: nearest, note: `${note}; out of range, so at the nearest recall` };
  };
  return compare({
    goal: `search, ${dataset.name}, recall ${recall}`,
    unit: "queries per CPU s",
    series: new Map([...curves].map(([engine, repeats]) => [engine, seriesOf(repeats)])),
    target: (engine, peer) => {
      if (!isOurs(engine)) return null;
      if (!isOurs(peer)) return GOALS[peer] ?? {};
      return engine === "ours on Node 24" ? NODE_24_GOAL : null;
    },
  });
}

/** Returns the medians of all repeats, point by point. */
function middle(repeats: readonly (readonly Point[])[]): Point[] {
  return repeats[0]!.flatMap(({ ef }) => {
    const same = repeats.flatMap((points) => points.filter((point) => point.ef === ef));
    const of = (part: (point: Point) => number) => median(same.map(part));
    return [{ ef, recall: of((p) => p.recall), qps: of((p) => p.qps), wallQps: of((p) => p.wallQps) }];
  });
}

function titleOf({ name, rows, dimension, metric }: Dataset): string {
  const measure = metric === "euclid" ? "Euclid" : "cosine";
  return `${name}: ${rows.toLocaleString("en-US")} x ${dimension}, ${measure}, k = ${K}`;
}
