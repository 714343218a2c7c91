// The log of this process alone, with the interface of the one that several servers share.
// The decision: an entry is one record: its id as text, its check sum, the length of its place and the place if it has
// one, its body. Ids and the check sum of the end are read from the records at the start, so the log needs no file
// besides.

import { checkChain, checkEntry, checkPosition, READ_BYTES, READ_ENTRIES } from "./entry-checks.ts";
import type { FileSystem } from "./fs.ts";
import type { Log, LogRecord } from "./log.ts";
import {
  bareOf,
  chainOf,
  type EntryPosition,
  FIRST_CHAIN,
  isAmong,
  type LogEntry,
  type LogPosition,
  type NewEntry,
  type ReplicatedLog,
  type WholeEntry,
} from "./replicated-log.ts";

interface LocalParts {
  /** A log that is not open, and that nothing else writes to. */
  readonly log: Log;
  readonly sums: Pick<FileSystem, "crc32">;
  /** The UUID of the log. */
  readonly id: string;
  /** See LogPosition. */
  readonly secret: string;
  /** The first entry that is needed; all before it may have been trimmed. */
  readonly neededSeq: number;
}

/** The types of records: of entries for every server, and of entries with a place. */
const ENTRY_TYPE = 1;
const PLACED_TYPE = 2;
const ID_BYTES = 36;
const CHAIN_BYTES = 4;
const HEADER_BYTES = ID_BYTES + CHAIN_BYTES;
/** The position of a place, behind the byte of its length. */
const PLACE_AT = HEADER_BYTES + 1;
const START: EntryEnd = { seq: 0, chain: FIRST_CHAIN };

interface EntryEnd {
  readonly seq: number;
  readonly chain: number;
}

export class LocalReplicatedLog implements ReplicatedLog {
  readonly #parts: LocalParts;
  /** The numbers of the entries in the log. */
  readonly #ids = new Map<string, number>();
  /** Entries that are not durable yet, by id. */
  readonly #underWay = new Map<string, Promise<number>>();
  /** The last entry that was begun. */
  #begun = START;
  /** The last durable entry. */
  #last = START;
  #firstSeq = 1;
  /** Resolves when all entries that were begun before a failure have ended. */
  #recovery: Promise<void> | null = null;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(parts: LocalParts) {
    this.#parts = parts;
  }

  async open(): Promise<LogPosition> {
    const { log, id, secret, neededSeq } = this.#parts;
    const { firstLsn, lastLsn } = await log.open(neededSeq);
    this.#firstSeq = firstLsn;
    let end: EntryEnd = { seq: firstLsn - 1, chain: FIRST_CHAIN };
    while (end.seq < lastLsn) {
      for (const entry of (await log.read(end.seq + 1)).map(entryOf)) {
        this.#ids.set(entry.id, entry.seq);
        end = { seq: entry.seq, chain: entry.chain };
      }
    }
    this.#begun = end;
    this.#last = end;
    const warnings = ["the log is kept on this machine only"];
    return { id, secret, firstSeq: firstLsn, lastSeq: lastLsn, warnings };
  }

  /** @throws DiskFull, StorageReadOnly: the entry is not in the log */
  async append(entry: NewEntry): Promise<number> {
    checkEntry(entry);
    while (this.#recovery !== null) await this.#recovery;
    return this.#ids.get(entry.id) ?? this.#underWay.get(entry.id) ?? this.#begin(entry);
  }

  async head(): Promise<number> {
    return this.#last.seq;
  }

  async read(
    after: EntryPosition,
    waitMs: number,
    places: ReadonlySet<string>,
  ): Promise<readonly LogEntry[]> {
    checkPosition(after, { firstSeq: this.#firstSeq, lastSeq: this.#last.seq, chain: this.#last.chain });
    if (after.seq === this.#last.seq) await this.#nextEntry(waitMs);
    const entries: LogEntry[] = [];
    let bytes = 0;
    const isFull = () => bytes >= READ_BYTES || entries.length >= READ_ENTRIES;
    while (!isFull() && after.seq + entries.length < this.#last.seq && !this.#isClosed) {
      for (const record of await this.#parts.log.read(after.seq + entries.length + 1)) {
        if (isFull()) break;
        const entry = entryOf(record);
        const isWhole = isAmong(places, entry.place);
        entries.push(isWhole ? { ...entry, body: entry.body.slice() } : bareOf(this.#parts.sums, entry));
        if (isWhole) bytes += entry.body.length;
      }
    }
    checkChain(this.#parts.sums, after, entries);
    return entries;
  }

  async trim(below: number): Promise<void> {
    const { log } = this.#parts;
    await log.roll();
    await log.trim(below);
    this.#firstSeq = (await log.stats()).firstLsn;
    for (const [id, seq] of this.#ids) if (seq < this.#firstSeq) this.#ids.delete(id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#parts.log.close();
  }

  #begin(entry: NewEntry): Promise<number> {
    const { log, sums } = this.#parts;
    const { id } = entry;
    const end = { seq: this.#begun.seq + 1, chain: chainOf(sums, this.#begun.chain, entry) };
    this.#begun = end;
    const type = entry.place === null ? ENTRY_TYPE : PLACED_TYPE;
    const record = { type, body: recordBody(entry, end.chain), lsn: end.seq };
    const done = log.append(record).then(
      (seq) => {
        this.#underWay.delete(id);
        this.#ids.set(id, seq);
        if (seq > this.#last.seq) this.#last = end;
        this.#wake();
        return seq;
      },
      (error: unknown) => {
        this.#underWay.delete(id);
        this.#recovery ??= this.#recover();
        throw error;
      },
    );
    this.#underWay.set(id, done);
    return done;
  }

  /** The entries behind one that failed fail too, because each has a number. The next one follows the last durable. */
  async #recover(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
    this.#begun = this.#last;
    this.#recovery = null;
  }

  #nextEntry(waitMs: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, waitMs);
      this.#waiting.add(end);
    });
  }

  #wake(): void {
    for (const end of this.#waiting) end();
  }
}

function recordBody({ id, place, body }: NewEntry, chain: number): Uint8Array {
  const start = place === null ? HEADER_BYTES : PLACE_AT + place.length;
  const bytes = new Uint8Array(start + body.length);
  const encoder = new TextEncoder();
  encoder.encodeInto(id, bytes);
  new DataView(bytes.buffer).setUint32(ID_BYTES, chain, true);
  if (place !== null) {
    bytes[HEADER_BYTES] = place.length;
    encoder.encodeInto(place, bytes.subarray(PLACE_AT));
  }
  bytes.set(body, start);
  return bytes;
}

/** Returns the entry of a record. Its body has to be copied, because the log overwrites what it has read. */
function entryOf({ lsn, type, body }: LogRecord): WholeEntry {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const decoder = new TextDecoder();
  const start = type === ENTRY_TYPE ? HEADER_BYTES : PLACE_AT + body[HEADER_BYTES]!;
  return {
    seq: lsn,
    id: decoder.decode(body.subarray(0, ID_BYTES)),
    chain: view.getUint32(ID_BYTES, true),
    place: type === ENTRY_TYPE ? null : decoder.decode(body.subarray(PLACE_AT, start)),
    body: body.subarray(start),
  };
}
