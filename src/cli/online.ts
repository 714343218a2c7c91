// The commands that ask a running server to do something: checkpoint, purge, status.
// The decision: the server does all of it, because only one process may write to a data directory.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import type { CheckpointResult, PurgeResult, Status } from "../schema/status.ts";
import { counted, humanBytes } from "./common/output.ts";
import { requestOf } from "./common/request.ts";
import { type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";
import { statusText } from "./status.ts";

interface Flags extends ServerFlags {
  readonly yes?: boolean;
}

export function addOnlineCommands(program: Command, parts: ServerParts): void {
  const { run } = parts;
  withServer(
    program
      .command("checkpoint")
      .description(
        "make a running server take a checkpoint, so that the next start does not replay the present log",
      ),
  ).action((flags: Flags) => run(() => checkpoint(flags, parts)));
  withServer(
    program
      .command("purge")
      .description(
        "make a running server remove deleted data permanently: from points, log, checkpoints, undo, and copies",
      )
      .option("--yes", "confirm: deleted data cannot be restored afterwards"),
  ).action((flags: Flags) => run(() => purge(flags, parts)));
  withServer(
    program
      .command("status")
      .description("show the state of a running server: exit code 1 if it is degraded"),
  ).action((flags: Flags) => run(() => status(flags, parts)));
}

async function checkpoint(flags: Flags, parts: ServerParts): Promise<boolean> {
  const { stdout } = parts;
  const done = await requestOf<CheckpointResult>(serverOf(flags, parts), "POST", "/checkpoint");
  if (flags.json) {
    stdout.write(`${JSON.stringify(done)}\n`);
    return true;
  }
  const written = `${counted(done.collections, "collection")} written`;
  const trimmed = `${humanBytes(done.trimmed_bytes)} of the log given back`;
  stdout.write(`checkpoint ${done.number} up to LSN ${done.lsn}: ${written}, ${trimmed}\n`);
  return true;
}

async function purge(flags: Flags, parts: ServerParts): Promise<boolean> {
  const { stdout } = parts;
  if (!flags.yes) {
    throw new WrongUsage(
      "azimuth purge removes what was deleted for good, also collections that could still be restored: say --yes",
    );
  }
  const gone = await requestOf<PurgeResult>(serverOf(flags, parts), "POST", "/purge");
  if (flags.json) {
    stdout.write(`${JSON.stringify(gone)}\n`);
    return true;
  }
  stdout.write(
    `purged: ${counted(gone.collections, "deleted collection")}, ${counted(gone.points, "deleted or overwritten point")}\n` +
      `  files are smaller by ${humanBytes(gone.file_bytes)}, the log by ${humanBytes(gone.log_bytes)}\n` +
      "  the disk itself may still hold the bytes in blocks that no file uses, and backups hold what they held\n",
  );
  return true;
}

async function status(flags: Flags, parts: ServerParts): Promise<boolean> {
  const found = await requestOf<Status>(serverOf(flags, parts), "GET", "/status");
  parts.stdout.write(flags.json ? `${JSON.stringify(found)}\n` : statusText(found));
  return found.state === "ok";
}
