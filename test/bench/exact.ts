// Search without an index: every row is compared, or every code and then the best candidates on f32. The decision: f32
// is compared with the best f32 of any peer, and so are our codes, which keep a recall of 1; zvec's scan of codes,
// which has no refiner, is compared with ours, too.
import { compare, type Series, type Target } from "./compare.ts";
import { Truth } from "./data/truth.ts";
import type { EngineName } from "./engines/catalog.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import { MACHINE, type Row } from "./report.ts";

const OURS = ["ours f32", "ours f32, batches", "ours"] as const satisfies EngineName[];
/** The engines that compare f32; the best of them is the goal. */
const PEERS = ["hnswlib-node", "usearch", "usearch, batches", "zvec f32"] as const satisfies EngineName[];
const CODES = "zvec int8" satisfies EngineName;
const QUERIES = 200;
const GOALS: Partial<Record<EngineName, Target>> = {
  "ours f32": { must: 1, aim: 3 },
  "ours f32, batches": { must: 1, aim: 3 },
  ours: { must: 2, aim: 3 },
};
/** Without VNNI the goal is higher, because zvec is slower there. */
const CODES_GOAL = /vnni/.test(MACHINE) ? { must: 1.2, aim: 2 } : { must: 3, aim: 4 };

interface Measured {
  readonly recall: number;
  readonly qps: number[];
  readonly wallQps: number[];
}

export async function exact(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const engines = chosen(options, [...OURS, ...PEERS, CODES]);
  for (const dataset of openDatasets(options)) {
    const truth = new Truth(dataset);
    const measured = new Map<EngineName, Measured>();
    await withFleet({ engines, dataset, kind: "flat" }, async (fleet) => {
      for (let repeat = 0; repeat < options.repeats; repeat++) {
        for (const engine of fleet) {
          const { ids, cpuSeconds, wallSeconds } = await engine.search({ queries: QUERIES });
          const all = measured.get(engine.name) ?? { recall: truth.recall(ids), qps: [], wallQps: [] };
          all.qps.push(QUERIES / cpuSeconds);
          all.wallQps.push(QUERIES / wallSeconds);
          measured.set(engine.name, all);
        }
        progress(`${dataset.name}: repeat ${repeat + 1} of ${options.repeats}`);
      }
    });
    rows.push(...rowsOf(`exact, ${dataset.name}`, measured));
  }
  return rows;
}

function rowsOf(goal: string, measured: ReadonlyMap<EngineName, Measured>): Row[] {
  const seriesOf = ({ recall, qps, wallQps }: Measured): Series => ({
    values: qps,
    recall,
    note: `${median(wallQps).toFixed(0)} per s of wall time`,
  });
  const series = new Map([...measured].map(([engine, one]) => [engine, seriesOf(one)]));
  const speedOf = (engine: EngineName) => median(series.get(engine)?.values ?? [0]);
  const best = PEERS.reduce<EngineName>((a, b) => (speedOf(b) > speedOf(a) ? b : a), PEERS[0]);
  return compare({
    goal,
    unit: "queries per CPU s",
    series,
    target: (engine, peer) => {
      if (peer === CODES) return engine === "ours" ? CODES_GOAL : null;
      return peer === best ? (GOALS[engine] ?? null) : null;
    },
  });
}
