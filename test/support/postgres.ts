// Real PostgreSQL servers for tests: one alone, or a primary with standbys. They can be killed, paused and promoted.
// The decision: PostgreSQL refuses to run as root, so root starts it as another user. Where the program comes from is
// in postgres-folder.ts.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { postgresFolder } from "./postgres-folder.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

const NOBODY = 65_534;
const USER = "azimuth";
/** Attempts to start a server. */
const STARTS = 20;
/** Characters of what a server wrote that an error shows. */
const KEPT_TEXT = 2_000;
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "32MB",
  wal_keep_size: "1GB",
  log_min_messages: "fatal",
  // A promotion restarts it after this time.
  wal_retrieve_retry_interval: "100ms",
};

/** The processes that run. */
const running = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The user of the servers; empty: the user of the tests. */
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export class PostgresServer {
  readonly name: string;
  readonly port: number;
  readonly #dir: string;
  /** The folder of the programs of PostgreSQL. */
  readonly #programs: string;
  #process: ChildProcess | null = null;

  private constructor(name: string, port: number, dir: string, programs: string) {
    this.name = name;
    this.port = port;
    this.#dir = dir;
    this.#programs = programs;
  }

  /** Makes a server that is not started. @param programs the folder of another version */
  static async create(
    name: string,
    settings: Record<string, string> = {},
    programs = postgresFolder(),
  ): Promise<PostgresServer> {
    const server = await PostgresServer.#empty(name, programs);
    const options = ["-A", "trust", "-U", USER, "--locale=C", "--encoding=UTF8", "--no-sync"];
    execFileSync(join(programs, "initdb"), ["-D", server.#dir, ...options], {
      ...owner,
      stdio: "pipe",
    });
    server.configure({ ...SETTINGS, ...settings });
    return server;
  }

  /** Makes a standby of a primary that has never been started. It is not started either. */
  static async standbyOf(primary: PostgresServer, name: string): Promise<PostgresServer> {
    const server = await PostgresServer.#empty(name, primary.#programs);
    execFileSync("cp", ["-a", `${primary.#dir}/.`, server.#dir]);
    server.configure({ primary_conninfo: server.#connectionTo(primary) });
    appendFileSync(join(server.#dir, "standby.signal"), "");
    return server;
  }

  /** Makes this server, which does not run, a standby of a primary that does. It is not started. */
  async copyFrom(primary: PostgresServer): Promise<void> {
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    try {
      await client.query("select pg_backup_start('copy', true)");
      rmSync(this.#dir, { recursive: true });
      mkdirSync(this.#dir, { mode: 0o700 });
      if (owner.uid !== undefined) chownSync(this.#dir, owner.uid, owner.gid);
      // The log comes from the primary. Files that vanish meanwhile are made again from it.
      const without = ["pg_wal/*", "postmaster.pid", "standby.signal"].map((name) => `--exclude=./${name}`);
      const copy = `tar -C ${primary.#dir} --ignore-failed-read ${without.join(" ")} -cf - . | tar -C ${this.#dir} -xpf -`;
      execFileSync("sh", ["-c", copy], { stdio: "pipe" });
      const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
      appendFileSync(join(this.#dir, "backup_label"), (rows[0] as { labelfile: string }).labelfile);
      appendFileSync(join(this.#dir, "standby.signal"), "");
      for (const name of ["backup_label", "standby.signal"])
        if (owner.uid !== undefined) chownSync(join(this.#dir, name), owner.uid, owner.gid);
    } finally {
      await client.end();
    }
    this.configure({ primary_conninfo: this.#connectionTo(primary) });
  }

  static async #empty(name: string, programs: string): Promise<PostgresServer> {
    const dir = scratchFolder("azimuth-postgres-");
    if (owner.uid !== undefined) chownSync(dir, owner.uid, owner.gid);
    return new PostgresServer(name, await freePort(), dir, programs);
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The URL of a database of the server, for this server alone. */
  get url(): string {
    return `postgres://${USER}@${this.address}/postgres`;
  }

  /** Sets parameters that count from the next start on. */
  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map(
      ([key, value]) => `${key} = '${value.replaceAll("'", "''")}'\n`,
    );
    appendFileSync(join(this.#dir, "postgresql.conf"), lines.join(""));
  }

  /** Lets a role connect with its password only. */
  async requirePassword(role: string): Promise<void> {
    const path = join(this.#dir, "pg_hba.conf");
    const others = readFileSync(path, "utf8");
    writeFileSync(path, `host all ${role} 127.0.0.1/32 scram-sha-256\n${others}`);
    await this.sql("select pg_reload_conf()");
  }

  /** Sets parameters of a running server. */
  async set(settings: Record<string, string>): Promise<void> {
    this.configure(settings);
    await this.sql("select pg_reload_conf()");
    for (const [key, value] of Object.entries(settings)) {
      await until(async () => (await this.sql(`select current_setting('${key}') as is`))[0]?.is === value);
    }
  }

  /** Starts the server, also after a kill. */
  async start(): Promise<void> {
    const args = ["-D", this.#dir, "-p", String(this.port)];
    let text = "";
    // A process that a kill has left holds the shared memory for a moment.
    for (let attempt = 0; attempt < STARTS; attempt++) {
      const stdio = ["ignore", "ignore", "pipe"] as const;
      const child = spawn(join(this.#programs, "postgres"), args, { ...owner, stdio: [...stdio] });
      child.stderr?.on("data", (chunk: Buffer) => {
        text = `${text}${chunk}`.slice(-KEPT_TEXT);
      });
      this.#process = child;
      running.add(child);
      child.once("exit", () => running.delete(child));
      await until(async () => child.exitCode !== null || (await this.#answers()));
      if (child.exitCode === null) return;
    }
    throw new Error(`PostgreSQL does not start: ${text}`);
  }

  /** Stops the server in an orderly way, without waiting for its clients. */
  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  /** Kills all processes of the server at once. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#end("SIGKILL");
  }

  /** Stops all processes of the server where they are. */
  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  /** Makes a standby a primary. */
  async promote(): Promise<void> {
    await this.sql("select pg_promote()");
  }

  /** Lets a running standby follow another primary. */
  async follow(primary: PostgresServer): Promise<void> {
    await this.set({ primary_conninfo: this.#connectionTo(primary) });
  }

  /** Runs a statement on a connection of its own. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server, and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #connectionTo(primary: PostgresServer): string {
    return `host=127.0.0.1 port=${primary.port} user=${USER} application_name=${this.name}`;
  }

  async #answers(): Promise<boolean> {
    return this.sql("select 1").then(
      () => true,
      () => false,
    );
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Signals the server and its children, each of which has its own process group. */
  #signal(signal: NodeJS.Signals): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended.
      }
    }
  }
}

function childrenOf(pid: number): number[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** A primary with two standbys, one of which must have each commit. */
export interface PostgresQuorum {
  readonly primary: PostgresServer;
  readonly standbys: readonly [PostgresServer, PostgresServer];
  /** The URL with all three hosts. */
  readonly url: string;
  /** Ends all servers. */
  remove(): Promise<void>;
}

export async function startQuorum(): Promise<PostgresQuorum> {
  const primary = await PostgresServer.create("s0");
  const standbys = [
    await PostgresServer.standbyOf(primary, "s1"),
    await PostgresServer.standbyOf(primary, "s2"),
  ] as const;
  primary.configure({ synchronous_standby_names: "ANY 1 (s1, s2)" });
  await primary.start();
  await Promise.all(standbys.map((standby) => standby.start()));
  await until(
    async () => (await primary.sql("select 1 from pg_stat_replication")).length === standbys.length,
  );
  const all = [primary, ...standbys];
  return {
    primary,
    standbys,
    url: `postgres://${USER}@${all.map(({ address }) => address).join(",")}/postgres`,
    remove: async () => {
      await Promise.all(all.map((server) => server.remove()));
    },
  };
}
