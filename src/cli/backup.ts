// `azimuth backup`: copies the data directory of this machine, or downloads the backup that a server makes.
// The decision: both write the same kind of directory and report the same figures of it. A download names its server
// with --url, never with a variable, because a script may have that set for other commands.
import type { Command } from "commander";
import { droppedCollection } from "../core/record/record.ts";
import { WrongUsage } from "../errors/usage.ts";
import { makeBackup } from "../storage/backup.ts";
import type { Encrypt } from "../storage/backup-params.ts";
import { requireEmpty } from "../storage/empty-directory.ts";
import { extractBackup } from "../storage/extract-backup.ts";
import { encryptWith, readPassphrase } from "../storage/node-encryption.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { DATA_DIR, JSON_FLAG, trimmed } from "./common/flag-values.ts";
import { counted, endProgress, humanBytes, progressTo, writeResult } from "./common/output.ts";
import { download } from "./common/request.ts";
import { type ServerFlags, type ServerParts, serverOf } from "./common/server-flags.ts";

export interface BackupParts extends ServerParts {
  readonly version: string;
  /** @param flag the value of --data-dir, if it was given */
  readonly dataDirOf: (flag: string | undefined) => string;
}

interface Flags extends ServerFlags {
  readonly dataDir?: string;
  readonly withSecrets?: boolean;
  readonly passphraseFile?: string;
}

export function addBackupCommand(program: Command, parts: BackupParts): void {
  program
    .command("backup")
    .description(
      "copy the data directory, also while the server runs; contains all writes acknowledged before",
    )
    .argument("<dir>", "target directory, empty or new")
    .option(...DATA_DIR)
    .option("--url <url>", "download the backup from the REST API of a running server, on any machine")
    .option("--token <token>", "with --url: an access token with read and admin; better in AZIMUTH_TOKEN")
    .option("--with-secrets", "include the admin, tokens and licenses of the server, encrypted")
    .option("--passphrase-file <file>", "file with the passphrase for --with-secrets")
    .option(...JSON_FLAG)
    .action((dir: string, flags: Flags) =>
      parts.run(() => (flags.url === undefined ? copy : fetched)(parts, trimmed(dir), flags)),
    );
}

async function copy({ version, dataDirOf, stdout, stderr }: BackupParts, dir: string, flags: Flags) {
  if (flags.token !== undefined) throw new WrongUsage("--token is for a server: name it with --url");
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
    const faults = report.faults.map((fault) => `  not needed for it, but ${fault}\n`);
    const text = `${dataDir}${reportText(dir, report, began, " (see --with-secrets)")}${faults.join("")}`;
    return writeResult(stdout, flags, { dataDir, dir, ...report }, text);
  } finally {
    endProgress(stderr);
  }
}

async function fetched(parts: BackupParts, dir: string, flags: Flags) {
  const { stdout, stderr } = parts;
  const local = flags.dataDir !== undefined ? "--data-dir" : flags.withSecrets ? "--with-secrets" : null;
  if (local !== null || flags.passphraseFile !== undefined) {
    throw new WrongUsage(
      `--url downloads a backup without secrets from a server: ${local ?? "--passphrase-file"} is for a data directory of this machine`,
    );
  }
  const server = serverOf(flags, parts);
  requireEmpty(nodeFs, dir); // before the server begins
  const began = performance.now();
  try {
    const chunks = await download(server, "/backup");
    const report = await extractBackup(chunks, nodeFs, dir, { onProgress: progressTo(stderr) });
    endProgress(stderr);
    const url = server.url.origin;
    return writeResult(stdout, flags, { url, dir, ...report }, `${url}${reportText(dir, report, began)}`);
  } finally {
    endProgress(stderr);
  }
}

interface Report {
  readonly checkpoint: number | null;
  readonly lsn: number;
  readonly records: number;
  readonly collections: readonly { readonly points: number }[];
  readonly files: number;
  readonly bytes: number;
  readonly secrets: boolean;
}

/** Returns the rest of the report, whose first word is what was backed up. @param hint how to have secrets in it */
function reportText(dir: string, report: Report, began: number, hint = ""): string {
  const { checkpoint, collections } = report;
  const points = collections.reduce((sum, collection) => sum + collection.points, 0);
  const saved =
    checkpoint === null
      ? "no checkpoint: all of it is in the log"
      : `checkpoint ${checkpoint}: ${counted(collections.length, "collection")}, ${counted(points, "point")}`;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const lines = [
    ` is backed up in ${dir}`,
    `  ${saved}`,
    `  log: ${counted(report.records, "record")}, up to LSN ${report.lsn}`,
    `  ${counted(report.files, "file")}, ${humanBytes(report.bytes)}, in ${seconds} s`,
    report.secrets
      ? "  it contains admin, tokens and licenses of the server, encrypted with the passphrase"
      : `  it contains no secrets: neither admin nor tokens nor licenses of the server${hint}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** @throws InvalidArgument */
function encryptionOf({ withSecrets, passphraseFile }: Flags): Encrypt | null {
  if (withSecrets && passphraseFile !== undefined) return encryptWith(readPassphrase(passphraseFile));
  if (!withSecrets && passphraseFile === undefined) return null;
  throw new WrongUsage(
    "--with-secrets and --passphrase-file go together: secrets are never backed up in clear",
  );
}
