// All commands of the command line in one tree: what --help shows, what completions are made from, what main.ts runs.
// The decision: it does nothing by itself, so that a test can read it.
import { Command, type CommanderError } from "commander";
import { type AdminParts, addAdminCommands } from "./cli/admin.ts";
import { type AuthParts, addAuthCommands } from "./cli/auth.ts";
import { addBackupCommand, type BackupParts } from "./cli/backup.ts";
import { addBenchCommand } from "./cli/bench.ts";
import { addClusterCommands, type ClusterParts } from "./cli/cluster.ts";
import { addCollectionCommands } from "./cli/collections.ts";
import { addCompletionCommand } from "./cli/completion.ts";
import { addConfigCommands, type ConfigParts } from "./cli/config.ts";
import { addExportCommand } from "./cli/data/export.ts";
import { addImportCommand } from "./cli/data/import.ts";
import { addHealthcheck, type HealthParts } from "./cli/healthcheck.ts";
import { addLicenseCommands, type LicenseParts } from "./cli/license.ts";
import { addMcpCommand, type McpCommandParts } from "./cli/mcp/mcp.ts";
import { addMigrateCommand, type MigrateParts } from "./cli/migrate/migrate.ts";
import { addOfflineCommands, type OfflineParts } from "./cli/offline.ts";
import { addOnlineCommands } from "./cli/online.ts";
import { addSearchCommand } from "./cli/search.ts";
import { addTokenCommands } from "./cli/token.ts";
import { addWaitCommand } from "./cli/wait.ts";
import { CONFIG_FILE, SETTINGS, variableOf } from "./config/environment.ts";
import { keyOf, type Setting } from "./config/setting.ts";

export interface ProgramParts
  extends BackupParts,
    OfflineParts,
    AdminParts,
    AuthParts,
    McpCommandParts,
    MigrateParts,
    ClusterParts,
    LicenseParts {
  readonly inspect: ConfigParts["inspect"];
  readonly targetOf: HealthParts["targetOf"];
  readonly stdin: McpCommandParts["stdin"];
  readonly run: McpCommandParts["run"];
  readonly runServer: (flags: Record<string, unknown>) => Promise<void>;
  /** What becomes of a command line that is wrong, and of --help; every command inherits it when it is made. */
  readonly leave: (error: CommanderError) => void;
}

export function programOf(parts: ProgramParts): Command {
  const program = new Command("azimuth")
    .description("Azimuth, a vector database")
    .version(parts.version)
    .exitOverride(parts.leave);
  addSettings(program.command("serve").description("start the server")).action(parts.runServer);
  addClusterCommands(program, { ...parts, addClusterSettings });
  addWaitCommand(program, parts);
  addOnlineCommands(program, parts);
  addCollectionCommands(program, parts);
  addSearchCommand(program, parts);
  addImportCommand(program, parts);
  addExportCommand(program, parts);
  addMigrateCommand(program, parts);
  addBenchCommand(program, parts);
  addHealthcheck(program, parts);
  addMcpCommand(program, parts);
  addAuthCommands(program, parts);
  addTokenCommands(program, parts);
  addLicenseCommands(program, parts);
  addBackupCommand(program, parts);
  addOfflineCommands(program, parts);
  addConfigCommands(program, { ...parts, addSettings });
  addAdminCommands(program, parts);
  addCompletionCommand(program, parts);
  showDefaultsPlainly(program);
  return program;
}

/** Values are typed without quotes, and so the help shows them. */
function showDefaultsPlainly(command: Command): void {
  for (const option of command.options)
    if (typeof option.defaultValue === "string") option.defaultValueDescription ??= option.defaultValue;
  for (const child of command.commands) showDefaultsPlainly(child);
}

/** The flags of a command that takes all settings. */
function addSettings(command: Command): Command {
  return addSome(command, SETTINGS);
}

/** The flags of a command that takes the settings of a cluster. */
function addClusterSettings(command: Command): Command {
  const isTaken = (setting: Setting) => setting.name === "dataDir" || keyOf(setting).startsWith("cluster.");
  return addSome(command, SETTINGS.filter(isTaken));
}

function addSome(command: Command, settings: readonly Setting[]): Command {
  command.option(CONFIG_FILE.flag, `${CONFIG_FILE.help} [${CONFIG_FILE.variable}]`);
  for (const setting of settings) command.option(setting.flag, `${setting.help} [${variableOf(setting)}]`);
  return command;
}
