// A client of servers that have some of the shards of a collection each: which errors it may get, and what it counts.

import type { Database } from "../../../../src/core/database/database.ts";
import type { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { pick, type Random } from "../../../support/chance.ts";
import { Judge } from "../../../support/cluster-judge.ts";
import { type Found, found } from "./sharded-reads.ts";
import type { ShardedNode, ShardedServers } from "./sharded-servers.ts";

/** Errors that a client may get because of what others do, or because of a fault. */
export const EXPECTED = [
  ...["LOG_UNAVAILABLE", "WRITE_CONFLICT", "CLOSED", "NOT_FOUND", "POINT_NOT_FOUND", "SHARD_UNAVAILABLE"],
  ...["PLACEMENT_REFUSED", "NO_SUCH_COPY"],
];
export const READ_FAILURES = ["LOG_UNAVAILABLE", "CLOSED", "SHARD_UNAVAILABLE"];

export class ShardClient {
  readonly judge = new Judge();
  readonly counts = { acknowledged: 0, failed: 0, reads: 0, unread: 0, moves: 0, refused: 0 };
  /** The databases that are closed, or about to be. */
  readonly closed = new WeakSet<Database>();
  protected readonly servers: ShardedServers;
  protected readonly random: Random;

  constructor(servers: ShardedServers, random: Random) {
    this.servers = servers;
    this.random = random;
  }

  protected node(): ShardedNode {
    return pick(this.random, this.servers.all);
  }

  /** Returns whether it is acknowledged. */
  protected async attempt({ database }: ShardedNode, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.counts.acknowledged++;
      return true;
    } catch (error) {
      await this.noteFailure(error, database, EXPECTED);
      this.counts.failed++;
      return false;
    }
  }

  protected async noteFailure(
    error: unknown,
    database: Database,
    expected: readonly string[],
  ): Promise<void> {
    const { code = "none", message, stack } = error as VectorDbError;
    // A server that is closed has released its memory.
    if (!expected.includes(code) && !this.closed.has(database))
      this.judge.blame(`${code}: ${message} ${code === "none" || code === "INTERNAL" ? stack : ""}`);
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Reads at a server that has caught up, or, with `isFresh` false, at any. */
  protected async read(
    work: (read: (ids: readonly number[]) => Promise<(Found | null)[]>) => Promise<(Found | null)[]>,
    judge: (found: readonly (Found | null)[]) => void,
    { server = this.node(), isFresh = true } = {},
  ): Promise<void> {
    const { database } = server;
    try {
      if (isFresh) await database.replication.member!.caughtUp();
      const results = await work((ids) => found(server, ids, this.judge));
      this.counts.reads++;
      judge(results);
    } catch (error) {
      this.counts.unread++;
      await this.noteFailure(error, database, READ_FAILURES);
    }
  }
}

/** Lets others run for some turns of the event loop. */
export async function pauseFor(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
}
