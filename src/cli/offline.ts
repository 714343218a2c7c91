// The commands that work on files, whether a server runs on them or not: backup, restore, verify, dump-log.
// The decision: the work is done in storage, which the server can call as well; this file reads the flags and prints
// the results.
import type { Command } from "commander";
import { droppedCollection } from "../core/record/record.ts";
import { WrongUsage } from "../errors/usage.ts";
import { makeBackup } from "../storage/backup.ts";
import type { Encrypt } from "../storage/backup-params.ts";
import { joinPath } from "../storage/fs.ts";
import { decryptWith, encryptWith, readPassphrase } from "../storage/node-encryption.ts";
import { nodeKindOf } from "../storage/node-file-kind.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { type RestoreReport, restoreBackup } from "../storage/restore.ts";
import { SETUP_CODE_FILE } from "../storage/setup-code.ts";
import { type VerifyReport, verifyDirectory } from "../storage/verify.ts";
import { DATA_DIR, JSON_FLAG, wrongValue } from "./common/flag-values.ts";
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
  readonly version: string;
  /** @param flag the value of --data-dir, if it was given */
  readonly dataDirOf: (flag: string | undefined) => string;
}

interface Flags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

interface BackupFlags extends Flags {
  readonly withSecrets?: boolean;
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
    .command("backup")
    .description(
      "copy the data directory, also while the server runs; contains all writes acknowledged before",
    )
    .argument("<dir>", "target directory, empty or new")
    .option(...DATA_DIR)
    .option("--with-secrets", "include the admin, tokens and licenses of the server, encrypted")
    .option("--passphrase-file <file>", "file with the passphrase for --with-secrets")
    .option(...JSON_FLAG)
    .action((dir: string, flags: BackupFlags) => run(() => backup(parts, trimmed(dir), flags)));
  program
    .command("restore")
    .description("verify a backup and restore it to a data directory")
    .argument("<backup>", "a directory that azimuth backup made")
    .option("--data-dir <path>", "target directory, empty or new (as for serve) [AZIMUTH_DATA_DIR]")
    .option("--passphrase-file <file>", "file with the passphrase, to restore the admin, tokens and licenses")
    .option(...JSON_FLAG)
    .action((dir: string, flags: BackupFlags) => run(() => restore(parts, trimmed(dir), flags)));
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

/** Returns the path without slashes at its end, because one is added before file names. */
function trimmed(dir: string): string {
  return dir.length > 1 ? dir.replace(/\/+$/, "") : dir;
}

async function backup({ version, dataDirOf, stdout, stderr }: OfflineParts, dir: string, flags: BackupFlags) {
  const dataDir = dataDirOf(flags.dataDir);
  const encrypt = encryptionOf(flags);
  const began = performance.now();
  try {
    const report = makeBackup(nodeFs, dataDir, dir, {
      version,
      dropOf: droppedCollection,
      ...(encrypt && { encrypt }),
      onProgress: progressTo(stderr),
    });
    endProgress(stderr);
    const points = report.collections.reduce((sum, collection) => sum + collection.points, 0);
    const checkpoint =
      report.checkpoint === null
        ? "no checkpoint: all of it is in the log"
        : `checkpoint ${report.checkpoint}: ${counted(report.collections.length, "collection")}, ${counted(points, "point")}`;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const lines = [
      `${dataDir} is backed up in ${dir}`,
      `  ${checkpoint}`,
      `  log: ${counted(report.records, "record")}, up to LSN ${report.lsn}`,
      `  ${counted(report.files, "file")}, ${humanBytes(report.bytes)}, in ${seconds} s`,
      report.secrets
        ? "  it contains admin, tokens and licenses of the server, encrypted with the passphrase"
        : "  it contains no secrets: neither admin nor tokens nor licenses of the server (see --with-secrets)",
      ...report.faults.map((fault) => `  not needed for it, but ${fault}`),
    ];
    return writeResult(stdout, flags, { dataDir, dir, ...report }, `${lines.join("\n")}\n`);
  } finally {
    endProgress(stderr);
  }
}

async function restore({ dataDirOf, stdout, stderr }: OfflineParts, dir: string, flags: BackupFlags) {
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

/** @throws InvalidArgument */
function encryptionOf({ withSecrets, passphraseFile }: BackupFlags): Encrypt | null {
  if (withSecrets && passphraseFile !== undefined) return encryptWith(readPassphrase(passphraseFile));
  if (!withSecrets && passphraseFile === undefined) return null;
  throw new WrongUsage(
    "--with-secrets and --passphrase-file go together: secrets are never backed up in clear",
  );
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
