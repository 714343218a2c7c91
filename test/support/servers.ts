// Servers of one test, in processes of their own or in this one, with a common directory; all end with the test.
// The decision: the directory is in memory where there is enough (scratch.ts), because a test with several servers
// would wait for their syncs, and what a killed process has written stays there as on a disk. Tests of much data use a
// disk.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type ServerProcess, startServer } from "./process.ts";
import { scratchFolder } from "./scratch.ts";
import { type ServerHere, startHere } from "./server-here.ts";

const PREFIX = "azimuth-process-";

export class Servers {
  readonly folder: string;
  readonly #running: ServerProcess[] = [];
  readonly #here = new Set<ServerHere>();

  constructor({ isOnDisk = false } = {}) {
    this.folder = isOnDisk ? mkdtempSync(join(tmpdir(), PREFIX)) : scratchFolder(PREFIX);
  }

  /** Starts a server; without arguments, on the directory of this test. */
  async start(
    args: readonly string[] = ["--data-dir", this.folder],
    env?: NodeJS.ProcessEnv,
    under?: readonly string[],
  ): Promise<ServerProcess> {
    const server = await startServer(args, env, under);
    this.#running.push(server);
    return server;
  }

  /** Starts a server in this process; without flags, on the directory of this test. */
  async here(
    flags: Record<string, unknown> = { dataDir: this.folder },
    env?: NodeJS.ProcessEnv,
  ): Promise<ServerHere> {
    const server = await startHere(flags, env);
    const stop = async () => {
      if (this.#here.delete(kept)) await server.stop();
    };
    const kept = { ...server, stop };
    this.#here.add(kept);
    return kept;
  }

  async close(): Promise<void> {
    for (const { stop } of this.#here) await stop();
    for (const { child, stop } of this.#running)
      if (child.exitCode === null && child.signalCode === null) await stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Sends a request that must succeed. */
export async function call(
  server: { readonly url: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<{ result: unknown }> {
  const response = await fetch(server.url + path, { method, body: JSON.stringify(body) });
  expect(response.status, await response.clone().text()).to.equal(200);
  return (await response.json()) as { result: unknown };
}
