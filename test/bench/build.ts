// The time to build an index: the same parameters for all engines, one thread, a fresh process for each build, engines
// in turn.
import { compare, type Series, type Target } from "./compare.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress } from "./engines/fleet.ts";
import { EngineProcess } from "./engines/process.ts";
import type { Spent } from "./engines/spent.ts";
import { median } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const ENGINES = [
  "ours",
  "ours on Node 24",
  "hnswlib-node",
  "usearch",
  "zvec int8 + refine",
] as const satisfies EngineName[];
const GOALS: Partial<Record<EngineName, Target>> = {
  "hnswlib-node": { must: 2, aim: 3 },
};

export async function build(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const engines = chosen(options, ENGINES);
  for (const dataset of openDatasets(options)) {
    const spent = new Map<EngineName, Spent[]>(engines.map((engine) => [engine, []]));
    for (let repeat = 0; repeat < options.repeats; repeat++) {
      for (const engine of engines) {
        const child = new EngineProcess({ engine, dataset });
        try {
          spent.get(engine)!.push(await child.build());
        } finally {
          child.close();
        }
        progress(
          `${dataset.name}: ${engine} ${spent.get(engine)!.at(-1)!.cpuSeconds.toFixed(1)} s of CPU time`,
        );
      }
    }
    rows.push(...rowsOf(`build, ${dataset.name}`, spent));
  }
  return rows;
}

function rowsOf(goal: string, spent: ReadonlyMap<EngineName, readonly Spent[]>): Row[] {
  const seriesOf = (all: readonly Spent[]): Series => ({
    values: all.map(({ cpuSeconds }) => cpuSeconds),
    note: `${median(all.map(({ wallSeconds }) => wallSeconds)).toFixed(1)} s of wall time`,
  });
  return compare({
    goal,
    unit: "CPU s",
    series: new Map([...spent].map(([engine, all]) => [engine, seriesOf(all)])),
    less: true,
    target: (engine, peer) => (isOurs(engine) && !isOurs(peer) ? (GOALS[peer] ?? {}) : null),
  });
}
