// Searches with filters that match 1, 10, 50 and 100 % of the points, counts and facets, through the public interface.
// The decision: an engine is measured with the smallest ef that reaches the recall of the goal, and its time is
// compared with that of its own search without a filter at this recall, measured in the same repeat. The first use of a
// filter is a figure of its own, because repeated filters come from a cache.
import { compare, type Series, type Target } from "./compare.ts";
import { sweep, WIDTHS } from "./curve.ts";
import type { Dataset } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import type { SearchJob } from "./engines/child.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import { SHARES } from "./engines/ours-filters.ts";
import type { EngineProcess } from "./engines/process.ts";
import { median, type Point, speedAt } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const ENGINES = ["ours", "hnswlib-node", "zvec int8 + refine"] as const satisfies EngineName[];
const RECALLS: Record<(typeof SHARES)[number], number> = { 1: 0.99, 10: 0.99, 50: 0.98, 100: 0.98 };
/** Enough queries to compare, and few enough for an engine that calls JavaScript for every row. */
const QUERIES = 500;
/** A count without an index reads every payload. */
const SLOW_QUERIES = 3;
const MANY = 1_000_000;
const REPEATED = "integer, repeated";
const CASES: Record<string, Partial<SearchJob>> = {
  [REPEATED]: {},
  "integer, first use": { isNew: true },
  "keyword, repeated": { field: "keyword" },
  "keyword, first use": { field: "keyword", isNew: true },
};
const OTHERS: Record<string, { job: Partial<SearchJob>; goal: Pick<Row, "must" | "aim"> }> = {
  facet: { job: { operation: "facet" }, goal: { must: 30, aim: 10 } },
  "facet, filter 10 % repeated": { job: { operation: "facet", below: 10 }, goal: {} },
  "count, filter 10 % repeated": { job: { operation: "count", below: 10 }, goal: { must: 60, aim: 20 } },
  "count, filter 10 % first use": { job: { operation: "count", below: 10, isNew: true }, goal: {} },
  "count, filter 10 % without an index": {
    job: { operation: "count", below: 10, field: "plain", queries: SLOW_QUERIES },
    goal: {},
  },
};

/** One engine and filter: the microseconds of each repeat, and of searches without a filter at the same recall. */
interface Measured {
  readonly ef: number;
  readonly recall: number;
  readonly times: number[];
  readonly unfiltered: number[];
  /** The times of searches without a filter at the recall of the filtered search, which may be above the goal. */
  readonly atItsRecall: number[];
}

export async function filter(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const engines = [...chosen(options, ENGINES), ...(options.base ? (["ours, base"] as const) : [])];
  for (const dataset of openDatasets(options)) {
    await withFleet({ engines, dataset, withBuckets: true, keep: true }, async (fleet) => {
      rows.push(...(await searches(fleet, dataset, options.repeats)));
      for (const engine of fleet)
        if (isOurs(engine.name)) rows.push(...(await others(engine, dataset, options.repeats)));
    });
  }
  return rows;
}

async function searches(fleet: readonly EngineProcess[], dataset: Dataset, repeats: number): Promise<Row[]> {
  const truth = new Truth(dataset);
  const queries = Math.min(QUERIES, dataset.queries);
  const measured = new Map<(typeof SHARES)[number], Map<EngineName, Map<string, Measured>>>();
  for (const below of SHARES) {
    const engines = new Map<EngineName, Map<string, Measured>>();
    for (const engine of fleet) engines.set(engine.name, await narrowest(engine, truth, below, queries));
    measured.set(below, engines);
    progress(`${dataset.name}: filter ${below} %`);
  }
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const engine of fleet) {
      const curve = await sweep(engine, truth, queries);
      for (const below of SHARES) {
        for (const [name, one] of measured.get(below)!.get(engine.name)!)
          await measure(engine, one, { ...CASES[name], below, queries }, { curve, wanted: RECALLS[below] });
      }
    }
    progress(`${dataset.name}: repeat ${repeat + 1} of ${repeats}`);
  }
  return SHARES.flatMap((below) => rowsOf(dataset, below, measured.get(below)!));
}

