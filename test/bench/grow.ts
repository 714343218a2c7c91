// Build time, recall and speed at equal ef as a collection grows: 10,000, 100,000 and 1,000,000 points of 128
// dimensions. The decision: ef stays the same at all sizes, as with users who never change it, so the table shows how
// much recall a fixed ef loses with size, for Azimuth and for hnswlib-node on the same rows.
import { smallClusters } from "./data/clusters.ts";
import type { Dataset } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import { type EngineName, isOurs } from "./engines/catalog.ts";
import { progress } from "./engines/fleet.ts";
import { EngineProcess } from "./engines/process.ts";
import { median } from "./measure.ts";
import { chosen, type Options } from "./options.ts";
import type { Row } from "./report.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const WIDTHS = [16, 64, 256];
const ENGINES = ["ours", "hnswlib-node"] as const satisfies EngineName[];

/** `--quick` omits the largest size. */
export async function grow(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of options.quick ? SIZES.slice(0, 2) : SIZES) {
    const dataset = smallClusters(size);
    const truth = new Truth(dataset);
    const all = new Map<EngineName, Row[]>();
    for (const engine of chosen(options, ENGINES))
      all.set(engine, await grown(engine, dataset, truth, options));
    rows.push(...besides(all));
  }
  return rows;
}

/** Builds one index, and searches it with each ef. */
async function grown(
  engine: EngineName,
  dataset: Dataset,
  truth: Truth,
  { repeats }: Options,
): Promise<Row[]> {
  const child = new EngineProcess({ engine, dataset });
  const title = `${dataset.rows.toLocaleString("en-US")} x ${dataset.dimension}`;
  try {
    const { cpuSeconds, wallSeconds } = await child.build();
    progress(`${title}: ${engine} built in ${wallSeconds.toFixed(1)} s`);
    const note = `${wallSeconds.toFixed(1)} s of wall time`;
    const rows: Row[] = [{ goal: `${title}: build`, engine, value: cpuSeconds, unit: "CPU s", note }];
    for (const ef of WIDTHS) {
      const runs: { recall: number; qps: number }[] = [];
      for (let repeat = 0; repeat < repeats; repeat++) {
        const { ids, cpuSeconds } = await child.search({ ef });
        runs.push({ recall: truth.recall(ids), qps: dataset.queries / cpuSeconds });
      }
      rows.push({
        goal: `${title}: search, ef ${ef}`,
        engine,
        value: median(runs.map(({ qps }) => qps)),
        unit: "queries per CPU s",
        recall: median(runs.map(({ recall }) => recall)),
      });
    }
    return rows;
  } finally {
    child.close();
  }
}

/** Returns the rows of all engines figure by figure; a row of Azimuth has the value of the peer beside it. */
function besides(all: ReadonlyMap<EngineName, readonly Row[]>): Row[] {
  const [first = []] = all.values();
  return first.flatMap((_, i) =>
    [...all].map(([engine, rows]): Row => {
      const row = rows[i]!;
      const peer = [...all.keys()].find((name) => !isOurs(name));
      if (!isOurs(engine) || peer === undefined) return row;
      const value = all.get(peer)![i]!.value;
      const ratio = row.unit === "CPU s" ? value / row.value : row.value / value;
      return { ...row, peer, peer_value: value, ratio };
    }),
  );
}
