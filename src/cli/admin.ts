// The commands for an owner of the data directory who cannot log in: azimuth admin reset-password, new-params.
// The decision: neither sets a password. Each writes a setup code to the directory, which proves that its reader is the
// owner; the password is sent to the server, which checks its rules. Neither opens the server to other callers
// meanwhile.
import type { Command } from "commander";
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import type { AuditAction } from "../storage/audit.ts";
import { FORMAT_FILE } from "../storage/backup-list.ts";
import { hasHadParams } from "../storage/format.ts";
import { joinPath } from "../storage/fs.ts";
import { DirectoryLock } from "../storage/lock.ts";
import { makeNewParams } from "../storage/new-params.ts";
import { AuditFile } from "../storage/node-audit-file.ts";
import { nodeKindOf } from "../storage/node-file-kind.ts";
import { nodeFs, nodeProcesses } from "../storage/node-fs.ts";
import { fsForOwnerOf } from "../storage/node-owner.ts";
import type { Params } from "../storage/params.ts";
import { PARAMS_FILE, readParams } from "../storage/params-file.ts";
import { makeSetupCode, SETUP_CODE_FILE } from "../storage/setup-code.ts";
import { shellWord } from "../storage/shell-word.ts";
import { DATA_DIR } from "./common/flag-values.ts";
import type { CommandParts } from "./common/output.ts";

export interface AdminParts extends CommandParts {
  /** @param flag the value of --data-dir, if it was given */
  readonly dataDirOf: (flag: string | undefined) => string;
}

interface Flags {
  readonly dataDir?: string;
}

export function addAdminCommands(program: Command, parts: AdminParts): void {
  const { run } = parts;
  const admin = program.command("admin").description("recover from a lost password or lost parameters");
  admin
    .command("reset-password")
    .description("write a setup code with which a new password can be set, also while the server runs")
    .option(...DATA_DIR)
    .action((flags: Flags) => run(() => resetPassword(parts, flags)));
  admin
    .command("new-params")
    .description(
      `replace a ${PARAMS_FILE} that is damaged or missing: authentication on, no admin, no tokens`,
    )
    .option(...DATA_DIR)
    .action((flags: Flags) => run(() => newParams(parts, flags)));
}

async function resetPassword(parts: AdminParts, flags: Flags): Promise<boolean> {
  const dataDir = parts.dataDirOf(flags.dataDir);
  const fs = fsForOwnerOf(dataDir);
  requireDataDir(dataDir);
  const { admin } = paramsOf(dataDir);
  const code = makeSetupCode(fs, dataDir);
  audit(parts, dataDir, "setup_code_made");
  const what = admin === null ? "there is no admin yet; make one" : "set a new password";
  parts.stdout.write(
    `${joinPath(dataDir, SETUP_CODE_FILE)} holds a new setup code, valid for one use; earlier ones are void\n` +
      `  ${what}, with the address of the server:\n  ${curl(admin === null ? "/auth/admin" : RESET, code)}\n`,
  );
  return true;
}

async function newParams(parts: AdminParts, flags: Flags): Promise<boolean> {
  const dataDir = parts.dataDirOf(flags.dataDir);
  const fs = fsForOwnerOf(dataDir);
  requireDataDir(dataDir);
  const lock = await DirectoryLock.acquire(fs, dataDir, nodeProcesses);
  try {
    const { setupCode, kept } = makeNewParams(fs, nodeKindOf, dataDir, Date.now());
    audit(parts, dataDir, "params_replaced");
    const before = kept === null ? "there was none" : `what was there is kept as ${kept}`;
    parts.stdout.write(
      `${joinPath(dataDir, PARAMS_FILE)} is new; ${before}\n` +
        "  authentication is on; admin, tokens and licenses are gone, and every login is void\n" +
        `  start the server: azimuth serve --data-dir ${shellWord(dataDir)}\n` +
        `  make an admin, with the address of the server:\n  ${curl("/auth/admin", setupCode)}\n`,
    );
    return true;
  } finally {
    lock.release();
  }
}

const RESET = "/auth/admin/reset-password";

function curl(path: string, code: string): string {
  return (
    `curl -X POST http://127.0.0.1:6573${path} -H 'X-Setup-Code: ${code}' ` +
    `-H 'Content-Type: application/json' -d '{"password": "<the new password>"}'`
  );
}

/** @throws InvalidArgument */
function requireDataDir(dir: string): void {
  if ([FORMAT_FILE, "wal", "checkpoints"].some((name) => nodeFs.exists(joinPath(dir, name)))) return;
  throw new InvalidArgument(`${dir} is not a data directory; name it with --data-dir`);
}

/** @throws StartRefused */
function paramsOf(dataDir: string): Params {
  const path = joinPath(dataDir, PARAMS_FILE);
  const command = `azimuth admin new-params --data-dir ${shellWord(dataDir)}`;
  try {
    const params = readParams(nodeFs, dataDir);
    if (params !== null) return params;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    throw new StartRefused(`${error.damage}. Make a new one: ${command}`);
  }
  if (hasHadParams(nodeFs, dataDir)) throw new StartRefused(`${path} is missing. Make a new one: ${command}`);
  throw new StartRefused(
    `${dataDir} has no ${PARAMS_FILE} yet: start the server, which makes it, and a setup code with it`,
  );
}

function audit({ stderr }: AdminParts, dataDir: string, action: AuditAction): void {
  const onFailure = (error: Error) => {
    stderr.write(`azimuth: this was not written to the audit log: ${error.message}\n`);
  };
  const log = new AuditFile({ dataDir, now: Date.now, onFailure });
  log.append({ action, result: "done", who: "command", address: null, surface: null });
}
