// The options of `npm run bench -- NAME`.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { clusters, smallClusters } from "./data/clusters.ts";
import type { Dataset } from "./data/dataset.ts";
import { mnist } from "./data/mnist.ts";
import { RECALL_DATA } from "./data/recall-data.ts";
import { wordnet } from "./data/wordnet.ts";
import { measureBeside } from "./engines/base.ts";

/** Opens each data set with its own number of rows or fewer; null: it is not beside this checkout. */
const DATASETS = { mnist, wordnet, clusters, "clusters-128": smallClusters } satisfies Record<
  string,
  (rows?: number) => Dataset | null
>;
type DatasetName = keyof typeof DATASETS;
/** The rows of `--quick`, a tenth or more. */
const QUICK_ROWS = 10_000;

export interface Options {
  readonly datasets: readonly DatasetName[];
  /** The data sets of the recall benchmark. */
  readonly recallData: readonly string[];
  /** The number of rows; absent: all of a data set. */
  readonly rows?: number | undefined;
  readonly quick: boolean;
  readonly repeats: number;
  /** Only engines whose name contains one of these; all engines if empty. */
  readonly engines: readonly string[];
  /** Only rows whose name contains one of these; all rows if empty. */
  readonly only: readonly string[];
  readonly json: string | null;
  readonly chart: string | null;
  readonly profile: boolean;
  /** Whether another checkout is measured, too. */
  readonly base: boolean;
  readonly bulk: boolean;
}

export const USAGE = `npm run bench -- NAME [options]
  --data A,B                   which data: mnist, wordnet, clusters, clusters-128 (mnist,clusters)
                               recall: wordnet, mnist, clusters, heavy-tailed, low-rank, duplicates (all)
  --rows N                     the number of rows (all that a data set has; clusters have any number)
  --quick                      10,000 rows: to see that everything runs, not to compare
  --repeats N                  medians of N (5)
  --engines A,B                only engines named A or B, or whose names contain them (all)
  --base FOLDER                search, filter, build, requests, restart: the built checkout in this folder, too
  --bulk                       build: also without bulk builds, and the speed of searches on both graphs
  --only A,B                   capacity, requests: only kinds of requests whose names contain A or B (all)
  --json FILE                  the rows as JSON
  --profile                    rest, grpc, upsert, requests: a flame graph of the server's main thread, in test/bench/results/profiles
  --chart FILE.svg             search: recall against speed as a chart; recall: ef, recall and cost
`;

/** @param name of the benchmark */
export function parseOptions(name: string, args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      rows: { type: "string" },
      quick: { type: "boolean", default: false },
      base: { type: "string" },
      bulk: { type: "boolean", default: false },
      repeats: { type: "string", default: "5" },
      engines: { type: "string", default: "" },
      only: { type: "string", default: "" },
      json: { type: "string" },
      chart: { type: "string" },
      profile: { type: "boolean", default: false },
    },
  });
  const { quick, bulk, base } = values;
  if (base) measureBeside(resolve(base));
  return {
    datasets: name === "recall" ? [] : (values.data ?? "mnist,clusters").split(",").map(datasetName),
    recallData: name === "recall" ? (values.data?.split(",") ?? RECALL_DATA).map(recallDataName) : [],
    rows: values.rows === undefined ? (quick ? QUICK_ROWS : undefined) : count("rows", values.rows),
    quick,
    repeats: count("repeats", values.repeats),
    engines: listOf(values.engines),
    only: listOf(values.only),
    json: values.json ?? null,
    chart: values.chart ?? null,
    profile: values.profile,
    base: base !== undefined,
    bulk,
  };
}

function listOf(text: string): string[] {
  return text.split(",").filter((part) => part !== "");
}

function datasetName(name: string): DatasetName {
  if (Object.hasOwn(DATASETS, name)) return name as DatasetName;
  throw new Error(`--data ${name} is not known`);
}

function recallDataName(name: string): string {
  if (RECALL_DATA.includes(name)) return name;
  throw new Error(`--data ${name} is not known`);
}

function count(option: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${option} ${text} is not a count`);
}

/** Opens the data sets; drawn clusters stand for those that are not beside this checkout. */
export function openDatasets({ datasets, rows }: Pick<Options, "datasets" | "rows">): Dataset[] {
  const open = new Map<string, Dataset>();
  for (const name of datasets) {
    const found = DATASETS[name](rows);
    if (!found) process.stderr.write(`../shared/data has no ${name}: measured with clusters instead\n`);
    const dataset = found ?? clusters(rows);
    open.set(dataset.name, dataset);
  }
  return [...open.values()];
}

/** Returns the names that were requested: a complete name selects only itself. */
export function chosen<Name extends string>({ engines }: Options, names: readonly Name[]): Name[] {
  const matches = (part: string, name: Name) =>
    names.some((whole) => whole === part) ? name === part : name.includes(part);
  return names.filter((name) => engines.length === 0 || engines.some((part) => matches(part, name)));
}