/** Finds for each case the smallest ef that reaches the recall; other engines have one kind of filter. */
async function narrowest(
  engine: EngineProcess,
  truth: Truth,
  below: (typeof SHARES)[number],
  queries: number,
): Promise<Map<string, Measured>> {
  const cases = isOurs(engine.name) ? Object.keys(CASES) : [REPEATED];
  const found = new Map<string, Measured>();
  for (const name of cases) {
    let best = { ef: 0, recall: -1 };
    for (const ef of WIDTHS) {
      const { ids } = await engine.search({ ...CASES[name], ef, below, queries });
      const recall = truth.recall(ids, below);
      if (recall > best.recall) best = { ef, recall };
      if (recall >= RECALLS[below]) break;
    }
    found.set(name, { ...best, times: [], unfiltered: [], atItsRecall: [] });
  }
  return found;
}

async function measure(
  engine: EngineProcess,
  { ef, recall, times, unfiltered, atItsRecall }: Measured,
  job: Partial<SearchJob> & { readonly queries: number },
  { curve, wanted }: { readonly curve: readonly Point[]; readonly wanted: number },
): Promise<void> {
  const { cpuSeconds } = await engine.search({ ...job, ef });
  times.push((cpuSeconds / job.queries) * 1e6);
  unfiltered.push(1e6 / speedAt(curve, wanted).qps);
  atItsRecall.push(1e6 / speedAt(curve, recall).qps);
}

function rowsOf(
  { name, rows }: Dataset,
  below: (typeof SHARES)[number],
  measured: ReadonlyMap<EngineName, ReadonlyMap<string, Measured>>,
): Row[] {
  const wanted = RECALLS[below];
  const own = [...measured].flatMap(([engine, cases]) =>
    [...cases].map(([kind, one]): Row => {
      const { ef, recall, times, unfiltered, atItsRecall } = one;
      const ratios = (of: readonly number[]) => median(times.map((time, i) => time / of[i]!));
      return {
        goal: `filter ${below} % of ${name}, ${kind}`,
        engine,
        value: median(times),
        unit: "CPU us",
        recall,
        peer: `no filter, recall ${wanted}`,
        peer_value: median(unfiltered),
        ratio: ratios(unfiltered),
        ceiling: true,
        ...(isOurs(engine) && below < 100 ? goalOf(kind, rows) : {}),
        note: `ef ${ef}${recall < wanted ? ": no width reaches the recall" : ""}; ${ratios(atItsRecall).toFixed(2)}x at its recall`,
      };
    }),
  );
  const series = new Map<EngineName, Series>(
    [...measured].map(([engine, cases]) => {
      const { times, recall } = cases.get(REPEATED)!;
      return [engine, { values: times, recall }];
    }),
  );
  const goal = `filter ${below} % of ${name}, ${REPEATED}`;
  const target = (engine: EngineName, peer: EngineName) => (engine === "ours" && peer !== "ours" ? {} : null);
  return [
    ...own,
    ...compare({ goal, unit: "CPU us", series, less: true, target }).filter(({ peer }) => peer),
  ];
}

function goalOf(kind: string, rows: number): Target {
  if (kind.endsWith("first use")) return rows < MANY ? { must: 1.5, aim: 1 } : { must: 2, aim: 1.2 };
  return rows < MANY ? { must: 1.1, aim: 0.8 } : { must: 1.2, aim: 1 };
}

async function others(engine: EngineProcess, dataset: Dataset, repeats: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [goal, { job, goal: wanted }] of Object.entries(OTHERS)) {
    const times: number[] = [];
    const queries = job.queries ?? Math.min(QUERIES, dataset.queries);
    // The first round is not counted: V8 compiles what it calls.
    for (let repeat = 0; repeat <= repeats; repeat++)
      times.push(((await engine.search({ ...job, queries })).cpuSeconds / queries) * 1e6);
    const value = median(times.slice(1));
    rows.push({
      goal: `${goal}, ${dataset.name}`,
      engine: engine.name,
      value,
      unit: "CPU us",
      ceiling: true,
      ...wanted,
    });
  }
  return rows;
}
