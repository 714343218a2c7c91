// Sealed postings of a store of sparse vectors, out to a checkpoint and in again, see assembly/sparse/saved.ts.
// The decision: which windows are sealed follows from the number of slots alone, so a checkpoint of the slots below
// some number has the postings of the windows below some number, whatever was written meanwhile.
import { DamagedFile, OutOfMemory } from "../errors/failures.ts";
import { STATUS } from "./abi.ts";
import type { StoreFiles } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { readSaved, type SavedBytes } from "./saved.ts";
import type { PostingsCursor, PostingsPart } from "./sparse-types.ts";

/** Slots of a window, see assembly/sparse/fields.ts. */
export const WINDOW_SLOTS = 8192;
const CURSOR_WORDS = 6;

/** Returns how many windows are sealed when `slots` slots have been written: all but the one of the last slot. */
export function sealedWindows(slots: number): number {
  return slots === 0 ? 0 : Math.floor((slots - 1) / WINDOW_SLOTS);
}

/** Returns where copying begins: with the windows that were not sealed yet when there were `from` slots. */
export function postingsFrom(from: number, slots: number): PostingsCursor {
  return Uint32Array.of(sealedWindows(from), sealedWindows(slots), 0, 0, 0, 0);
}

/** Copies the next part. @throws OutOfMemory */
export function copyPostings(linear: LinearMemory, cursor: PostingsCursor): PostingsPart {
  const { exports, worker } = linear;
  const state = exports.gatheringInput(worker);
  if (state === 0) throw new OutOfMemory();
  linear.words(state, CURSOR_WORDS).set(cursor);
  const bytes = exports.gatherPostings(worker) >>> 0;
  return {
    bytes: linear.bytes(exports.gathered(worker), bytes).slice(),
    next: linear.words(exports.gatheringInput(worker), CURSOR_WORDS).slice(),
  };
}

/** Reads saved postings into a store that has no rows yet. @throws DamagedFile, OutOfMemory */
export function takePostings(
  linear: LinearMemory,
  saved: SavedBytes,
  windows: number,
  files: StoreFiles,
): void {
  const { exports } = linear;
  let address = 0;
  // There is no file before something was appended to it.
  if (saved.bytes > 0) {
    address = exports.postingsInput(saved.bytes);
    const into = linear.writable(address, saved.bytes);
    readSaved(files, saved, (reader) => reader.read(into));
  }
  const status = exports.adoptPostings(address, saved.bytes, windows);
  if (status === STATUS.InvalidArgument) {
    throw new DamagedFile(saved.file, 0, `it does not have the postings of ${windows} windows`);
  }
  check(status);
}
