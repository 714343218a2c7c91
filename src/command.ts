// The command line: what `azimuth` does. Besides main.ts, which checks the version of Node, the only file that ends the
// process.
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { hiddenLine } from "./cli/auth.ts";
import {
  loadAdminPassword,
  loadConfig,
  loadSecrets,
  loadSourceKey,
  loadToken,
  loadUrl,
  packageVersion,
  unknownVariables,
} from "./config/environment.ts";
import type { DemoSettings } from "./demo/demo.ts";
import { DamagedFile } from "./errors/failures.ts";
import { startFailureText } from "./errors/files.ts";
import { StartRefused } from "./errors/server.ts";
import { EXIT_CODES, exitCodeOf, ServerFailed } from "./errors/usage.ts";
import { VectorDbError } from "./errors/vector-db-error.ts";
import { createLogger, LineCounts, type Logger } from "./log/logger.ts";
import { programOf } from "./program.ts";
import { inspect, unknownVariableText } from "./serve/inspect-config.ts";
import type { RunningServer } from "./serve/serve.ts";
import { findDataDir } from "./storage/node-data-dir.ts";

void programOf({
  version: packageVersion(),
  dataDirOf: (flag) => findDataDir(loadConfig(flag === undefined ? {} : { dataDir: flag }).dataDir),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  token: () => loadToken(),
  url: () => loadUrl(),
  sourceKey: () => loadSourceKey(),
  adminPassword: () => loadAdminPassword(),
  prompt:
    process.stdin.isTTY && process.stderr.isTTY
      ? (question) => hiddenLine(process.stdin, process.stderr, question)
      : null,
  now: Date.now,
  clock: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newId: randomUUID,
  onInterrupt,
  run: runCommand,
  inspect,
  targetOf: (flags) => loadConfig({ ...flags }),
  runServer,
  runDemo,
  beginCluster: async (reason, flags, isForced) => {
    const { beginCluster } = await import("./serve/begin-cluster.ts");
    return beginCluster(reason, loadConfig(flags), isForced);
  },
  leave: (error) => process.exit(error.exitCode === 0 ? 0 : EXIT_CODES.usage),
}).parseAsync();

function onInterrupt(tell: () => void): () => void {
  const end = () => {
    tell();
    process.exit(EXIT_CODES.forced);
  };
  process.once("SIGINT", end);
  return () => void process.off("SIGINT", end);
}

/** Runs the demonstration until a signal arrives. */
async function runDemo(settings: DemoSettings): Promise<void> {
  const { runDemo } = await import("./demo/demo.ts");
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"] as const)
      process.on(signal, () => resolve());
  });
  await runDemo(settings, { asked, tell: (text) => void process.stdout.write(text) });
}

/** Ends with 0 when nothing is wrong, also when the reader of the output closes it early. */
async function runCommand(command: () => Promise<boolean | number>): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? EXIT_CODES.done : EXIT_CODES.refused);
  });
  try {
    const code = exitCodeOf(await command());
    if (code !== EXIT_CODES.done) process.exit(code);
  } catch (error) {
    refuse(error);
  }
}

async function runServer(flags: Record<string, unknown>): Promise<void> {
  try {
    const config = loadConfig(flags);
    const lines = new LineCounts();
    const log = createLogger({ level: config.logLevel, format: config.logFormat, lines });
    for (const variable of unknownVariables())
      log.warn({ name: variable.name }, unknownVariableText(variable));
    const { portsFile } = config;
    // An old file would send whoever waits for it to a server that is gone.
    if (portsFile !== null) removeFile(portsFile);
    endOnSurprise(log);
    // Where the log is JSON, whatever is beside it ends up where the log does.
    const isWatched = process.stderr.isTTY && config.logFormat !== "json";
    const tell = isWatched ? (text: string) => void process.stderr.write(text) : null;
    // Other commands do without it, and half of the time that they take is that of loading code.
    const { serve } = await import("./serve/serve.ts");
    const stopping = new AbortController();
    const starting = serve(config, loadSecrets(), log, lines, { tell, stopping: stopping.signal });
    const announce = (signal: string, what: string) => log.info({ signal }, what);
    stopOnSignals(starting, { stopping, hasCertificate: config.tlsCert !== null, announce });
    const server = await starting;
    // The signal that has stopped it ends the process.
    if (server === null) return;
    server.failed.catch((error) => {
      log.fatal({ err: error }, (error as Error).message);
      server.abandon();
      refuse(error);
    });
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

/** A second signal within this time is the same one: a terminal and npm each send SIGINT for one Ctrl+C. */
const SAME_SIGNAL_MS = 1000;

/** What nobody foresaw may have left anything half done; a restart has everything that was acknowledged. */
function endOnSurprise(log: Logger): void {
  const end = (what: string) => (thrown: unknown) => {
    const failure = new ServerFailed(
      `${what}: ${(thrown as Error)?.message ?? String(thrown)}. The server ends`,
    );
    log.fatal({ err: thrown instanceof Error ? thrown : failure }, failure.message);
    refuse(failure);
  };
  process.on("uncaughtException", end("An unhandled error"));
  process.on("unhandledRejection", end("An unhandled rejection"));
}

interface Stopping {
  /** Is aborted by the first signal: the server may wait for others before there is anything to stop. */
  readonly stopping: AbortController;
  readonly hasCertificate: boolean;
  readonly announce: (signal: string, what: string) => void;
}

/**
 * The first signal stops in order, as soon as there is something to stop; a later one at once. SIGHUP has the
 * certificate read again; a server without one it stops, because then it comes from a terminal that is closed. On
 * Windows it always does: the system ends the process a few seconds later. SIGBREAK (Ctrl+Break, and what services
 * send) is only known there.
 */
function stopOnSignals(
  starting: Promise<RunningServer | null>,
  { stopping, hasCertificate, announce }: Stopping,
): void {
  let server: RunningServer | null = null;
  let stoppingSince: number | undefined;
  const stop = async (signal: string): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      server?.abandon();
      process.exit(EXIT_CODES.forced);
    }
    stoppingSince = performance.now();
    announce(signal, "stopping");
    stopping.abort();
    server = await starting;
    await server?.stop();
    announce(signal, "stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGBREAK"] as const) {
    process.on(signal, () => void stop(signal).catch(refuse));
  }
  const hangUp = async (): Promise<void> => {
    if (process.platform === "win32" || !hasCertificate) return stop("SIGHUP");
    (await starting)?.reload();
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

function plainText(error: Error): string {
  if (error instanceof DamagedFile) return error.damage;
  return error instanceof VectorDbError ? startFailureText(error) : error.message;
}

function refuse(error: unknown): never {
  const isPlain = error instanceof VectorDbError || (error as NodeJS.ErrnoException)?.syscall !== undefined;
  const text = isPlain ? plainText(error as Error) : ((error as Error)?.stack ?? String(error));
  process.stderr.write(`azimuth: ${text}\n`);
  process.exit(exitCodeOf(error));
}
