// Servers of one test, in processes of their own, with a common directory; all end with the test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type ServerProcess, startServer } from "./process.ts";

export class Servers {
  readonly folder = mkdtempSync(join(tmpdir(), "azimuth-process-"));
  readonly #running: ServerProcess[] = [];

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

  async close(): Promise<void> {
    for (const { child, stop } of this.#running)
      if (child.exitCode === null && child.signalCode === null) await stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Sends a request that must succeed. */
export async function call(
  server: ServerProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ result: unknown }> {
  const response = await fetch(server.url + path, { method, body: JSON.stringify(body) });
  expect(response.status, await response.clone().text()).to.equal(200);
  return (await response.json()) as { result: unknown };
}
