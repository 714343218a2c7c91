// Starts a whole server in this process as `azimuth serve` does: settings and secrets from flags and variables, a log,
// worker threads, all ports.
// The decision: where a test is about what a server does with its settings and directory, this is the same code without
// a process, whose start costs three times as much CPU. Exit codes, signals and standard output need a process.
import { cpSync } from "node:fs";
import { basename } from "node:path";
import { loadConfig, loadSecrets } from "../../src/config/environment.ts";
import { exitCodeOf } from "../../src/errors/usage.ts";
import * as calls from "../../src/grpc/server.ts";
import { createLogger, LineCounts } from "../../src/log/logger.ts";
import { type RunningServer, serve } from "../../src/serve/serve.ts";
import { USUAL_ENV } from "./process.ts";

/** The lock file of a data directory. */
const LOCK = "LOCK";

export interface ServerHere {
  readonly url: string;
  readonly uiUrl: string;
  /** The address in the form of grpc-js. */
  readonly grpcAddress: string;
  readonly running: RunningServer;
  /** Returns all lines of the log so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it is ready.
 * @param flags settings by name, as flags of the command line
 * @param env variables; the variables of this process do not count
 * @param watch is called with each line of the log
 * @throws what the command would print before it ends
 */
export async function startHere(
  flags: Record<string, unknown>,
  env: NodeJS.ProcessEnv = {},
  watch: (line: string) => void = () => {},
): Promise<ServerHere> {
  const environment = { ...USUAL_ENV, ...env };
  const config = loadConfig({ restPort: "0", ...flags }, environment);
  const lines = new LineCounts();
  let output = "";
  const write = (line: string) => {
    output += line;
    watch(line);
  };
  const log = createLogger({ level: config.logLevel, output: { write }, lines });
  const running = (await serve(config, loadSecrets(environment), log, lines, {
    loadCalls: async () => calls,
  }))!;
  running.failed.catch(() => {});
  try {
    await running.ready;
  } catch (error) {
    await running.stop();
    throw error;
  }
  const { rest, ui, grpc } = running.ports;
  return {
    url: `http://127.0.0.1:${rest}`,
    uiUrl: `http://127.0.0.1:${ui}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    running,
    output: () => output,
    stop: () => running.stop(),
  };
}

/**
 * Makes a start that must be refused.
 * @returns the exit code that the command would have, and what it would have printed
 */
export async function refusedHere(
  flags: Record<string, unknown>,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; said: string }> {
  let said = "";
  try {
    const server = await startHere(flags, env, (line) => {
      said += line;
    });
    await server.stop();
  } catch (error) {
    return { code: exitCodeOf(error), said: said + (error as Error).message };
  }
  throw new Error(`the start was not refused:\n${said}`);
}

/**
 * Copies the data directory of a running server: the copy has what a kill of the process would leave, but for the
 * lock, which names a process that is not dead.
 */
export function leftByKill(dataDir: string, copy: string): string {
  cpSync(dataDir, copy, { recursive: true, filter: (path) => basename(path) !== LOCK });
  return copy;
}
