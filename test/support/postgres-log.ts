// Logs in real PostgreSQL servers, for tests.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { PostgresLogOptions } from "../../src/replication/postgres/postgres-log.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import {
  type EntryPosition,
  FIRST_CHAIN,
  type LogEntry,
  NO_PLACES,
  type ReplicatedLog,
} from "../../src/storage/replicated-log.ts";

/** The position before the first entry. */
export const BEGIN = { seq: 0, chain: FIRST_CHAIN };
/** The limit of calls in tests that wait for it. */
export const SHORT_MS = 1_000;

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

export const newEntry = (text = "", place: string | null = null) => ({
  id: randomUUID() as string,
  body: Buffer.from(text),
  place,
});

export const idsOf = (entries: readonly LogEntry[]) => entries.map(({ id }) => id);

export async function readAll(log: ReplicatedLog, places = NO_PLACES): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const read = await log.read(entries.at(-1) ?? BEGIN, 0, places);
    if (read.length === 0) return entries;
    entries.push(...read);
  }
}

/** Reads as a server that has no places. */
export const readBare = (log: ReplicatedLog, after: EntryPosition, waitMs: number) =>
  log.read(after, waitMs, NO_PLACES);

/** Returns the error of work that must fail. */
export async function refusalOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail("it was not refused"),
    (error: Error) => error,
  );
}
