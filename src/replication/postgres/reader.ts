// Reads entries of the log, all of which are on the quorum of PostgreSQL.
// The decision: entries are returned if a commit that came after them is known to be on the quorum: a barrier. An append
// is one, of this server or of one that has announced it. Without one, the statement that reads is a commit itself, if
// entries are expected. So a reader at the end needs one round trip and no commit for a new entry, and none to find that
// there is no further one: it is told of entries.
import { LogForked, LogTrimmed, LogUnavailable } from "../../errors/cluster.ts";
import { checkChain, checkPosition, READ_BYTES } from "../../storage/entry-checks.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { BareEntry, EntryPosition, LogEntry, WholeEntry } from "../../storage/replicated-log.ts";
import type { Connection } from "./connection.ts";
import { type News, orAfter } from "./news.ts";
import type { OwnEntries } from "./own-entries.ts";
import type { Proofs } from "./proofs.ts";
import { type Session, textOf } from "./session.ts";
import { PART_BYTES, type Statements } from "./statements.ts";

interface ReaderParts {
  readonly session: Session;
  readonly sql: Statements;
  readonly sums: Pick<FileSystem, "crc32">;
  readonly news: News;
  readonly proofs: Proofs;
  readonly own: OwnEntries;
  readonly timeoutMs: number;
  /** Whether notifications arrive. */
  readonly isListening: () => boolean;
}

/** How often a waiting reader looks for itself, with notifications and without. */
const POLL_MS = 500;
const POLL_UNTOLD_MS = 20;
/** A reader that was told of nothing asks after so long, because a notification can be lost. */
const SURE_MS = 250;

/** An entry as one statement has read it. */
type ReadEntry = BareEntry | WholeEntry | Unread;

/** An entry with a large body, which is read in parts. */
interface Unread extends Omit<WholeEntry, "body"> {
  readonly body: undefined;
  readonly size: number;
}

/** What one statement has read: the ends of the log, and entries. */
interface ReadRows {
  readonly lastSeq: number;
  readonly firstSeq: number;
  readonly chain: number;
  readonly entries: readonly ReadEntry[];
}

/** What a reader has: a position, and places. */
interface Wish {
  readonly after: EntryPosition;
  readonly places: ReadonlySet<string>;
}

