// Two reader threads compared with one: batches of 64 concurrent searches, by wall time. Both have a writer thread,
// which is idle. The figure is valid only on a machine without other load, so the load is reported, too.
import { loadavg } from "node:os";
import { Truth } from "./data/truth.ts";
import type { EngineName } from "./engines/catalog.ts";
import { progress, withFleet } from "./engines/fleet.ts";
import { median } from "./measure.ts";
import { type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";

const ONE = "ours, 1 reader" satisfies EngineName;
const TWO = "ours, 2 readers" satisfies EngineName;
const EF = 64;

export async function threads(options: Options): Promise<Row[]> {
  const dataset = openDatasets({ ...options, datasets: ["clusters"] })[0]!;
  const truth = new Truth(dataset);
  const busy = loadavg()[0]!.toFixed(1);
  const qps = new Map<EngineName, number[]>([
    [ONE, []],
    [TWO, []],
  ]);
  let recall = 0;
  await withFleet({ engines: [ONE, TWO], dataset }, async (fleet) => {
    for (let repeat = 0; repeat < options.repeats; repeat++) {
      for (const engine of fleet) {
        const { ids, wallSeconds } = await engine.search({ ef: EF });
        recall = truth.recall(ids);
        qps.get(engine.name)!.push(dataset.queries / wallSeconds);
      }
      progress(`${dataset.name}: repeat ${repeat + 1} of ${options.repeats}`);
    }
  });
  const one = qps.get(ONE)!;
  const two = qps.get(TWO)!;
  return [
    {
      goal: `two readers against one, ${dataset.name}`,
      engine: TWO,
      value: median(two),
      unit: "queries per s of wall time",
      recall,
      peer: ONE,
      peer_value: median(one),
      ratio: median(two.map((value, i) => value / one[i]!)),
      must: 1.7,
      aim: 1.9,
      note: `ef ${EF}, batches of 64; load average before: ${busy}`,
    },
  ];
}
