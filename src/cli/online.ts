// The commands that a running server performs: checkpoint, purge, promote, status.
// The decision: the server does all of the work, because only one process may write to a data directory.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import type { PromotionResult } from "../schema/replication.ts";
import type { CheckpointResult, PurgeResult, Status } from "../schema/status.ts";
import { counted, humanBytes, writeResult } from "./common/output.ts";
import { requestOf } from "./common/request.ts";
import { type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";

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
      .command("promote")
      .description("make a running follower the leader: it takes writes, and its former leader refuses them"),
  ).action((flags: Flags) => run(() => promote(flags, parts)));
  withServer(
    program
      .command("status")
      .description("show the state of a running server: exit code 1 if it is degraded"),
  ).action((flags: Flags) => run(() => status(flags, parts)));
}

async function checkpoint(flags: Flags, parts: ServerParts): Promise<boolean> {
  const done = await requestOf<CheckpointResult>(serverOf(flags, parts), "POST", "/checkpoint");
  const written = `${counted(done.collections, "collection")} written`;
  const trimmed = `${humanBytes(done.trimmed_bytes)} of the log freed`;
  const text = `checkpoint ${done.number} up to LSN ${done.lsn}: ${written}, ${trimmed}\n`;
  return writeResult(parts.stdout, flags, done, text);
}

async function purge(flags: Flags, parts: ServerParts): Promise<boolean> {
  if (!flags.yes) {
    throw new WrongUsage(
      "azimuth purge removes what was deleted for good, also collections that could still be restored: say --yes",
    );
  }
  const gone = await requestOf<PurgeResult>(serverOf(flags, parts), "POST", "/purge");
  const text =
    `purged: ${counted(gone.collections, "deleted collection")}, ${counted(gone.points, "deleted or overwritten point")}\n` +
    `  files are smaller by ${humanBytes(gone.file_bytes)}, the log by ${humanBytes(gone.log_bytes)}\n` +
    "  the disk itself may still hold the bytes in blocks that no file uses, and backups hold what they held\n";
  return writeResult(parts.stdout, flags, gone, text);
}

async function promote(flags: Flags, parts: ServerParts): Promise<boolean> {
  const promoted = await requestOf<PromotionResult>(serverOf(flags, parts), "POST", "/cluster/promote");
  const text =
    `this server is the leader, at epoch ${promoted.epoch}\n` +
    "  point writers to it, and remove follow.url from its settings\n";
  return writeResult(parts.stdout, flags, promoted, text);
}

async function status(flags: Flags, parts: ServerParts): Promise<boolean> {
  const found = await requestOf<Status>(serverOf(flags, parts), "GET", "/status");
  writeResult(parts.stdout, flags, found, () => statusText(found));
  return found.state === "ok";
}

// The output of `azimuth status`: the state of a server, on a page.
function statusText(status: Status): string {
  const { state, problems, warnings, vectors, memory, log } = status;
  const lines = [
    `azimuth ${status.version}, up for ${duration(status.uptime_seconds)}: ${state}`,
    ...problems.map(({ message }) => `  problem: ${message}`),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `  ${counted(status.collections_count, "collection")}, ${vectors.used} of ${counted(vectors.cap, "vector")}, memory ${humanBytes(memory.used_bytes)} of ${humanBytes(memory.limit_bytes)}`,
    `  log: LSN ${log.first_lsn} to ${log.last_lsn}, ${humanBytes(log.bytes)} in ${counted(log.segments, "segment")}, ${syncText(log)}`,
    `  checkpoint: ${checkpointText(status)}`,
    `  replication: ${replicationText(status)}`,
    `  file system: ${fileSystemText(status)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function syncText({ commits, sync_ms: { p50, p99, max } }: Status["log"]): string {
  if (commits === 0) return "nothing written since the start";
  return `commits took p50 ${ms(p50)}, p99 ${ms(p99)}, at most ${ms(max)}`;
}

function checkpointText({ checkpoint }: Status): string {
  if (checkpoint === null) return "none are taken";
  const { number, lsn, taken_at, took_ms, logged_bytes } = checkpoint;
  const since = `${humanBytes(logged_bytes)} logged since`;
  if (number === 0) return `none yet, ${since}`;
  const when = taken_at === null ? "by an earlier run" : `at ${taken_at} in ${ms(took_ms ?? 0)}`;
  return `number ${number} up to LSN ${lsn}, taken ${when}, ${since}`;
}

function replicationText({ replication }: Status): string {
  const { role, epoch, leader, lag, applied_lsn, followers } = replication;
  const at = `epoch ${epoch}, LSN ${applied_lsn} applied`;
  if (role === "follower") {
    const behind =
      lag === null ? "never reached" : `${lag.seconds} s and ${counted(lag.records, "record")} behind`;
    return `follower of ${leader}, ${behind}, ${at}`;
  }
  const others = followers.length === 0 ? "" : `, ${counted(followers.length, "follower")} connected`;
  return role === "leader" ? `leader, ${at}${others}` : `replaced by another server, ${at}`;
}

function fileSystemText({ file_system }: Status): string {
  if (file_system === null) return "not known";
  const { type, trusted, fsync_ms } = file_system;
  const sync = fsync_ms === null ? "fsync not measured" : `4 KiB durable in ${ms(fsync_ms)}`;
  return `${type}${trusted ? "" : " (not to be trusted)"}, ${sync}`;
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}
