// What a server writes to its log about its data directory and its checkpoints.
import { join } from "node:path";
import type { CheckpointReport } from "../core/checkpoint/checkpointer.ts";
import type { Logger } from "../log/logger.ts";
import { BEFORE, type Takeover } from "../storage/format.ts";
import { foreignFilesWarning } from "../storage/node-data-dir.ts";

export function tellTakeover(takeover: Takeover, path: string, log: Logger): void {
  const warning = takeover === "new" ? foreignFilesWarning(path) : undefined;
  if (warning !== undefined) log.warn(warning);
  if (takeover === "upgraded") {
    log.info({ path: join(path, BEFORE) }, "data directory upgraded; it is kept there as it was");
  }
  if (takeover === "renewed") {
    log.info(
      "data directory taken over; from now on earlier versions refuse it, and only a backup leads back",
    );
  }
}

export function reportCheckpoint(log: Logger, outcome: CheckpointReport | Error): void {
  if (outcome instanceof Error) {
    log.error({ err: outcome }, "checkpoint failed; the log keeps what it would have saved");
    return;
  }
  log.info({ ...outcome, faults: undefined }, "checkpoint");
  for (const fault of outcome.faults)
    log.error({ fault }, "checkpoint is not complete; the log keeps what it has not");
}
