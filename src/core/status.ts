// How it stands with a database: what its log, its checkpoints and its collections say of themselves.
import type { Log, LogStats } from "../storage/log.ts";
import type { CheckpointSchedule, CheckpointStatus } from "./checkpoint/schedule.ts";
import type { Registry } from "./registry.ts";

export interface DatabaseStatus {
  readonly log: LogStats;
  /** Null: none are taken. */
  readonly checkpoint: CheckpointStatus | null;
  readonly collections: number;
  readonly damaged: readonly { readonly name: string; readonly reason: string }[];
  /** Names of collections that no checkpoint has any more until the server is restarted. */
  readonly unsavable: readonly string[];
}

export async function statusOf(
  registry: Registry,
  log: Log,
  schedule: CheckpointSchedule | null,
): Promise<DatabaseStatus> {
  const all = registry.all();
  const damaged = all.flatMap(({ name, damage }) => (damage ? { name, reason: damage.reason } : []));
  const unsavable = all.flatMap((collection) => (collection.unsavable === null ? [] : collection.name));
  const checkpoint = schedule?.status ?? null;
  return { log: await log.stats(), checkpoint, collections: all.length, damaged, unsavable };
}
