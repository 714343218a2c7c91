// The options of `npm run bench -- NAME`.
import { parseArgs } from "node:util";
import { clusters } from "./data/clusters.ts";
import type { Dataset } from "./data/dataset.ts";
import { mnist } from "./data/mnist.ts";

export interface Options {
  readonly datasets: readonly ("mnist" | "clusters")[];
  readonly quick: boolean;
  readonly repeats: number;
  /** Only engines whose name contains one of these; all engines if empty. */
  readonly engines: readonly string[];
  readonly json: string | null;
  readonly chart: string | null;
  readonly profile: boolean;
}

export const USAGE = `npm run bench -- NAME [options]
  --data mnist|clusters|both   which data (both)
  --quick                      a tenth of the data: to see that everything runs, not to compare
  --repeats N                  medians of N (5)
  --engines A,B                only engines named A or B, or whose names contain them (all)
  --json FILE                  the rows as JSON
  --profile                    rest, grpc, upsert: a flame graph of the server's main thread, in test/bench/results/profiles
  --chart FILE.svg             search: recall against speed as a chart
`;

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "both" },
      quick: { type: "boolean", default: false },
      repeats: { type: "string", default: "5" },
      engines: { type: "string", default: "" },
      json: { type: "string" },
      chart: { type: "string" },
      profile: { type: "boolean", default: false },
    },
  });
  const { data, quick } = values;
  if (data !== "mnist" && data !== "clusters" && data !== "both")
    throw new Error(`--data ${data} is not known`);
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 1)
    throw new Error(`--repeats ${values.repeats} is not a count`);
  return {
    datasets: data === "both" ? ["mnist", "clusters"] : [data],
    quick,
    repeats,
    engines: values.engines.split(",").filter((part) => part !== ""),
    json: values.json ?? null,
    chart: values.chart ?? null,
    profile: values.profile,
  };
}

/** Opens the data sets that exist. */
export function openDatasets({ datasets, quick }: Options): Dataset[] {
  return datasets.flatMap((name) => {
    if (name === "clusters") return [clusters(quick)];
    const found = mnist(quick);
    if (!found)
      process.stderr.write("shared/data/mnist-784 is not beside this checkout: measured without it\n");
    return found ? [found] : [];
  });
}

/** Returns the names that were requested: a complete name selects only itself. */
export function chosen<Name extends string>({ engines }: Options, names: readonly Name[]): Name[] {
  const matches = (part: string, name: Name) =>
    names.some((whole) => whole === part) ? name === part : name.includes(part);
  return names.filter((name) => engines.length === 0 || engines.some((part) => matches(part, name)));
}
