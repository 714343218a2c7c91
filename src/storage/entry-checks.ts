// What every driver of the log that several servers share checks: positions, check sums, ids.
// The decision: a reader gives the check sum of what it has applied, and each entry that it gets must continue it. So a
// log that lost entries, or a body that was changed, is found before anything of it is applied. Of an entry without its
// body the log tells the check sum, so a fork is found there, too; a body that was changed is found by its readers.
import { LogForked, LogTrimmed } from "../errors/cluster.ts";
import {
  chainOf,
  type EntryPosition,
  FIRST_CHAIN,
  type LogEntry,
  MAX_ENTRY_BYTES,
  type NewEntry,
} from "./replicated-log.ts";

/** The bytes of the bodies that `read` returns at a time, about. */
export const READ_BYTES = 4 * 2 ** 20;
/** The most entries that it returns. */
export const READ_ENTRIES = 4_096;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLACE = /^[!-~]{1,40}$/;

/** The entries that a log has. */
interface LogEnds {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The check sum of the last entry. */
  readonly chain: number;
}

/** @throws Error for an id that is no UUID in lower case, for a place of other characters, and for a long body */
export function checkEntry({ id, body, place }: NewEntry): void {
  if (!UUID.test(id)) throw new Error(`the id of an entry is no UUID in lower case: ${id}`);
  if (place !== null && !PLACE.test(place)) {
    throw new Error(
      `the place of an entry is not 1 to 40 visible ASCII characters: ${JSON.stringify(place)}`,
    );
  }
  if (body.length > MAX_ENTRY_BYTES) {
    throw new Error(
      `the body of an entry has ${body.length} bytes, and at most ${MAX_ENTRY_BYTES} are allowed`,
    );
  }
}

/**
 * Checks that a log can be read behind a position. Entries that follow are checked by `checkChain`.
 * @throws LogTrimmed, LogForked
 */
export function checkPosition(after: EntryPosition, log: LogEnds): void {
  if (after.seq > log.lastSeq) {
    throw new LogForked(`it ends with entry ${log.lastSeq}, and this server has applied entry ${after.seq}`);
  }
  if (after.seq + 1 < log.firstSeq) throw new LogTrimmed(after.seq + 1, log.firstSeq);
  const chain = chainAt(after);
  if (after.seq === log.lastSeq && chain !== null && chain !== log.chain) throw otherEntries(after.seq);
}

/**
 * Checks that entries follow each other and a position.
 * @throws LogForked
 */
export function checkChain(
  sums: Parameters<typeof chainOf>[0],
  after: EntryPosition,
  entries: readonly LogEntry[],
): void {
  let { seq } = after;
  let chain = chainAt(after);
  for (const entry of entries) {
    if (entry.seq !== seq + 1) throw new LogForked(`entry ${entry.seq} follows entry ${seq}`);
    if (chain !== null && chainOf(sums, chain, entry) !== entry.chain) {
      throw seq === after.seq ? otherEntries(seq) : new LogForked(`entry ${entry.seq} has a wrong check sum`);
    }
    ({ seq, chain } = entry);
  }
}

const chainAt = ({ seq, chain }: EntryPosition) => (seq === 0 ? FIRST_CHAIN : chain);

const otherEntries = (seq: number) => new LogForked(`the check sums up to entry ${seq} differ`);
