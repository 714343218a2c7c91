// Servers of a cluster in processes of their own, over three servers of PostgreSQL, each behind proxies that can fail.
// The decision: each server reaches PostgreSQL by proxies of its own, so one server is cut off while the others go on.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FaultyProxy, type ProxyFault } from "./faulty-proxy.ts";
import { PostgresTrio } from "./postgres-trio.ts";
import { freePort, type ServerProcess, startServer } from "./process.ts";

/** The directory of the checkpoints, which all servers share. */
const CHECKPOINTS = "checkpoints";

/** A server of the cluster, on a port and a directory that stay. */
export class ClusterServer {
  readonly name: string;
  readonly url: string;
  readonly dataDir: string;
  readonly #port: number;
  readonly #proxies: readonly FaultyProxy[];
  readonly #folder: string;
  #process: ServerProcess | null = null;

  constructor(name: string, port: number, folder: string, proxies: readonly FaultyProxy[]) {
    this.name = name;
    this.#port = port;
    this.#proxies = proxies;
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = join(folder, name);
  }

  async start(): Promise<void> {
    const hosts = this.#proxies.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const settings = {
      "data-dir": this.dataDir,
      "rest-port": this.#port,
      "cluster-name": "faults",
      "cluster-node": this.name,
      "cluster-log-url": `postgres://azimuth@${hosts}/postgres`,
      "checkpoints-directory": join(this.#folder, CHECKPOINTS),
    };
    const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]);
    this.#process = await startServer(["--extended-api", ...args]);
  }

  /** Kills the server, and starts it again. @param isEmptied whether its data is lost */
  async restart(pauseMs: number, isEmptied: boolean): Promise<void> {
    await this.kill();
    await sleep(pauseMs);
    if (isEmptied) rmSync(this.dataDir, { recursive: true });
    await this.start();
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    await running?.stop("SIGKILL");
  }

  /** Stops the process where it is, for some time. */
  async pause(ms: number): Promise<void> {
    this.#process?.child.kill("SIGSTOP");
    await sleep(ms);
    this.#process?.child.kill("SIGCONT");
  }

  /** Makes its connections to PostgreSQL fail for some time. */
  async cutOff(fault: ProxyFault, ms: number): Promise<void> {
    for (const proxy of this.#proxies) proxy.set(fault);
    await sleep(ms);
    for (const proxy of this.#proxies) proxy.heal();
  }

  closeProxies(): void {
    for (const proxy of this.#proxies) proxy.close();
  }
}

export class ClusterServers {
  readonly folder: string;
  readonly postgres: PostgresTrio;
  readonly all: readonly ClusterServer[];

  private constructor(folder: string, postgres: PostgresTrio, all: readonly ClusterServer[]) {
    this.folder = folder;
    this.postgres = postgres;
    this.all = all;
  }

  static async start(count: number): Promise<ClusterServers> {
    const postgres = await PostgresTrio.start();
    const folder = mkdtempSync(join(tmpdir(), "azimuth-cluster-"));
    mkdirSync(join(folder, CHECKPOINTS));
    const all = [];
    for (let i = 0; i < count; i++) {
      const proxies = await Promise.all(postgres.servers.map(({ port }) => FaultyProxy.start(port)));
      all.push(new ClusterServer(`n${i}`, await freePort(), folder, proxies));
    }
    const servers = new ClusterServers(folder, postgres, all);
    try {
      await Promise.all(all.map((server) => server.start()));
    } catch (error) {
      await servers.remove();
      throw error;
    }
    return servers;
  }

  async remove(): Promise<void> {
    await Promise.all(this.all.map((server) => server.kill()));
    for (const server of this.all) server.closeProxies();
    await this.postgres.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
