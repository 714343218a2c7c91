// Checks whether a data directory or a backup is as it was written.
// The decision: it reads and never writes, so it may run beside a server. Damage that it finds is checked a second
// time, because a change by the server is not found twice.

import { DamagedFile } from "../errors/failures.ts";
import { systemCodeOf } from "../errors/files.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { BACKUP_FILE, type BackupList, FORMAT_FILE } from "./backup-list.ts";
import { COLLECTIONS } from "./checkpoints.ts";
import { DIRECTORY, hasHadParams } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { type DropOf, readLog } from "./log-reader.ts";
import type { KindOf } from "./node-file-kind.ts";
import { PARAMS_FILE, readParams } from "./params-file.ts";
import type { TornTail } from "./recovery.ts";
import { readSealed } from "./sealed-file.ts";
import { damageOfBackup, openBackup } from "./verify-backup.ts";
import { type CheckpointCheck, checkCheckpoints, type VerifyProblem } from "./verify-checkpoints.ts";

export interface VerifyReport {
  readonly kind: "data directory" | "backup";
  /** The numbers of kept checkpoints that can be read, the newest first. */
  readonly checkpoints: readonly number[];
  /** The number of collections in the newest checkpoint. */
  readonly collections: number;
  readonly points: number;
  /** The number of checked files of checkpoints. */
  readonly files: number;
  readonly bytes: number;
  /** The number of checked segments of the log. */
  readonly segments: number;
  readonly records: number;
  readonly lastLsn: number;
  /** Bytes behind the last record; they were not acknowledged, so they are no damage. */
  readonly torn: TornTail | null;
  readonly damage: readonly VerifyProblem[];
}

const TRIES = 10;

/**
 * Verifies a directory. @throws InvalidArgument when it is neither a data directory nor a backup, or a backup with
 * additional files
 */
export function verifyDirectory(fs: FileSystem, kindOf: KindOf, dropOf: DropOf, dir: string): VerifyReport {
  if (fs.exists(joinPath(dir, BACKUP_FILE))) return verifyBackup(fs, dir, openBackup(fs, kindOf, dir));
  if (!["wal", "checkpoints"].some((name) => fs.exists(joinPath(dir, name)))) {
    throw new InvalidArgument(
      `${dir} is neither a data directory nor a backup; name one, or the data directory with --data-dir`,
    );
  }
  const report = verifyWithParams(fs, dir, dropOf);
  if (report.damage.length === 0) return report;
  const again = verifyWithParams(fs, dir, dropOf);
  const known = new Set(report.damage.map(keyOf));
  return { ...again, damage: again.damage.filter((problem) => known.has(keyOf(problem))) };
}

/** Verifies a backup and everything in it, also what only its list can show. */
export function verifyBackup(fs: FileSystem, dir: string, list: BackupList): VerifyReport {
  const report = verifyData(fs, dir, () => null); // a backup has no root that refers to what its log drops
  const named = new Set(report.damage.map(({ file }) => file));
  const damage = [
    ...report.damage,
    ...damageOfBackup(fs, dir, list)
      .filter(({ file }) => !named.has(file))
      .map(({ file, offset, reason }) => ({
        file,
        offset,
        lsn: null,
        reason,
        meaning: "the backup cannot be restored; use another",
      })),
  ];
  if (damage.length === 0 && list.lsn !== report.lastLsn) {
    const reason = `it says LSN ${list.lsn}, the log ends with LSN ${report.lastLsn}`;
    const meaning = "the backup cannot be restored; use another";
    damage.push({ file: joinPath(dir, BACKUP_FILE), offset: 0, lsn: null, reason, meaning });
  }
  return { ...report, kind: "backup", damage };
}

function keyOf({ file, offset, lsn }: VerifyProblem): string {
  return `${file} ${offset} ${lsn}`;
}

