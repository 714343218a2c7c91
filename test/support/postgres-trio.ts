// Three servers of PostgreSQL that take turns as the primary; each commit is on the primary and on one standby.
// The decision: a failover is what tools for PostgreSQL do. Standbys leave the former primary before they are compared,
// the one that has most is promoted, and the former primary comes back as a copy of it.
import { setTimeout as sleep } from "node:timers/promises";
import { PostgresServer } from "./postgres.ts";
import { until } from "./until.ts";

const NAMES = ["s0", "s1", "s2"] as const;
const SETTINGS = {
  synchronous_standby_names: `ANY 1 (${NAMES.join(", ")})`,
  wal_keep_size: "256MB",
  wal_sender_timeout: "5s",
  wal_receiver_timeout: "5s",
};

export class PostgresTrio {
  readonly servers: readonly PostgresServer[];
  primary: PostgresServer;

  private constructor(servers: readonly PostgresServer[]) {
    this.servers = servers;
    this.primary = servers[0]!;
  }

  static async start(): Promise<PostgresTrio> {
    const first = await PostgresServer.create(NAMES[0], SETTINGS);
    const others = [
      await PostgresServer.standbyOf(first, NAMES[1]),
      await PostgresServer.standbyOf(first, NAMES[2]),
    ];
    const trio = new PostgresTrio([first, ...others]);
    await Promise.all(trio.servers.map((server) => server.start()));
    await trio.isWhole();
    return trio;
  }

  get standbys(): readonly PostgresServer[] {
    return this.servers.filter((server) => server !== this.primary);
  }

  /** Resolves when both standbys follow the primary. */
  async isWhole(): Promise<void> {
    const streaming = "select 1 from pg_stat_replication where state = 'streaming'";
    await until(async () => (await this.primary.sql(streaming)).length === this.standbys.length);
  }

  /** Kills the primary, and starts it again. */
  async restart(pauseMs: number): Promise<void> {
    await this.primary.kill();
    await sleep(pauseMs);
    await this.primary.start();
    await this.isWhole();
  }

  /**
   * Makes a standby the primary.
   * @param former whether the former primary is killed, or stands still and runs on for a moment beside the new one
   */
  async failOver(former: "killed" | "paused", pauseMs: number): Promise<void> {
    const { primary, standbys } = this;
    if (former === "killed") await primary.kill();
    else primary.pause();
    await sleep(pauseMs);
    await Promise.all(standbys.map(leave));
    const received = await Promise.all(standbys.map(receivedBy));
    const [next, rest] = (received[0]! >= received[1]! ? standbys : [...standbys].reverse()) as [
      PostgresServer,
      PostgresServer,
    ];
    await next.promote();
    await rest.follow(next);
    this.primary = next;
    if (former === "paused") {
      primary.resume();
      await sleep(pauseMs);
      await primary.kill();
    }
    await primary.copyFrom(next);
    await primary.start();
    await this.isWhole();
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.remove()));
  }
}

/** Ends the connection of a standby to its primary. */
async function leave(standby: PostgresServer): Promise<void> {
  await standby.set({ primary_conninfo: "" });
  await until(async () => (await standby.sql("select 1 from pg_stat_wal_receiver")).length === 0);
}

/** Returns the bytes of the log that a standby has. */
async function receivedBy(standby: PostgresServer): Promise<bigint> {
  const last = "greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())";
  return BigInt(String((await standby.sql(`select ${last} - '0/0' as bytes`))[0]!.bytes));
}
