// The log that several servers share, as a port: what a cluster needs of the engine that keeps its log.
// The decision: the log orders entries and keeps them, and knows nothing of their content. Whether an entry takes
// effect is decided when it is applied, by the same rule on every node (core/replication/condition.ts). What every
// driver must keep to is in test/support/replicated-log-conformance.ts.
import type { FileSystem } from "./fs.ts";

/** The maximum length of the body of an entry: a record of the local log, and its condition. */
export const MAX_ENTRY_BYTES = 2 ** 28;

/** No place: a reader with it gets the bodies of those entries only that are for every server. */
export const NO_PLACES: ReadonlySet<string> = new Set();

/** A log that several servers append to and read. Sequence numbers begin with 1 and have no gaps. */
export interface ReplicatedLog {
  /**
   * Connects, and creates the log if there is none. It must be called once, before all other methods.
   * @throws StartRefused if the log cannot be used, such as one of another cluster or with an unknown version
   */
  open(): Promise<LogPosition>;
  /**
   * Appends an entry. An entry whose id the log has already is not appended again: a caller that has not heard of the
   * first attempt gets its number. Ids are known at least as long as their entries.
   * @param entry its id is a UUID, new for each entry; its body must not change any more
   * @returns the sequence number, once the entry can no longer be lost
   * @throws LogUnavailable if that is not known in time: the entry may be in the log, now or later
   */
  append(entry: NewEntry): Promise<number>;
  /**
   * Returns the number of the last entry; it is not below that of any `append` that resolved before this was called.
   * @throws LogUnavailable
   */
  head(): Promise<number>;
  /**
   * Returns the entries behind a position, in order and without gaps, about 4 MiB of them. None of them can be lost any
   * more (a barrier). If there are none, it waits for one for up to `waitMs`, and returns none when the time is over.
   * @param after the last entry that the caller has; `chain` null: it does not know its check sum
   * @param places the places that the caller has: entries of others come without their bodies, which are not fetched.
   * The set must not be changed during the call
   * @throws LogTrimmed if the log does not have them any more
   * @throws LogForked if the log has other entries up to that position, or is shorter
   * @throws LogUnavailable
   */
  read(after: EntryPosition, waitMs: number, places: ReadonlySet<string>): Promise<readonly LogEntry[]>;
  /** Removes entries below a number; some may stay. @throws LogUnavailable */
  trim(below: number): Promise<void>;
  /** Ends what is running: waiting reads return no entries. */
  close(): Promise<void>;
}

export interface LogPosition {
  /** The UUID of the log, made when it was created. */
  readonly id: string;
  /** A random text, made with the log: the key of what only its servers may read. */
  readonly secret: string;
  /** The oldest entry that the log still has; `lastSeq + 1` if it has none. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Facts that an operator should know, each in a sentence, such as a log that is kept on one machine only. */
  readonly warnings: readonly string[];
}

export interface EntryPosition {
  /** 0: none. */
  readonly seq: number;
  /** The check sum of the entry and of all before it; null: unknown. */
  readonly chain: number | null;
}

/** An entry that is to be appended. */
export interface NewEntry {
  readonly id: string;
  readonly body: Uint8Array;
  /**
   * The shard that the entry is about, as `<UUID of the collection>/<number of the shard>`: only servers that have it
   * need the body. Null: every server does. The log compares places and does not read them; it takes 1 to 40 visible
   * ASCII characters.
   */
  readonly place: string | null;
}

/** An entry that was read; `body` is null if the reader does not have its place. */
export type LogEntry = WholeEntry | BareEntry;

interface Numbered extends Pick<NewEntry, "id" | "place"> {
  readonly seq: number;
  /** See EntryPosition and `chainOf`. */
  readonly chain: number;
}

export interface WholeEntry extends Numbered, NewEntry {}

export interface BareEntry extends Numbered {
  readonly body: null;
  /** The check sum of this entry alone, by which the check sums go on behind it: see `sumOf`. */
  readonly sum: number;
}

/** The check sum before the first entry. */
export const FIRST_CHAIN = 0;

/**
 * The factor of the check sum before, to which that of the next entry is added, modulo 2^32. It is odd, so different
 * sums stay different behind the same entries; it is 3 modulo 4, so two entries that are exchanged yield another sum;
 * and it is below 2^31, so SQL can compute the product with 64 bits.
 */
export const CHAIN_FACTOR = 73_244_475;

type Sums = Pick<FileSystem, "crc32">;

/** Returns the check sum of an entry and of all before it. @param before that of the entry before it */
export function chainOf(
  sums: Sums,
  before: number,
  entry: NewEntry | Pick<BareEntry, "body" | "sum">,
): number {
  const sum = entry.body === null ? entry.sum : sumOf(sums, entry);
  return (Math.imul(before, CHAIN_FACTOR) + sum) >>> 0;
}

/** Returns the check sum of one entry: of its id, then of a space and its place if it has one, then of its body. */
export function sumOf(sums: Sums, { id, place, body }: NewEntry): number {
  const head = place === null ? id : `${id} ${place}`;
  return sums.crc32(body, sums.crc32(new TextEncoder().encode(head)));
}

/** Returns an entry without its body. */
export function bareOf(sums: Sums, entry: WholeEntry): BareEntry {
  const { seq, id, chain, place } = entry;
  return { seq, id, chain, place, body: null, sum: sumOf(sums, entry) };
}

/** Whether a reader with these places gets the body of an entry. */
export function isAmong(places: ReadonlySet<string>, place: string | null): boolean {
  return place === null || places.has(place);
}
