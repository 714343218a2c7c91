// Saves and restores a graph: gathers the links of the upper levels, which are scattered over the arena, and validates
// a restored graph.
// The decision: the host copies columns as they are; only the upper links are gathered here, into records that name
// their slot. When a graph is restored, the records stay in place and the slots point into them, so nothing is copied
// twice. The host has verified checksums of the bytes. This file checks that all links, levels and lists of duplicates
// lead to nodes below `slots`, so that a walk can neither leave the memory nor loop.
//
//   record   u32 slot | u32 level of the slot | M links of level 1, M of level 2, ... as slot + 1, 0 ends a list
import { Status } from "../abi";
import { allocate, CACHE_LINE } from "../memory/arena";
import { Column, chunkOf, columnBytes, itemBytes, itemOf, runOf } from "../memory/column";
import {
  capacity,
  centre,
  chunkShift,
  clearEntry,
  clearRecent,
  count,
  duplicates,
  linksPerLevel,
  setCentre,
  setDuplicates,
  setEntry,
  setIndexed,
  setMixed,
  setNodes,
} from "../memory/layout";
import { scratch } from "../memory/scratch";
import { hasBinaryCodes, needsCentre } from "../walk/space";
import { hasProducts, levelOf } from "./graph";
import { isNode, levelOfNode } from "./node";
import { clearReach } from "./reach";
import { noteHighest } from "./recent";

export const RECORD_HEAD: usize = 8;
/** Where the records begin behind what `gatherUpper` says of them. */
const RECORDS: usize = 64;

/** Bytes of the records of the slots below `end`. */
export function upperBytes(end: u32): u32 {
  let bytes: usize = 0;
  for (let slot: u32 = 0; slot < end; slot++) {
    if (upperOf(slot) != 0) bytes += RECORD_HEAD + bytesOfLevels(levelOf(slot));
  }
  return <u32>bytes;
}

/**
 * Gathers records of the slots from `first` to before `end`, as many as fit in `maxBytes`, which must be at least
 * 32 KiB + 8.
 * @returns the address of: u32 the next slot | u32 bytes of the records | at 64 the records; 0: no memory
 */
export function gatherUpper(worker: u32, first: u32, end: u32, maxBytes: u32): usize {
  const area = scratch(worker, <u64>maxBytes + RECORDS);
  if (area == 0) return 0;
  const records = area + RECORDS;
  let at = records;
  let slot = first;
  for (; slot < end; slot++) {
    const upper = upperOf(slot);
    if (upper == 0) continue;
    const level = levelOf(slot);
    const bytes = bytesOfLevels(level);
    if (at + RECORD_HEAD + bytes > records + maxBytes) break;
    store<u32>(at, slot);
    store<u32>(at, level, 4);
    memory.copy(at + RECORD_HEAD, upper, bytes);
    at += RECORD_HEAD + bytes;
  }
  store<u32>(area, slot);
  store<u32>(area, <u32>(at - records), 4);
  return area;
}

/** Where the host puts all records; they stay there. 0 when there is no memory. */
export function upperInput(bytes: u32): usize {
  return allocate(bytes);
}

/**
 * Makes the columns that the host has filled, and `bytes` of records at `upper`, the graph of the slots below `slots`.
 * @param top the entry point as slot + 1, which has this level; 0: the graph is empty
 * @returns Ok or UnsoundGraph
 */
export function adoptGraph(
  slots: u32,
  nodes: u32,
  duplicates: u32,
  level: u32,
  top: u32,
  upper: usize,
  bytes: u32,
): i32 {
  if (slots > count() || !isPossible(slots, nodes, duplicates, top)) return Status.UnsoundGraph;
  if (!adoptUpper(slots, upper, upper + bytes)) return Status.UnsoundGraph;
  setNodes(nodes);
  setDuplicates(duplicates);
  if (top != 0) setEntry(level, top - 1);
  if ((top != 0 && levelOfNode(top - 1) < level) || !isSound(slots)) return Status.UnsoundGraph;
  publishGraph(slots);
  return Status.Ok;
}

/** Whether a graph of the slots below `slots` may have these counts and this entry point. */
export function isPossible(slots: u32, nodes: u32, duplicates: u32, top: u32): bool {
  if (linksPerLevel() == 0 || <u64>nodes + duplicates > slots) return false;
  return top <= slots && (top == 0) == (nodes == 0) && (!needsCentre() || nodes == 0 || centre() != 0);
}

