// The commands that ask a running server to do something: checkpoint, purge, status.
// The decision: the server does all of it, because only one process may write to a data directory.
import type { Command } from "commander";
import { InvalidArgument } from "../errors.ts";
import type { CheckpointResult, PurgeResult, Status } from "../schema/status.ts";
import { counted, humanBytes, type Output } from "./output.ts";
import { requestOf, type Server } from "./request.ts";
import { statusText } from "./status.ts";
import { addressOf } from "./wait.ts";

export interface OnlineParts {
  readonly stdout: Output;
  /** What to show to the server; null: nothing. */
  readonly token: () => string | null;
  /** Runs a command that says whether all is well. */
  readonly run: (command: () => Promise<boolean>) => Promise<void>;
}

interface Flags {
  readonly url: string;
  readonly json?: boolean;
  readonly yes?: boolean;
}

type ServerAt = (url: string) => Server;

const URL_FLAG = ["--url <url>", "address of the server's REST API", "http://127.0.0.1:6573"] as const;

export function addOnlineCommands(program: Command, { stdout, token, run }: OnlineParts): void {
  const serverAt = (url: string): Server => ({ url: addressOf(url), token: token() });
  program
    .command("checkpoint")
    .description(
      "have a running server take a checkpoint: the next start replays nothing of what the log has now",
    )
    .option(...URL_FLAG)
    .action(({ url }: Flags) => run(() => checkpoint(serverAt(url), stdout)));
  program
    .command("purge")
    .description(
      "have a running server remove deleted data for good: from points, log, checkpoints, undo, and copies it kept",
    )
    .option("--yes", "do it: what was deleted cannot be restored afterwards")
    .option(...URL_FLAG)
    .action((flags: Flags) => run(() => purge(flags, serverAt, stdout)));
  program
    .command("status")
    .description("show how a running server is: exit code 1 when it is degraded")
    .option("--json", "print the result as JSON")
    .option(...URL_FLAG)
    .action((flags: Flags) => run(() => status(flags, serverAt, stdout)));
}

async function checkpoint(server: Server, stdout: Output): Promise<boolean> {
  const done = await requestOf<CheckpointResult>(server, "POST", "/checkpoint");
  const written = `${counted(done.collections, "collection")} written`;
  const trimmed = `${humanBytes(done.trimmed_bytes)} of the log given back`;
  stdout.write(`checkpoint ${done.number} up to LSN ${done.lsn}: ${written}, ${trimmed}\n`);
  return true;
}

async function purge({ url, yes }: Flags, serverAt: ServerAt, stdout: Output): Promise<boolean> {
  if (!yes) {
    throw new InvalidArgument(
      "azimuth purge removes what was deleted for good, also collections that could still be restored: say --yes",
    );
  }
  const gone = await requestOf<PurgeResult>(serverAt(url), "POST", "/purge");
  stdout.write(
    `purged: ${counted(gone.collections, "deleted collection")}, ${counted(gone.points, "deleted or overwritten point")}\n` +
      `  files are smaller by ${humanBytes(gone.file_bytes)}, the log by ${humanBytes(gone.log_bytes)}\n` +
      "  the disk itself may still hold the bytes in blocks that no file uses, and backups hold what they held\n",
  );
  return true;
}

async function status({ url, json }: Flags, serverAt: ServerAt, stdout: Output): Promise<boolean> {
  const found = await requestOf<Status>(serverAt(url), "GET", "/status");
  stdout.write(json ? `${JSON.stringify(found)}\n` : statusText(found));
  return found.state === "ok";
}
