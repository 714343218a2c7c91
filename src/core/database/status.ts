// The status of a database, collected from its log, its checkpoints and its collections.
import type { Engine } from "../../engine/engine.ts";
import type { Log, LogStats } from "../../storage/log.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { CheckpointSchedule, CheckpointStatus } from "../checkpoint/schedule.ts";
import type { Rebuilds } from "../rebuild/rebuild-counts.ts";
import type { Optimizer } from "./optimizer.ts";

export interface DatabaseStatus {
  readonly log: LogStats;
  /** Null: no checkpoints are taken. */
  readonly checkpoint: CheckpointStatus | null;
  readonly collections: number;
  readonly damaged: readonly { readonly name: string; readonly reason: string }[];
  /** Names of collections that checkpoints leave out until the server is restarted. */
  readonly unsavable: readonly string[];
  readonly rebuilds: Rebuilds;
  /** Measurements of the recall of graphs since the start. */
  readonly calibrations: number;
  /** The linear memory of all vector stores in bytes. */
  readonly wasmBytes: number;
}

export async function statusOf(
  registry: Registry,
  { log, engine }: { readonly log: Log; readonly engine: Pick<Engine, "wasmBytes"> },
  schedule: CheckpointSchedule | null,
  { rebuilds, calibrations }: Pick<Optimizer, "rebuilds" | "calibrations">,
): Promise<DatabaseStatus> {
  const all = registry.all();
  const damaged = all.flatMap(({ name, damage }) => (damage ? { name, reason: damage.reason } : []));
  const unsavable = all.flatMap((collection) => (collection.unsavable === null ? [] : collection.name));
  const checkpoint = schedule?.status ?? null;
  const { wasmBytes } = engine;
  const kept = { collections: all.length, damaged, unsavable };
  return { log: await log.stats(), checkpoint, ...kept, rebuilds, calibrations, wasmBytes };
}
