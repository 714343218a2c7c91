// Where the servers of a cluster live in tests: a folder with their data and checkpoints, and a real PostgreSQL.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PostgresServer } from "./postgres.ts";
import type { ServerProcess } from "./process.ts";
import { Servers } from "./servers.ts";

export class ClusterHome {
  readonly servers = new Servers();
  #postgres: PostgresServer;

  private constructor(postgres: PostgresServer) {
    this.#postgres = postgres;
    mkdirSync(this.dirOf("checkpoints"));
  }

  static async open(): Promise<ClusterHome> {
    return new ClusterHome(await started("s0"));
  }

  get postgres(): PostgresServer {
    return this.#postgres;
  }

  readonly dirOf = (name: string): string => join(this.servers.folder, name);

  /** Returns the flags of a server of the cluster, by its name. */
  readonly flags = (name: string): string[] => [
    ...["--data-dir", this.dirOf(name), "--cluster-name", "demo", "--cluster-node", name],
    ...["--cluster-log-url", this.#postgres.url, "--checkpoints-directory", this.dirOf("checkpoints")],
  ];

  readonly start = (name: string, env: Record<string, string> = {}): Promise<ServerProcess> =>
    this.servers.start(this.flags(name), env);

  /** Loses all that PostgreSQL has: an empty one takes its place. */
  async losePostgres(): Promise<void> {
    await this.#postgres.remove();
    this.#postgres = await started("s1");
  }

  async close(): Promise<void> {
    await this.servers.close();
    await this.#postgres.remove();
  }
}

async function started(name: string): Promise<PostgresServer> {
  const postgres = await PostgresServer.create(name);
  await postgres.start();
  return postgres;
}
