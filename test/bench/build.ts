// The time to build an index, from the first row to the last that searches find through the index: the same parameters
// for all engines, a fresh process for each build, engines in turn. The decision: with `--bulk` the graphs are
// searched, too, because a faster build counts only if its graph is as good. The processes of a repeat then stay open
// and search in turn, several times: the speed of one pass differs from that of the next by up to a third.
import { compare, type Series, type Target } from "./compare.ts";
import { sweep } from "./curve.ts";
import type { Dataset } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress } from "./engines/fleet.ts";
import { EngineProcess } from "./engines/process.ts";
import type { Spent } from "./engines/spent.ts";
import { median, type Point, speedAt } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const ENGINES = [
  "ours",
  "ours on Node 24",
  "hnswlib-node",
  "usearch",
  "zvec int8 + refine",
] as const satisfies EngineName[];
const INSERTION = "ours, insertion" satisfies EngineName;
const GOALS: Partial<Record<EngineName, Target>> = { "hnswlib-node": { must: 2, aim: 3 } };
/** The goals of a build in bulk compared with insertion, by the data. */
const BULK_GOALS: Readonly<Record<string, Target>> = {
  wordnet: { must: 3, aim: 4 },
  mnist: { must: 4, aim: 5 },
  "clusters-128": { must: 5, aim: 6 },
};
/** The recalls of `--bulk`, and the share of the speed that a graph built in bulk must keep. */
const RECALLS = [
  { recall: 0.95, must: 0.97 },
  { recall: 0.99, must: 0.95 },
];

/** How often each graph is searched. */
const SWEEPS = 7;

interface Built extends Spent {
  /** One curve for each time that the graph was searched. */
  readonly curves: (readonly Point[])[];
}

export async function build(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const engines: EngineName[] = options.bulk
    ? [...chosen(options, ["ours"]), INSERTION]
    : chosen(options, ENGINES);
  if (options.base) engines.push("ours, base");
  for (const dataset of openDatasets(options)) {
    const truth = options.bulk ? new Truth(dataset) : null;
    const built = new Map<EngineName, Built[]>(engines.map((engine) => [engine, []]));
    for (let repeat = 0; repeat < options.repeats; repeat++) {
      for (const [engine, one] of await buildEach(engines, dataset, truth)) built.get(engine)!.push(one);
    }
    rows.push(...buildRows(dataset.name, built));
    if (options.bulk) rows.push(...searchRows(dataset.name, built));
  }
  return rows;
}

/** Builds with each engine, one after the other, and then searches the graphs in turn. */
async function buildEach(
  engines: readonly EngineName[],
  dataset: Dataset,
  truth: Truth | null,
): Promise<Map<EngineName, Built>> {
  const children = new Map<EngineName, EngineProcess>();
  const built = new Map<EngineName, Built>();
  try {
    for (const engine of engines) {
      const child = new EngineProcess({ engine, dataset });
      children.set(engine, child);
      const spent = await child.build();
      built.set(engine, { ...spent, curves: [] });
      progress(`${dataset.name}: ${engine} ${spent.cpuSeconds.toFixed(1)} s of CPU time`);
      if (truth === null) child.close();
    }
    for (let i = 0; truth !== null && i < SWEEPS; i++) {
      for (const [engine, child] of children)
        built.get(engine)!.curves.push(await sweep(child, truth, dataset.queries));
    }
  } finally {
    for (const child of children.values()) child.close();
  }
  return built;
}

function buildRows(data: string, built: ReadonlyMap<EngineName, readonly Built[]>): Row[] {
  const seriesOf = (all: readonly Built[]): Series => ({
    values: all.map(({ cpuSeconds }) => cpuSeconds),
    note: `${median(all.map(({ wallSeconds }) => wallSeconds)).toFixed(1)} s of wall time`,
  });
  return compare({
    goal: `build, ${data}`,
    unit: "CPU s",
    series: new Map([...built].map(([engine, all]) => [engine, seriesOf(all)])),
    less: true,
    target: (engine, peer) => {
      if (!comparesWith(engine, peer)) return null;
      return (peer === INSERTION ? BULK_GOALS[data] : GOALS[peer]) ?? {};
    },
  });
}

function searchRows(data: string, built: ReadonlyMap<EngineName, readonly Built[]>): Row[] {
  return RECALLS.flatMap(({ recall, must }) =>
    compare({
      goal: `search, ${data}, recall ${recall}`,
      unit: "queries per CPU s",
      series: new Map(
        [...built].map(([engine, all]) => [
          engine,
          {
            values: all.flatMap(({ curves }) => curves.map((curve) => speedAt(curve, recall).qps)),
            recall,
          },
        ]),
      ),
      target: (engine, peer) => (comparesWith(engine, peer) ? { must } : null),
    }),
  );
}

/** Azimuth is compared with other engines, and its usual build with its other builds. */
function comparesWith(engine: EngineName, peer: EngineName): boolean {
  if (isOurs(peer)) return engine === "ours" && peer !== "ours" && peer !== "ours on Node 24";
  return engine === "ours" || engine === "ours on Node 24";
}
