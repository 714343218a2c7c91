// JSON that is kept and read again by this program: records of the log, manifests, snapshots.
// The decision: as exact as payloads, since a part of it (the metadata of a collection) is somebody else's: integers of any
// length are read as they were written, and numbers that are no integers of theirs stay numbers. What has neither reads and
// writes the same bytes as it always has.
import { parseExact, writePlain } from "./plain.ts";

export function writeKept(value: unknown): string {
  return writePlain(value, "float");
}

export function readKept(text: string): unknown {
  return parseExact(text);
}
