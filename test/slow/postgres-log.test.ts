// The log in PostgreSQL, with real servers: what every driver must do, and what happens when servers fail.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { LogUnavailable } from "../../src/errors/cluster.ts";
import { postgresLog } from "../../src/replication/postgres/load.ts";
import type { PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import { type LogEntry, type ReplicatedLog } from "../../src/storage/replicated-log.ts";
import { PostgresServer, startQuorum } from "../support/postgres.ts";
import { describeReplicatedLog } from "../support/replicated-log-conformance.ts";

export const optionsOf = (url: string, more: Partial<PostgresLogOptions> = {}): PostgresLogOptions => ({
  url,
  schema: "azimuth",
  name: "test",
  requireQuorum: false,
  timeoutMs: 10_000,
  startTimeoutMs: 10_000,
  sums: { crc32 },
  randomUuid: randomUUID,
  ...more,
});

const { PostgresLog } = await import("../../src/replication/postgres/postgres-log.ts");

describe("conf", () => {
  let server: PostgresServer;
  let schemas = 0;
  before(async () => { server = await PostgresServer.create("s0"); await server.start(); });
  after(() => server.remove());
  describeReplicatedLog("in PostgreSQL", () => {
    const schema = `log_${schemas++}`;
    return { handles: "several", start: () => new PostgresLog(optionsOf(server.url, { schema })) };
  });
});
