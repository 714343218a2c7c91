// Entries that this server has appended and not read yet.
// The decision: an append that is acknowledged is on the quorum, and its number is known, so the server that wrote it
// need not ask for it. Whether it fits to what was read is found when the next entry is read from PostgreSQL, by its
// check sum. Entries of other servers in between are always read.
import type { FileSystem } from "../../storage/fs.ts";
import {
  bareOf,
  chainOf,
  type EntryPosition,
  isAmong,
  type LogEntry,
  type NewEntry,
} from "../../storage/replicated-log.ts";

/** The bytes that are kept; what is more is read from PostgreSQL. */
const MAX_BYTES = 8 * 2 ** 20;

export class OwnEntries {
  readonly #sums: Pick<FileSystem, "crc32">;
  readonly #entries = new Map<number, NewEntry>();
  #bytes = 0;
  /** Entries up to this one were read. */
  #read = 0;

  constructor(sums: Pick<FileSystem, "crc32">) {
    this.#sums = sums;
  }

  /** Keeps an entry that is on the quorum. */
  keep(seq: number, entry: NewEntry): void {
    if (seq <= this.#read || this.#bytes + entry.body.length > MAX_BYTES) return;
    this.#entries.set(seq, entry);
    this.#bytes += entry.body.length;
  }

  /**
   * Returns the entries right behind a position, and forgets all up to the last of them.
   * @param places those of the reader, see `ReplicatedLog.read`
   */
  takeBehind({ seq: after, chain }: EntryPosition, places: ReadonlySet<string>): LogEntry[] {
    const taken: LogEntry[] = [];
    let before = chain;
    for (let seq = after + 1; before !== null; seq++) {
      const entry = this.#entries.get(seq);
      if (entry === undefined) break;
      before = chainOf(this.#sums, before, entry);
      const { id, place, body } = entry;
      const whole = { seq, id, chain: before, place, body };
      taken.push(isAmong(places, place) ? whole : bareOf(this.#sums, whole));
    }
    this.#forget(after + taken.length);
    return taken;
  }

  #forget(upTo: number): void {
    this.#read = Math.max(this.#read, upTo);
    for (const [seq, { body }] of this.#entries) {
      if (seq > this.#read) continue;
      this.#entries.delete(seq);
      this.#bytes -= body.length;
    }
  }
}
