// `azimuth status` for people: how a server is, on a page.
import type { Status } from "../schema/status.ts";
import { counted, humanBytes } from "./common/output.ts";

export function statusText(status: Status): string {
  const { state, problems, warnings, vectors, memory, log } = status;
  const lines = [
    `azimuth ${status.version}, up for ${duration(status.uptime_seconds)}: ${state}`,
    ...problems.map(({ message }) => `  problem: ${message}`),
    ...warnings.map((warning) => `  warning: ${warning}`),
    `  ${counted(status.collections_count, "collection")}, ${vectors.used} of ${counted(vectors.cap, "vector")}, memory ${humanBytes(memory.used_bytes)} of ${humanBytes(memory.limit_bytes)}`,
    `  log: LSN ${log.first_lsn} to ${log.last_lsn}, ${humanBytes(log.bytes)} in ${counted(log.segments, "segment")}, ${syncText(log)}`,
    `  checkpoint: ${checkpointText(status)}`,
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
