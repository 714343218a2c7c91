#!/usr/bin/env node
// The command line: what `azimuth` does. The only file that ends the process.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { addAdminCommands } from "./cli/admin.ts";
import { addConfigCommands } from "./cli/config.ts";
import { addHealthcheck } from "./cli/healthcheck.ts";
import { addLicenseCommands } from "./cli/license.ts";
import { addOfflineCommands } from "./cli/offline.ts";
import { addOnlineCommands } from "./cli/online.ts";
import { serverUrl, waitUntilReady } from "./cli/wait.ts";
import {
  CONFIG_FILE,
  loadConfig,
  loadSecrets,
  loadToken,
  packageVersion,
  SETTINGS,
  unknownVariables,
  variableOf,
} from "./config.ts";
import { DamagedFile, StartRefused, VectorDbError } from "./errors.ts";
import { createLogger, LineCounts } from "./log.ts";
import { inspect, unknownVariableText } from "./serve/inspect-config.ts";
import { type RunningServer, serve } from "./serve.ts";
import { findDataDir } from "./storage/node-data-dir.ts";

const REFUSED = 1;
const USAGE = 2;
const FORCED = 130;

const program = new Command("azimuth")
  .description("Azimuth, a vector database")
  .version(packageVersion())
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : USAGE));

addSettings(program.command("serve").description("start the server")).action(runServer);

program
  .command("wait")
  .description("return when a server is ready: exit code 0, or 1 after the timeout")
  .option("--timeout <seconds>", "how long to wait", "30")
  .option("--url <url>", "address of its REST API", "http://127.0.0.1:6573")
  .action(runWait);

const offline = {
  version: packageVersion(),
  dataDirOf: (flag: string | undefined) =>
    findDataDir(loadConfig(flag === undefined ? {} : { dataDir: flag }).dataDir),
  stdout: process.stdout,
  stderr: process.stderr,
  run: runCommand,
};
addOfflineCommands(program, offline);
addConfigCommands(program, { ...offline, addSettings, inspect });
addAdminCommands(program, offline);
addHealthcheck(program, { ...offline, whereabouts: (flags) => loadConfig({ ...flags }) });
addOnlineCommands(program, { stdout: process.stdout, token: () => loadToken(), run: runCommand });
addLicenseCommands(program, { ...offline, stdin: process.stdin, token: () => loadToken(), now: Date.now });

await program.parseAsync();

/** The flags of a command that takes all settings. */
function addSettings(command: Command): Command {
  command.option(CONFIG_FILE.flag, `${CONFIG_FILE.help} [${CONFIG_FILE.variable}]`);
  for (const setting of SETTINGS) command.option(setting.flag, `${setting.help} [${variableOf(setting)}]`);
  return command;
}

/** Ends with 0 when nothing is wrong, also when whoever reads the output has seen enough of it. */
async function runCommand(command: () => Promise<boolean>): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : REFUSED);
  });
  try {
    if (!(await command())) process.exit(REFUSED);
  } catch (error) {
    refuse(error);
  }
}

async function runServer(flags: Record<string, unknown>): Promise<void> {
  try {
    const config = loadConfig(flags);
    const lines = new LineCounts();
    const log = createLogger({ level: config.logLevel, format: config.logFormat, lines });
    for (const one of unknownVariables()) log.warn({ name: one.name }, unknownVariableText(one));
    const { portsFile } = config;
    // An old file would send whoever waits for it to a server that is gone.
    if (portsFile !== null) removeFile(portsFile);
    const starting = serve(config, loadSecrets(), log, lines);
    stopOnSignals(starting, (signal, what) => log.info({ signal }, what));
    const server = await starting;
    server.failed.catch(refuse);
    try {
      const ready = await server.ready;
      if (ready && portsFile !== null) {
        writePorts(portsFile, server);
        log.info({ path: portsFile }, "ports file written");
      }
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    refuse(error);
  }
}

async function runWait({ timeout, url }: { timeout: string; url: string }): Promise<void> {
  const seconds = Number(timeout);
  const address = serverUrl(url);
  if (!(seconds >= 0) || address === null) {
    process.stderr.write(
      `azimuth wait: expected --timeout SECONDS and --url URL, got ${timeout} and ${url}\n`,
    );
    process.exit(USAGE);
  }
  if (await waitUntilReady(address, seconds * 1000)) return;
  process.stderr.write(`azimuth wait: ${url} was not ready within ${seconds} s\n`);
  process.exit(REFUSED);
}

/**
 * The first signal stops in order, as soon as there is something to stop; the second at once. SIGHUP has the certificate read
 * again; a server without one it stops, because then it comes from a terminal that is closed.
 */
function stopOnSignals(
  starting: Promise<RunningServer>,
  announce: (signal: string, what: string) => void,
): void {
  let server: RunningServer | undefined;
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) {
      server?.abandon();
      process.exit(FORCED);
    }
    stopping = true;
    announce(signal, "stopping");
    server = await starting;
    await server.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void stop(signal).catch(refuse));
  }
  const hangUp = async (): Promise<void> => {
    const running = await starting;
    if (!running.reload()) return stop("SIGHUP");
    announce("SIGHUP", "certificate asked for");
  };
  process.on("SIGHUP", () => void hangUp().catch(refuse));
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (cause) {
    throw new StartRefused(`--ports-file: ${(cause as Error).message}`, { cause });
  }
}

/** Appears whole or not at all: whoever waits for the file can read it at once. */
function writePorts(path: string, { ports }: RunningServer): void {
  try {
    writeFileSync(`${path}.tmp`, `${JSON.stringify(ports)}\n`);
    renameSync(`${path}.tmp`, path);
  } catch (cause) {
    throw new StartRefused(`--ports-file cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function refuse(error: unknown): never {
  const isPlain = error instanceof VectorDbError || (error as NodeJS.ErrnoException)?.syscall !== undefined;
  const message = error instanceof DamagedFile ? error.damage : (error as Error)?.message;
  const text = isPlain ? message : ((error as Error)?.stack ?? String(error));
  process.stderr.write(`azimuth: ${text}\n`);
  process.exit(REFUSED);
}