export class Reader {
  readonly #parts: ReaderParts;
  #isClosed = false;
  /** The question for the head that is sent next; null: none is wanted. */
  #nextHead: Promise<number> | null = null;
  #head: Promise<unknown> = Promise.resolve();
  /** The last entry that was returned, or the position behind which there was none. */
  #end: EntryPosition | null = null;
  /** What was known when the log was asked last: its last entry, the doubts about news, and the time. */
  #asked = { lastSeq: 0, doubts: -1, at: 0 };

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  async read(
    after: EntryPosition,
    waitMs: number,
    places: ReadonlySet<string>,
  ): Promise<readonly LogEntry[]> {
    const end = performance.now() + waitMs;
    for (;;) {
      const { news, isListening } = this.#parts;
      const { next } = news;
      const own = this.#isClosed ? [] : this.#parts.own.takeBehind(after, places);
      const wish = { after, places };
      const entries = own.length > 0 ? own : this.#isAtEnd(after, waitMs) ? [] : await this.#readNow(wish);
      this.#end = entries.at(-1) ?? after;
      const leftMs = end - performance.now();
      if (entries.length > 0 || leftMs <= 0 || this.#isClosed) return entries;
      await orAfter(next, Math.min(leftMs, isListening() ? POLL_MS : POLL_UNTOLD_MS));
    }
  }

  /** Several that ask at once share an answer, which is asked for after the last of them has called. */
  head(): Promise<number> {
    if (this.#nextHead === null) {
      const before = this.#head;
      const next = before.then(async () => {
        this.#nextHead = null;
        return (await this.#steadily((connection, leftMs) => this.ends(connection, leftMs))).lastSeq;
      });
      this.#nextHead = next;
      this.#head = next.catch(() => {});
    }
    return this.#nextHead;
  }

  /** Returns the ends of the log, behind a barrier: only the server that has the quorum can answer. */
  async ends(
    connection: Connection,
    leftMs: number,
  ): Promise<{ readonly firstSeq: number; readonly lastSeq: number }> {
    const { sql, proofs, news } = this.#parts;
    const rows = await connection.query(sql.ends, leftMs);
    const [lastSeq, firstSeq] = rows[0]!.map(Number);
    proofs.note(connection.facts.server, lastSeq!);
    news.tell(lastSeq!);
    return { firstSeq: firstSeq!, lastSeq: lastSeq! };
  }

  async trim(below: number): Promise<void> {
    const { sql } = this.#parts;
    await this.#steadily((connection, leftMs) => connection.query(sql.raiseFirst(below), leftMs));
    let isMore = true;
    while (isMore) {
      const removed = await this.#steadily((connection, leftMs) =>
        connection.query(sql.removeTrimmed, leftMs),
      );
      isMore = Number(removed[0]?.[0]) > 0;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#parts.session.close();
    this.#parts.news.tell(0);
  }

  /** Whether nothing can be behind a position, as far as this server was told. */
  #isAtEnd({ seq, chain }: EntryPosition, waitMs: number): boolean {
    const { news, isListening } = this.#parts;
    const { lastSeq, doubts, at } = this.#asked;
    const isRead = this.#end?.seq === seq && this.#end.chain === chain && lastSeq <= seq && news.heard <= seq;
    const isSure = isListening() && doubts === news.doubts && performance.now() - at < SURE_MS;
    return waitMs > 0 && isRead && isSure;
  }

  async #readNow(wish: Wish): Promise<readonly LogEntry[]> {
    try {
      return await this.#readChecked(wish, false);
    } catch (error) {
      if (this.#isClosed) return [];
      if (!(error instanceof LogForked || error instanceof LogTrimmed)) throw error;
    }
    // A former primary lacks entries of the new one. Only the server that has the quorum may say that the log is forked.
    return this.#readChecked(wish, true);
  }

  /** @throws LogForked, LogTrimmed, LogUnavailable */
  async #readChecked(wish: Wish, hasBarrier: boolean): Promise<readonly LogEntry[]> {
    if (this.#isClosed) return [];
    const { doubts } = this.#parts.news;
    const rows = await this.#steadily((connection, leftMs) =>
      this.#readProved(connection, wish, hasBarrier, leftMs),
    );
    const { after } = wish;
    this.#asked = { lastSeq: rows.lastSeq, doubts, at: performance.now() };
    checkPosition(after, rows);
    const entries: LogEntry[] = [];
    for (const entry of rows.entries) {
      entries.push(entry.body === undefined ? await this.#withLargeBody(entry) : entry);
    }
    checkChain(this.#parts.sums, after, entries);
    return entries;
  }

  /** @param hasBarrier whether it must have one also if it needs none for the entries */
  async #readProved(
    connection: Connection,
    { after: { seq: after }, places }: Wish,
    hasBarrier: boolean,
    leftMs: number,
  ): Promise<ReadRows> {
    const { sql, proofs, news } = this.#parts;
    const reading = { after, bytes: READ_BYTES, places };
    const { server } = connection.facts;
    const isUnproved = proofs.upTo(server) <= after && news.heard > after;
    if (hasBarrier || isUnproved) {
      const rows = rowsOf(await connection.query(sql.read(reading, true), leftMs));
      proofs.note(server, rows.lastSeq);
      return rows;
    }
    const rows = rowsOf(await connection.query(sql.read(reading, false), leftMs));
    if (rows.entries.length === 0) return rows;
    // An append may have proved more meanwhile.
    if (proofs.upTo(server) <= after) {
      await connection.query(sql.barrier, leftMs);
      proofs.note(server, rows.lastSeq);
    }
    const upTo = proofs.upTo(server);
    return { ...rows, entries: rows.entries.filter(({ seq }) => seq <= upTo) };
  }

  async #withLargeBody({ seq, id, chain, place, size }: Unread): Promise<WholeEntry> {
    const { sql } = this.#parts;
    const body = new Uint8Array(size);
    for (let offset = 0; offset < size; offset += PART_BYTES) {
      const rows = await this.#steadily((connection, leftMs) =>
        connection.query(sql.part(seq, offset), leftMs),
      );
      const part = rows[0]?.[0] as Uint8Array | undefined;
      // It was trimmed, or another server has another entry there.
      if (part === undefined || part.length > size - offset) throw new LogForked(`entry ${seq} has changed`);
      body.set(part, offset);
    }
    return { seq, id, chain, place, body };
  }

  /** @throws LogUnavailable */
  async #steadily<T>(work: (connection: Connection, leftMs: number) => Promise<T>): Promise<T> {
    const { session, timeoutMs } = this.#parts;
    try {
      return await session.run(timeoutMs, work, () => false);
    } catch (error) {
      throw new LogUnavailable(textOf(error), { cause: error });
    }
  }
}

function rowsOf(rows: readonly unknown[][]): ReadRows {
  const [lastSeq, chain, firstSeq] = rows[0]!.slice(0, 3).map(Number);
  const has = rows[0]![3] !== null;
  return { lastSeq: lastSeq!, chain: chain!, firstSeq: firstSeq!, entries: has ? rows.map(entryOf) : [] };
}

function entryOf(row: readonly unknown[]): ReadEntry {
  const [seq, chain, sum, size] = [row[3], row[5], row[7], row[8]].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [id, place, body] = [row[4], row[6], row[9]] as [string, string | null, Uint8Array | null];
  if (row[8] === null) return { seq, id, chain, place, body: null, sum };
  if (body === null) return { seq, id, chain, place, body: undefined, size };
  return { seq, id, chain, place, body };
}
