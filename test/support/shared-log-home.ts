// The storage of a log that a driver is tested with, its handles, and what tests of every driver do with them.
// The decision: tests use only the port. Where a driver has one handle for a log, that handle plays all servers.
import { randomUUID } from "node:crypto";
import {
  FIRST_CHAIN,
  type LogEntry,
  type LogPosition,
  type NewEntry,
  NO_PLACES,
  type ReplicatedLog,
} from "../../src/storage/replicated-log.ts";

/** The storage of one log. */
export interface SharedLogHome {
  /** How many handles a log may have at a time. */
  readonly handles: "one" | "several";
  /** Returns a handle that is not open. @param neededSeq the first entry that the caller needs */
  start(neededSeq?: number): ReplicatedLog;
  /** Appends an entry so that it is in the log and the caller does not hear of it; absent: the driver cannot. */
  loseReply?(log: ReplicatedLog, entry: NewEntry): Promise<void>;
  /** Releases what the log has. */
  end?(): Promise<void>;
}

export const BEGIN = { seq: 0, chain: FIRST_CHAIN };
/** Longer than any driver needs to notice an entry. */
export const LONG_MS = 20_000;
export const MB = 2 ** 20;

export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** Returns a new entry for every server. */
export const entryOf = (body: Uint8Array): NewEntry => ({ id: randomUUID(), body, place: null });
export const entryWith = (...body: number[]): NewEntry => entryOf(Uint8Array.from(body));
export const endOf = (entries: readonly LogEntry[]) => entries.at(-1) ?? BEGIN;
export const hexOf = ({ body }: Pick<LogEntry, "body">) => body && Buffer.from(body).toString("hex");
export const plain = (entries: readonly (NewEntry | LogEntry)[]) =>
  entries.map((entry) => ({ id: entry.id, body: hexOf(entry) }));

export async function readAll(
  log: ReplicatedLog,
  after: { readonly seq: number; readonly chain: number | null } = BEGIN,
  places: ReadonlySet<string> = NO_PLACES,
): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (;;) {
    const read = await log.read(entries.at(-1) ?? after, 0, places);
    if (read.length === 0) return entries;
    entries.push(...read);
  }
}

export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** The handles that a test has opened. */
export class LogHandles {
  readonly #home: SharedLogHome;
  readonly #open: ReplicatedLog[] = [];

  constructor(home: SharedLogHome) {
    this.#home = home;
  }

  /** Returns a handle that is not open; it is closed with the others. */
  made(neededSeq?: number): ReplicatedLog {
    const log = this.#home.start(neededSeq);
    this.#open.push(log);
    return log;
  }

  async opened(): Promise<ReplicatedLog> {
    const log = this.made();
    await log.open();
    return log;
  }

  /** Returns handles of as many servers; the same handle for all if the driver has only one. */
  async servers(count: number): Promise<ReplicatedLog[]> {
    const first = await this.opened();
    const logs = [first];
    while (logs.length < count) logs.push(this.#home.handles === "one" ? first : await this.opened());
    return logs;
  }

  /** Returns a handle as of a server that starts again, and what it was told. */
  async reopened(
    neededSeq?: number,
  ): Promise<{ readonly log: ReplicatedLog; readonly position: LogPosition }> {
    await this.close();
    const log = this.made(neededSeq);
    return { log, position: await log.open() };
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((log) => log.close()));
  }
}
