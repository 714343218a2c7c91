// Build time, recall and speed at equal ef as a collection grows: 10,000, 100,000 and 1,000,000 points of 128
// dimensions. The decision: ef stays the same at all sizes, as with users who never change it, so the table shows how
// much recall a fixed ef loses with size, for Azimuth and for hnswlib-node on the same rows.
import { compare, type Series } from "./compare.ts";
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

/** The figures of one engine: its build, and its searches by ef. */
interface Grown {
  readonly build: Series;
  readonly searches: ReadonlyMap<number, Series>;
}

/** `--quick` omits the largest size. */
export async function grow(options: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of options.quick ? SIZES.slice(0, 2) : SIZES) {
    const dataset = smallClusters(size);
    const truth = new Truth(dataset);
    const all = new Map<EngineName, Grown>();
    for (const engine of chosen(options, ENGINES))
      all.set(engine, await grown(engine, dataset, truth, options));
    rows.push(...rowsOf(titleOf(dataset), all));
  }
  return rows;
}

/** Builds one index, and searches it with each ef. */
async function grown(
  engine: EngineName,
  dataset: Dataset,
  truth: Truth,
  { repeats }: Options,
): Promise<Grown> {
  const child = new EngineProcess({ engine, dataset });
  try {
    const { cpuSeconds, wallSeconds } = await child.build();
    progress(`${titleOf(dataset)}: ${engine} built in ${wallSeconds.toFixed(1)} s`);
    const searches = new Map<number, Series>();
    for (const ef of WIDTHS) {
      const values: number[] = [];
      const recalls: number[] = [];
      for (let repeat = 0; repeat < repeats; repeat++) {
        const { ids, cpuSeconds } = await child.search({ ef });
        values.push(dataset.queries / cpuSeconds);
        recalls.push(truth.recall(ids));
      }
      searches.set(ef, { values, recall: median(recalls) });
    }
    return { build: { values: [cpuSeconds], note: `${wallSeconds.toFixed(1)} s of wall time` }, searches };
  } finally {
    child.close();
  }
}

function rowsOf(title: string, all: ReadonlyMap<EngineName, Grown>): Row[] {
  const target = (engine: EngineName, peer: EngineName) => (isOurs(engine) && !isOurs(peer) ? {} : null);
  const seriesOf = (part: (grown: Grown) => Series) =>
    new Map([...all].map(([engine, figures]) => [engine, part(figures)]));
  const builds = {
    goal: `${title}: build`,
    unit: "CPU s",
    series: seriesOf(({ build }) => build),
    less: true,
  };
  const searches = WIDTHS.map((ef) => ({
    goal: `${title}: search, ef ${ef}`,
    unit: "queries per CPU s",
    series: seriesOf(({ searches }) => searches.get(ef)!),
  }));
  return [builds, ...searches].flatMap((figure) => compare({ ...figure, target }));
}

function titleOf({ rows, dimension }: Dataset): string {
  return `${rows.toLocaleString("en-US")} x ${dimension}`;
}