/** Searches walk the graph from now on. */
export function publishGraph(slots: u32): void {
  setMixed(0, 0);
  noteHighest(slots);
  setIndexed(slots);
}

/**
 * Forgets all nodes and links. The arena does not free, so the memory of upper links and of the centre stays unused.
 */
export function clearGraph(): void {
  setIndexed(0);
  clearEntry();
  clearRecent();
  clearReach();
  setMixed(0, 0);
  setNodes(0);
  setDuplicates(0);
  clearColumn(Column.Links);
  clearColumn(Column.Products);
  clearColumn(Column.Degree);
  clearColumn(Column.Duplicate);
  clearColumn(Column.Upper);
  if (!hasBinaryCodes()) return;
  setCentre(0);
  clearColumn(Column.Codes);
}

function clearColumn(column: Column): void {
  if (itemBytes(column) == 0) return;
  const size: u32 = 1 << chunkShift();
  for (let slot: u32 = 0; slot < capacity(); slot += size) {
    const slots = min(size, capacity() - slot);
    memory.fill(chunkOf(column, slot >> chunkShift()), 0, <usize>columnBytes(column, slots));
  }
}

function adoptUpper(slots: u32, upper: usize, end: usize): bool {
  let at = upper;
  while (at < end) {
    if (end - at < RECORD_HEAD) return false;
    const slot = load<u32>(at);
    const level = load<u32>(at, 4);
    if (slot >= slots || level == 0 || level != levelOf(slot) || upperOf(slot) != 0) return false;
    at += RECORD_HEAD;
    if (end - at < bytesOfLevels(level)) return false;
    store<u32>(itemOf(Column.Upper, slot), <u32>at);
    at += bytesOfLevels(level);
  }
  return true;
}

function isSound(slots: u32): bool {
  if (!listsAreSound(Column.Links, slots)) return false;
  if (hasProducts() && !listsAreSound(Column.Products, slots)) return false;
  for (let slot: u32 = 0; slot < slots; slot++) {
    if (!duplicateIsSound(slot, slots) || !upperIsSound(slot, slots)) return false;
  }
  return duplicateListsEnd(slots);
}

/** Whether every list of duplicates ends: a cycle visits more slots than there are duplicates. */
function duplicateListsEnd(slots: u32): bool {
  let left: i64 = duplicates();
  for (let slot: u32 = 0; slot < slots; slot++) {
    if (!isNode(slot)) continue;
    for (let link = load<u32>(itemOf(Column.Duplicate, slot)); link != 0; left--) {
      if (left == 0) return false;
      link = load<u32>(itemOf(Column.Duplicate, link - 1));
    }
  }
  return true;
}

/** No list of level 0 leads to a slot that there is not. */
function listsAreSound(column: Column, slots: u32): bool {
  const most = i32x4.splat(<i32>slots);
  for (let slot: u32 = 0; slot < slots; ) {
    const run = runOf(column, slot, slots);
    let beyond = i32x4.splat(0);
    let at = itemOf(column, slot);
    for (const end = at + <usize>run * itemBytes(column); at < end; at += CACHE_LINE) {
      beyond = v128.or(beyond, i32x4.gt_u(v128.load(at), most));
      beyond = v128.or(beyond, i32x4.gt_u(v128.load(at, 16), most));
      beyond = v128.or(beyond, i32x4.gt_u(v128.load(at, 32), most));
      beyond = v128.or(beyond, i32x4.gt_u(v128.load(at, 48), most));
    }
    if (v128.any_true(beyond)) return false;
    slot += run;
  }
  return true;
}

/** Whether the list of duplicates of a node leads to a slot that is no node. */
function duplicateIsSound(slot: u32, slots: u32): bool {
  const link = load<u32>(itemOf(Column.Duplicate, slot));
  if (link == 0) return true;
  return link <= slots && !isNode(link - 1);
}

/** Links of level 1 and up lead to nodes that have the level. */
function upperIsSound(slot: u32, slots: u32): bool {
  const upper = upperOf(slot);
  if (upper == 0) return true;
  const m = linksPerLevel();
  for (let i: u32 = 0, links = levelOf(slot) * m; i < links; i++) {
    const link = load<u32>(upper + ((<usize>i) << 2));
    if (link > slots || (link != 0 && levelOfNode(link - 1) <= i / m)) return false;
  }
  return true;
}

function upperOf(slot: u32): usize {
  return load<u32>(itemOf(Column.Upper, slot));
}

export function bytesOfLevels(level: u32): usize {
  return (<usize>level * linksPerLevel()) << 2;
}
