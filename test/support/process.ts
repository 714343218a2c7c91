// Starts a real server in a process of its own, as users do: `node dist/main.js serve`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addLicense, ThrowAwayIssuer } from "./license.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** The issuer whose product keys the servers of this run accept. */
const ISSUER = new ThrowAwayIssuer();
/** Several servers run at a time. A second reader takes a sixth of a start, the default cost of a password .5 s. */
export const USUAL_ENV = {
  AZIMUTH_WORKERS: "1",
  AZIMUTH_SCRYPT_COST: String(2 ** 15),
  AZIMUTH_GRPC_PORT: "0",
  AZIMUTH_UI_PORT: "0",
  AZIMUTH_LICENSE__PUBLIC_KEYS: ISSUER.setting,
};
/** More vectors than any test or benchmark uses. */
const PLENTY = 1_000_000_000;

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The address of the local UI. */
  readonly uiUrl: string;
  /** The address in the form of grpc-js. */
  readonly grpcAddress: string;
  /** Returns all output so far. */
  output(): string;
  /** Sends the signal and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface RunOptions {
  /** A command that runs the server as its arguments. */
  readonly under?: readonly string[];
  /** The user of the process, which only root can set. */
  readonly user?: number;
}

/** Runs a command to its end. @param watch is called with the output so far whenever it grows */
export async function runMain(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  watch: (output: string, child: ChildProcess) => void = () => {},
  { under = [], user }: RunOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [command, ...all] = [...under, process.execPath, MAIN, ...args];
  const child = spawn(command!, all, { env: { ...process.env, ...USUAL_ENV, ...env }, uid: user });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    watch(stdout, child);
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** Returns an unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a server without waiting. @param main the program, if it is not the built one */
export function spawnServer(args: readonly string[], main = MAIN, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [main, "serve", "--log-level", "error", ...args], {
    stdio: "ignore",
    env: { ...process.env, ...USUAL_ENV, ...env },
  });
}

/**
 * Starts a server on a free port and waits until it is ready.
 * @param under a command that runs the server as its arguments
 * @param main the program, if it is not the built one
 */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  under: readonly string[] = [],
  main = MAIN,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-ports-"));
  const portsFile = join(folder, "ports.json");
  const server = [process.execPath, main, "serve", "--rest-port", "0", "--ports-file", portsFile, ...args];
  const [command, ...all] = [...under, ...server];
  const child = spawn(command!, all, { env: { ...process.env, ...USUAL_ENV, ...env } });
  let output = "";
  const ended = once(child, "close");
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('"msg":"ports file written"')) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    void ended.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)));
  });
  await ready;
  const { rest, ui, grpc } = JSON.parse(readFileSync(portsFile, "utf8"));
  rmSync(folder, { recursive: true });
  return {
    child,
    url: `http://127.0.0.1:${rest}`,
    uiUrl: `http://127.0.0.1:${ui}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    output: () => output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by };
    },
  };
}

/** Gives a server a license for all tests; its data directory keeps it. */
export async function licensed<Server extends { readonly uiUrl: string }>(server: Server): Promise<Server> {
  await addLicense(server.uiUrl, ISSUER.key(PLENTY, { id: "plenty" }));
  return server;
}
