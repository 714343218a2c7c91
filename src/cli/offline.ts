// The commands that work on files, whether a server runs on them or not: restore, verify, dump-log.
// The decision: the work is done in storage, which the server can call as well; this file reads the flags and prints
// the results.
import type { Command } from "commander";
import { droppedCollection } from "../core/record/record.ts";
import { WrongUsage } from "../errors/usage.ts";
import { joinPath } from "../storage/fs.ts";
import { decryptWith, readPassphrase } from "../storage/node-encryption.ts";
import { nodeKindOf } from "../storage/node-file-kind.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { type RestoreReport, restoreBackup } from "../storage/restore.ts";
import { SETUP_CODE_FILE } from "../storage/setup-code.ts";
import { type VerifyReport, verifyDirectory } from "../storage/verify.ts";
import { DATA_DIR, JSON_FLAG, trimmed, wrongValue } from "./common/flag-values.ts";
import {
  type CommandParts,
  counted,
  endProgress,
  humanBytes,
  progressTo,
  writeResult,
} from "./common/output.ts";
import { dumpLog } from "./dump-log.ts";

export interface OfflineParts extends CommandParts {
  /** @param flag the value of --data-dir, if it was given */
  readonly dataDirOf: (flag: string | undefined) => string;
}

interface Flags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

interface RestoreFlags extends Flags {
  readonly passphraseFile?: string;
}

interface DumpFlags extends Flags {
  readonly from?: string;
  readonly to?: string;
  readonly payloads?: boolean;
}

export function addOfflineCommands(program: Command, parts: OfflineParts): void {
  const { run } = parts;
  program
    .command("restore")
    .description("verify a backup and restore it to a data directory")
    .argument("<backup>", "a directory that azimuth backup made")
    .option("--data-dir <path>", "target directory, empty or new (as for serve) [AZIMUTH_DATA_DIR]")
    .option("--passphrase-file <file>", "file with the passphrase, to restore the admin, tokens and licenses")
    .option(...JSON_FLAG)
    .action((dir: string, flags: RestoreFlags) => run(() => restore(parts, trimmed(dir), flags)));
  program
    .command("verify")
    .description("check every byte of a data directory or a backup: exit code 1 if data is damaged")
    .argument("[dir]", "a data directory or a backup (default: the data directory)")
    .option(...DATA_DIR)
    .option(...JSON_FLAG)
    .action((dir: string | undefined, flags: Flags) => run(() => verify(parts, dir, flags)));
  program
    .command("dump-log")
    .description("print the records of the log, one per line")
    .option(...DATA_DIR)
    .option("--from <lsn>", "the first record to print")
    .option("--to <lsn>", "the last record to print")
    .option("--payloads", "also print the payloads")
    .option("--json", "print each record as JSON")
    .action((flags: DumpFlags) => run(() => dump(parts, flags)));
}

async function restore({ dataDirOf, stdout, stderr }: OfflineParts, dir: string, flags: RestoreFlags) {
  const dataDir = dataDirOf(flags.dataDir);
  try {
    const file = flags.passphraseFile;
    const report = restoreBackup(nodeFs, nodeKindOf, dir, dataDir, {
      ...(file !== undefined && { decrypt: decryptWith(readPassphrase(file)) }),
      onProgress: progressTo(stderr),
    });
    endProgress(stderr);
    const text =
      `${dir}, made ${report.created} by ${report.by}, is restored in ${dataDir}\n` +
      `  ${counted(report.files, "file")}, ${humanBytes(report.bytes)}, up to LSN ${report.lsn}\n` +
      accessText(dataDir, report) +
      `  start the server on it: azimuth serve --data-dir ${dataDir}\n`;
    return writeResult(stdout, flags, { backup: dir, dataDir, ...report }, text);
  } finally {
    endProgress(stderr);
  }
}

/** Describes the credentials of the restored directory. */
function accessText(dataDir: string, { secretsRestored, closed }: RestoreReport): string {
  if (secretsRestored) {
    return "  admin, tokens and licenses are those of the backup: what was deleted or changed since then counts again\n";
  }
  if (!closed) return "  admin, tokens and licenses, if there were any, are not restored\n";
  return (
    "  authentication is on, as it was; admin, tokens and licenses are not restored\n" +
    `  the setup code in ${joinPath(dataDir, SETUP_CODE_FILE)} makes a new admin\n`
  );
}

async function verify({ dataDirOf, stdout }: OfflineParts, dir: string | undefined, flags: Flags) {
  if (dir !== undefined && flags.dataDir !== undefined) {
    throw new WrongUsage("azimuth verify takes a directory or --data-dir, not both");
  }
  const path = dir === undefined ? dataDirOf(flags.dataDir) : trimmed(dir);
  const report = verifyDirectory(nodeFs, nodeKindOf, droppedCollection, path);
  writeResult(stdout, flags, { dir: path, ...report }, () => verdictOf(path, report));
  return report.damage.length === 0;
}

async function dump({ dataDirOf, stdout }: OfflineParts, flags: DumpFlags) {
  const from = lsnOf("--from", flags.from, 0);
  const to = lsnOf("--to", flags.to, Number.MAX_SAFE_INTEGER);
  const { json = false, payloads = false } = flags;
  return dumpLog(nodeFs, dataDirOf(flags.dataDir), { from, to, json, payloads }, stdout);
}

function lsnOf(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw wrongValue(flag, "an LSN, a number", text);
}

// The output of `azimuth verify`. It begins with what was examined, so that "nothing is damaged" has a meaning.
function verdictOf(dir: string, report: VerifyReport): string {
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
