#!/usr/bin/env node
// The command line: what `azimuth` does. The only file that ends the process.
import { renameSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { waitUntilReady } from "./cli/wait.ts";
import { loadConfig, packageVersion, SETTINGS, variableOf } from "./config.ts";
import { VectorDbError } from "./errors.ts";
import { createLogger } from "./log.ts";
import { type RunningServer, serve } from "./serve.ts";

const REFUSED = 1;
const USAGE = 2;
const FORCED = 130;

const program = new Command("azimuth")
  .description("Azimuth, a vector database")
  .version(packageVersion())
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : USAGE));

const serveCommand = program.command("serve").description("start the server").action(runServer);
for (const setting of SETTINGS) serveCommand.option(setting.flag, `${setting.help} [${variableOf(setting)}]`);

program
  .command("wait")
  .description("return when a server is ready: exit code 0, or 1 after the timeout")
  .option("--timeout <seconds>", "how long to wait", "30")
  .option("--url <url>", "address of its REST API", "http://127.0.0.1:6573")
  .action(runWait);

await program.parseAsync();

async function runServer(flags: Record<string, unknown>): Promise<void> {
  try {
    const config = loadConfig(flags);
    const log = createLogger(config.logLevel);
    const server = await serve(config, log);
    stopOnSignals(server, (signal) => log.info({ signal }, "stopping"));
    await server.ready.catch(async (error) => {
      await server.stop();
      throw error;
    });
    if (config.portsFile !== null) {
      writePorts(config.portsFile, server);
      log.info({ path: config.portsFile }, "ports file written");
    }
  } catch (error) {
    refuse(error);
  }
}

async function runWait({ timeout, url }: { timeout: string; url: string }): Promise<void> {
  const seconds = Number(timeout);
  if (!(seconds >= 0) || !URL.canParse(url)) {
    process.stderr.write(
      `azimuth wait: expected --timeout SECONDS and --url URL, got ${timeout} and ${url}\n`,
    );
    process.exit(USAGE);
  }
  if (await waitUntilReady(url, seconds * 1000)) return;
  process.stderr.write(`azimuth wait: ${url} was not ready within ${seconds} s\n`);
  process.exit(REFUSED);
}

/** The first signal stops in order, the second at once. */
function stopOnSignals(server: RunningServer, announce: (signal: string) => void): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(FORCED);
    stopping = true;
    announce(signal);
    await server.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void stop(signal).catch(refuse));
  }
}

/** Appears whole or not at all: whoever waits for the file can read it at once. */
function writePorts(path: string, { ports }: RunningServer): void {
  writeFileSync(`${path}.tmp`, `${JSON.stringify(ports)}\n`);
  renameSync(`${path}.tmp`, path);
}

function refuse(error: unknown): never {
  const text = error instanceof VectorDbError ? error.message : ((error as Error)?.stack ?? String(error));
  process.stderr.write(`azimuth: ${text}\n`);
  process.exit(REFUSED);
}
