// Which server has found the points of an answer.
// The decision: what is read of a point afterwards is asked of the server that has found it and of no other. Another
// one may have applied more or fewer records, so the payload and the vector of one answer would be those of two states,
// and the reference would lead it to another slot, perhaps to an older state of the same point.
import type { ReadPart } from "./part.ts";
import type { FoundRows } from "./wire/rows.ts";

const finders = new WeakMap<FoundRows, ReadPart>();

/** Notes the server, which answers for itself alone, that has found points. */
export function noteFinder(rows: FoundRows, finder: ReadPart): void {
  finders.set(rows, finder);
}

/** Returns the server that has found points; undefined: the part has one server only. */
export function finderOf(rows: FoundRows): ReadPart | undefined {
  return finders.get(rows);
}
