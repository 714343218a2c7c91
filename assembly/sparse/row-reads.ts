// The rows that a search compares, wherever they are.
// The decision: a row in a file is read alone when it is compared, since few are. Where rows are compared in the order
// of the slots, many are read at a time, and a row that is there already is not read again.
import { readWords } from "../host";
import { rowsOutside } from "../memory/layout";
import { fileWords } from "./fields";
import { Query } from "./query";
import { countOf, entriesFor, rowOf } from "./rows";

/** Returns the address of the row of a slot below `query.end`; valid until the next one is asked for. */
export function rowFor(query: Query, slot: u32): usize {
  const row = rowOf(slot);
  if (!rowsOutside()) return row;
  const first = <u32>row;
  const words = 1 + 2 * entriesFor(countOf(slot));
  if (first < query.readFirst || first + words > query.readEnd) {
    const most = query.ahead ? min(query.readWords, fileWords() - first) : words;
    query.readEnd = 0;
    readWords(first, most, query.read);
    query.readFirst = first;
    query.readEnd = first + most;
  }
  return query.read + ((<usize>(first - query.readFirst)) << 2);
}

/** Has a row in memory brought to a cache until it is compared. */
export function askForRow(query: Query, slot: u32): void {
  if (!rowsOutside()) query.touched |= load<u32>(rowOf(slot));
}
