// The checkpoints of a database: what takes them, and when.
// The decision: a database without a storage of checkpoints has neither; its start replays the whole log.

import type { Registry } from "../catalogue/registry.ts";
import { Checkpointer } from "../checkpoint/checkpointer.ts";
import { CHECKPOINT_SETTINGS, CheckpointSchedule } from "../checkpoint/schedule.ts";
import { anyBusy } from "../collection/index-state.ts";
import type { DatabaseParts } from "./parts.ts";

type Checkpointing = readonly [Checkpointer, CheckpointSchedule] | readonly [null, null];

/** @param heldFrom returns the first LSN that followers still need */
export function checkpointingOf(
  parts: DatabaseParts,
  registry: Registry,
  heldFrom: () => Promise<number>,
): Checkpointing {
  const { checkpoints } = parts;
  if (!checkpoints) return [null, null];
  const checkpointer = new Checkpointer({ ...parts, checkpoints, registry, heldFrom });
  const schedule = new CheckpointSchedule({
    clock: parts.clock,
    settings: { ...CHECKPOINT_SETTINGS, ...parts.checkpointing },
    checkpointer,
    indexing: () => anyBusy(registry.all()),
    onTaken: parts.onCheckpoint ?? (() => {}),
  });
  return [checkpointer, schedule];
}