/** Verifies a data directory with its parameters, which a backup does not have in readable form. */
function verifyWithParams(fs: FileSystem, dir: string, dropOf: DropOf): VerifyReport {
  const report = verifyData(fs, dir, dropOf);
  return { ...report, damage: [...checkParams(fs, dir), ...report.damage] };
}

/** Checks everything, and starts again if a running server has removed a file before it was read. */
function verifyData(fs: FileSystem, dir: string, dropOf: DropOf): VerifyReport {
  for (let tries = 1; ; tries++) {
    try {
      const format = checkFormat(fs, dir);
      const checkpoints = checkCheckpoints(fs, dir);
      const { problems, neededLsn: _, oldestLsn: __, ...counts } = checkpoints;
      const { damage, dropped, ...log } = checkLog(fs, dir, dropOf, checkpoints);
      const isOfDropped = ({ file }: VerifyProblem) =>
        [...dropped].some((uuid) => file.startsWith(joinPath(dir, COLLECTIONS, uuid)));
      const ofCheckpoints = problems.filter((problem) => !isOfDropped(problem));
      return { kind: "data directory", ...counts, ...log, damage: [...format, ...ofCheckpoints, ...damage] };
    } catch (error) {
      if (systemCodeOf(error) !== "ENOENT" || tries === TRIES) throw error;
    }
  }
}

function checkFormat(fs: FileSystem, dir: string): VerifyProblem[] {
  try {
    readSealed(fs, joinPath(dir, FORMAT_FILE), DIRECTORY);
    return [];
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const meaning = "no server starts on the directory before this file is restored";
    return [{ file: error.file, offset: error.offset, lsn: null, reason: error.reason, meaning }];
  }
}

function checkParams(fs: FileSystem, dir: string): VerifyProblem[] {
  const file = joinPath(dir, PARAMS_FILE);
  const meaning =
    "it holds the admin and the tokens: no server starts on the directory until it is restored or replaced by azimuth admin new-params";
  try {
    const isMissing = readParams(fs, dir) === null && hasHadParams(fs, dir);
    return isMissing ? [{ file, offset: 0, lsn: null, reason: "it is missing", meaning }] : [];
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    if (error.file !== file) return []; // VERSION is reported by itself
    return [{ file, offset: error.offset, lsn: null, reason: error.reason, meaning }];
  }
}

function checkLog(
  fs: FileSystem,
  dir: string,
  dropOf: DropOf,
  { oldestLsn, neededLsn }: CheckpointCheck,
): Pick<VerifyReport, "segments" | "records" | "lastLsn" | "torn" | "damage"> & { dropped: Set<string> } {
  const damage: VerifyProblem[] = [];
  const dropped = new Set<string>();
  let records = 0;
  for (const piece of readLog(fs, dir, oldestLsn, true)) {
    if (piece.kind === "frames") {
      records += piece.frames.length;
      for (const { type, body } of piece.frames) {
        const uuid = dropOf(type, body);
        if (uuid !== null) dropped.add(uuid);
      }
    }
    if (piece.kind === "damage") {
      const { file, offset, lsn, nextLsn, reason } = piece.damage;
      damage.push({ file, offset, lsn, reason, meaning: meaningOf(lsn, nextLsn, neededLsn) });
    }
    if (piece.kind !== "end") continue;
    const { nextLsn, torn, segments } = piece.end;
    return { segments, records, lastLsn: nextLsn - 1, torn, damage, dropped };
  }
  throw new Error("a log without an end");
}

function meaningOf(lsn: number, nextLsn: number | null, neededLsn: number): string {
  if (nextLsn === lsn)
    return "no record is lost, but nothing proves any more that the end of the log is complete";
  const which = nextLsn === null ? `from LSN ${lsn} on` : `LSN ${lsn} to ${nextLsn - 1}`;
  return nextLsn !== null && nextLsn <= neededLsn
    ? `acknowledged writes, ${which}; the newest checkpoint holds them, so nothing is lost`
    : `acknowledged writes, ${which}, cannot be read; no server starts on the directory. Restore a backup`;
}
