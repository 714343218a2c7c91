// What `azimuth verify` says to people.
// The decision: what was looked at comes first, so that "nothing is damaged" has a meaning.
import type { VerifyReport } from "../storage/verify.ts";
import { counted, humanBytes } from "./common/output.ts";

export function verdictOf(dir: string, report: VerifyReport): string {
  const { checkpoints, torn, damage } = report;
  const newest =
    checkpoints[0] === undefined
      ? "no checkpoint"
      : `checkpoint ${checkpoints.join(" and ")}: ${counted(report.collections, "collection")}, ` +
        `${counted(report.points, "point")}, ${counted(report.files, "file")}, ${humanBytes(report.bytes)}`;
  const lines = [
    `${dir} is a ${report.kind}`,
    `  ${newest}`,
    `  log: ${counted(report.segments, "segment")}, ${counted(report.records, "record")} up to LSN ${report.lastLsn}`,
  ];
  if (torn) {
    lines.push(
      `  behind it, in ${torn.file} at byte ${torn.offset}, LSN ${torn.lsn} was not finished (${torn.reason}):`,
      "    it was not acknowledged; a running server may be writing it now",
    );
  }
  for (const { file, offset, lsn, reason, meaning } of damage) {
    lines.push(`DAMAGED ${file} at byte ${offset}${lsn === null ? "" : `, LSN ${lsn}`}: ${reason}`);
    lines.push(`  ${meaning}`);
  }
  lines.push(damage.length === 0 ? "nothing is damaged" : `${counted(damage.length, "damaged place")}`);
  return `${lines.join("\n")}\n`;
}
