// Search on the graph: each engine with each ef, in turn; the speed at a recall of .95 and .99, and the curves.
import { writeFileSync } from "node:fs";
import { renderChart } from "./chart.ts";
import { compare, type Series, type Target } from "./compare.ts";
import { sweep } from "./curve.ts";
import { type Dataset, K } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import { median, type Point, speedAt } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import { MACHINE, type Row } from "./report.ts";

const ENGINES = [
  "ours",
  "ours on Node 24",
  "hnswlib-node",
  "usearch",
  "zvec int8 + refine",
  "zvec f32",
] as const satisfies EngineName[];
const RECALLS = [0.95, 0.99];

const hasVnni = /vnni/.test(MACHINE);
/** The goals of Azimuth compared with a peer, in the order of the recalls. */
const GOALS: Partial<Record<EngineName, readonly [Target, Target]>> = {
  "hnswlib-node": [
    { must: 2.2, aim: 3 },
    { must: 2.5, aim: 3 },
  ],
  // Without VNNI the goals are higher, because zvec is slower there.
  "zvec int8 + refine": [
    { must: hasVnni ? 1.8 : 2, aim: 2.5 },
    { must: hasVnni ? 1.7 : 1.8, aim: hasVnni ? 2.2 : 2.5 },
  ],
};

/** The goal of Node 24 compared with Node 20. */
const NODE_24_GOAL: Target = { must: 1, aim: 1.3 };

/** The points of each engine, one list for each repeat. */
export type Curves = ReadonlyMap<EngineName, readonly (readonly Point[])[]>;

export async function search(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const panels: { title: string; curves: { name: string; points: Point[] }[] }[] = [];
  const engines: EngineName[] = chosen(options, ENGINES);
  if (options.base) engines.push("ours, base");
  for (const dataset of openDatasets(options)) {
    const curves = await measureCurves(dataset, engines, options.repeats);
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
      for (const engine of fleet) curves.get(engine.name)!.push(await sweep(engine, truth, dataset.queries));
      progress(`${dataset.name}: repeat ${repeat + 1} of ${repeats}`);
    }
  });
  return curves;
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
      if (!isOurs(engine) || engine === "ours, base") return null;
      if (!isOurs(peer)) return GOALS[peer]?.[RECALLS.indexOf(recall)] ?? {};
      if (engine === "ours on Node 24" && peer === "ours") return NODE_24_GOAL;
      return engine === "ours" && peer === "ours, base" ? {} : null;
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
