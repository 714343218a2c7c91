// Measures what a call of the library costs beyond the engine's own time, with and without payloads, in a collection of
// real size and in one of ten points, where a search is little more than the call.
import type { Dataset } from "./data/dataset.ts";
import { Child } from "./edge/child.ts";
import { TEXT } from "./edge/kinds.ts";
import type { LibraryCall, LibraryCaller } from "./edge/library-caller.ts";
import { progress } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";

const RUN_MS = 1_000;
const WARM_UP_MS = 2_000;
const CALLS = ["engine", "ids", "payloads"] as const satisfies LibraryCall[];
const FEW = 10;
/** The goals, in microseconds of CPU time. */
const IDS_GOAL = { must: 15, aim: 10, ceiling: true };
const PAYLOADS_GOAL = { must: 20, aim: 12, ceiling: true };

/** Microseconds of CPU time of a call in each repeat. */
type Costs = Record<LibraryCall, number[]>;

export async function libraryCalls(options: Options, dataset: Dataset): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of [dataset, { ...dataset, rows: FEW }]) {
    rows.push(...rowsOf(part, await costsOf(options, part)));
    progress(`${part.name}: calls of the library, ${part.rows} points`);
  }
  return rows;
}

async function costsOf({ repeats }: Options, dataset: Dataset): Promise<Costs> {
  const child = new Child<LibraryCaller>(new URL("./edge/library-caller.ts", import.meta.url));
  try {
    await child.call("load", { dataset, text: TEXT });
    for (const call of CALLS) await child.call("run", { call, ms: WARM_UP_MS });
    const costs: Costs = { engine: [], ids: [], payloads: [] };
    for (let repeat = 0; repeat < repeats; repeat++)
      for (const call of CALLS) costs[call].push(await child.call("run", { call, ms: RUN_MS }));
    return costs;
  } finally {
    child.close();
  }
}

function rowsOf({ name, rows }: Dataset, { engine, ids, payloads }: Costs): Row[] {
  const own = { engine: "library", unit: "µs of CPU" };
  return [
    {
      goal: `${name}: library, ${rows} points, ids and scores beyond the engine`,
      ...own,
      value: median(ids.map((one, i) => one - engine[i]!)),
      ...IDS_GOAL,
      note: `engine alone ${median(engine).toFixed(1)} µs, the call ${median(ids).toFixed(1)} µs`,
    },
    {
      goal: `${name}: library, ${rows} points, payloads of 10 hits beyond ids and scores`,
      ...own,
      value: median(payloads.map((one, i) => one - ids[i]!)),
      ...PAYLOADS_GOAL,
      note: `the call ${median(payloads).toFixed(1)} µs`,
    },
  ];
}
