// Makes a graph that was built in bulk the graph that searches walk; a graph that covers fewer slots is replaced.
// The decision: searches are never without a graph. The host writes the new one where no walk comes to
// (memory/spare.ts), and here it appears at once. A walk that began before goes on in the new graph from the nodes that
// it has visited. If it stands at a slot that is no node any more, it finds no links there: on an upper level it
// descends (descend.ts), and on level 0 it may end with too few hits; then all slots are compared (search/find.ts).
import { Status } from "../abi";
import { Column, columnBytes } from "../memory/column";
import { chunkShift, clearEntry, count, indexed, setDuplicates, setEntry, setNodes } from "../memory/layout";
import { exchangeSpare, newItemOf, reserveSpare } from "../memory/spare";
import { levelOf } from "./graph";
import { clearReach } from "./reach";
import { bytesOfLevels, isPossible, publishGraph, RECORD_HEAD } from "./saved";

/**
 * As `adoptGraph`, for a graph that this module has built: its lists are not verified, which takes time. The host has
 * written the columns of slots below what `reserveSpare` returns to the spare columns, and the others in place.
 * @returns Ok or UnsoundGraph, with nothing changed
 */
export function adoptBuiltGraph(
  slots: u32,
  nodes: u32,
  duplicates: u32,
  level: u32,
  top: u32,
  upper: usize,
  bytes: u32,
): i32 {
  const spareSlots = reserveSpare();
  if (spareSlots < 0 || <u32>spareSlots > slots) return Status.UnsoundGraph;
  if (slots < indexed() || slots > count() || !isPossible(slots, nodes, duplicates, top))
    return Status.UnsoundGraph;
  pointToUpper(slots, upper, upper + bytes, spareSlots);
  setNodes(nodes);
  setDuplicates(duplicates);
  exchangeSpare(spareSlots);
  if (top != 0) setEntry(level, top - 1);
  else clearEntry();
  clearReach();
  publishGraph(slots);
  return Status.Ok;
}

/** Lets the slots point to their records, and all others to none. */
function pointToUpper(slots: u32, upper: usize, end: usize, spareSlots: u32): void {
  const size: u32 = 1 << chunkShift();
  for (let slot: u32 = 0; slot < slots; slot += size) {
    memory.fill(
      newItemOf(Column.Upper, slot, spareSlots),
      0,
      <usize>columnBytes(Column.Upper, min(size, slots - slot)),
    );
  }
  for (let at = upper; at < end; ) {
    const slot = load<u32>(at);
    store<u32>(newItemOf(Column.Upper, slot, spareSlots), <u32>(at + RECORD_HEAD));
    at += RECORD_HEAD + bytesOfLevels(levelOf(slot));
  }
}
