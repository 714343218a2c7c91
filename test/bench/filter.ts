// Search among 1 %, 10 % and 50 % of the rows, each at the recall of its goal; before it, payload filters over REST
// (payload-filter.ts), alone with `--data clusters`.
// The decision: an engine is measured with the smallest ef that reaches the recall; values of ef are tried before,
// once. Azimuth gets the matches as bits, which is the form its engine accepts; a peer gets its own kind of filter:
// zvec an expression over an indexed field, hnswlib-node a function of the id.
import { compare, type Series, type Target } from "./compare.ts";
import type { Dataset } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import type { EngineProcess } from "./engines/process.ts";
import { median } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import { payloadFilter } from "./payload-filter.ts";
import type { Row } from "./report.ts";

const ENGINES = ["ours", "hnswlib-node", "zvec int8 + refine", "zvec f32"] as const satisfies EngineName[];
const WIDTHS = [10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256];
const FILTERS = [
  { below: 1, recall: 1 },
  { below: 10, recall: 0.99 },
  { below: 50, recall: 0.98 },
];
/** Enough queries to compare, and few enough for an engine that calls JavaScript for every row. */
const QUERIES = 500;
const GOALS: Partial<Record<EngineName, Target>> = {
  "zvec int8 + refine": { must: 1, aim: 1.5 },
};

interface Measured {
  readonly ef: number;
  readonly recall: number;
  readonly qps: number[];
  readonly wallQps: number[];
}

export async function filter(options: Options): Promise<Row[]> {
  const rows = await payloadFilter(options);
  if (!options.datasets.includes("mnist")) return rows;
  const dataset = openDatasets({ ...options, datasets: ["mnist"] })[0];
  if (!dataset) return rows;
  const truth = new Truth(dataset);
  const engines = chosen(options, ENGINES);
  await withFleet({ engines, dataset, withBuckets: true, keep: true }, async (fleet) => {
    for (const { below, recall } of FILTERS) {
      const measured = new Map<EngineName, Measured>();
      for (const engine of fleet) measured.set(engine.name, await narrowest(engine, truth, below, recall));
      for (let repeat = 0; repeat < options.repeats; repeat++) {
        for (const engine of fleet) await measure(engine, measured.get(engine.name)!, below);
      }
      progress(`${dataset.name}: filter ${below} %`);
      rows.push(...rowsOf(dataset, below, recall, measured));
    }
  });
  return rows;
}

async function narrowest(
  engine: EngineProcess,
  truth: Truth,
  below: number,
  wanted: number,
): Promise<Measured> {
  let best: Measured | null = null;
  for (const ef of WIDTHS) {
    const { ids } = await engine.search({ ef, below, queries: QUERIES });
    const recall = truth.recall(ids, below);
    if (!best || recall > best.recall) best = { ef, recall, qps: [], wallQps: [] };
    if (recall >= wanted) break;
  }
  return best!;
}

async function measure(engine: EngineProcess, { ef, qps, wallQps }: Measured, below: number): Promise<void> {
  const { cpuSeconds, wallSeconds } = await engine.search({ ef, below, queries: QUERIES });
  qps.push(QUERIES / cpuSeconds);
  wallQps.push(QUERIES / wallSeconds);
}

function rowsOf(
  { name }: Dataset,
  below: number,
  wanted: number,
  measured: ReadonlyMap<EngineName, Measured>,
): Row[] {
  const seriesOf = ({ ef, recall, qps, wallQps }: Measured): Series => {
    const short = recall < wanted ? "; no width reaches the recall" : "";
    return {
      values: qps,
      recall,
      note: `ef ${ef}, ${median(wallQps).toFixed(0)} per s of wall time${short}`,
    };
  };
  return compare({
    goal: `filter ${below} %, ${name}, recall ${wanted}`,
    unit: "queries per CPU s",
    series: new Map([...measured].map(([engine, one]) => [engine, seriesOf(one)])),
    target: (engine, peer) => (isOurs(engine) && !isOurs(peer) ? (GOALS[peer] ?? {}) : null),
  });
}
