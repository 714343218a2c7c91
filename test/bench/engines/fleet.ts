// Engines that are measured together, each in its own process. The decision: all are built before the first measurement
// and then measured in turn, so that other load on the machine affects all of them.
import type { Dataset } from "../data/dataset.ts";
import type { EngineName } from "./catalog.ts";
import type { IndexSpec } from "./engine.ts";
import { EngineProcess } from "./process.ts";

export interface FleetJob {
  readonly engines: readonly EngineName[];
  readonly dataset: Dataset;
  readonly kind?: IndexSpec["kind"];
  readonly withBuckets?: boolean;
  readonly keep?: boolean;
}

/** Builds one engine after another and passes them on; ends their processes also after an error. */
export async function withFleet(
  { engines, ...job }: FleetJob,
  work: (fleet: readonly EngineProcess[]) => Promise<void>,
): Promise<void> {
  const fleet: EngineProcess[] = [];
  try {
    for (const engine of engines) {
      const process_ = new EngineProcess({ engine, ...job });
      fleet.push(process_);
      const { cpuSeconds } = await process_.build();
      progress(`${job.dataset.name}: ${engine} built in ${cpuSeconds.toFixed(1)} s of CPU time`);
    }
    await work(fleet);
  } finally {
    for (const process_ of fleet) process_.close();
  }
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
