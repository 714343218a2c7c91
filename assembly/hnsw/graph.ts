// The graph: for each node its links on level 0 and, for one node in M, on upper levels.
// Levels, M and the neighbour heuristic are those of Malkov and Yashunin, "Efficient and robust approximate nearest
// neighbor search using Hierarchical Navigable Small World graphs" (2016).
// The decision: a link is a u32, slot + 1, and 0 ends a list, so fresh memory is an empty list and M = 16 fills two
// cache lines exactly. One writer rewrites lists in place; readers see old links or new ones, both lead to nodes.
//
//   level 0   Column.Links: 2 M links
//   upper     Column.Upper -> block: M links of level 1, M of level 2, ... up to the level of the node
import { Metric } from "../abi";
import { mixed } from "../hash";
import { allocate } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { linksPerLevel, metric, seed } from "../memory/layout";

/** Levels above 0. With M = 2 a graph of 2^31 nodes would have more; the top one is then a little crowded. */
export const MAX_LEVEL: u32 = 16;

/** In place of a level: the second list of level 0, which there is for Dot alone. */
export const PRODUCTS: u32 = 64;

export function linkCapacity(level: u32): u32 {
  const m = linksPerLevel();
  return level == 0 || level == PRODUCTS ? 2 * m : m;
}

/** Whether nodes have a second list on level 0. */
export function hasProducts(): bool {
  return metric() == Metric.Dot;
}

/** Bytes of the level-0 links of a node: whole cache lines. */
export function linkBytes(m: u32): u32 {
  return (8 * m + 63) & ~63;
}

/** The address of the links of a node that has this level. */
export function linksOf(slot: u32, level: u32): usize {
  if (level == 0) return itemOf(Column.Links, slot);
  if (level == PRODUCTS) return itemOf(Column.Products, slot);
  return upperLinksOf(slot, level);
}

/** Returns the number of links in a list. */
export function linkCount(slot: u32, level: u32): u32 {
  const links = linksOf(slot, level);
  let low: u32 = 0;
  let high = linkCapacity(level);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(links + ((<usize>middle) << 2)) == 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the address of the links of a slot on an upper level; 0: it has none. */
export function upperLinksOf(slot: u32, level: u32): usize {
  const block: usize = load<u32>(itemOf(Column.Upper, slot));
  return block == 0 ? 0 : block + ((<usize>((level - 1) * linksPerLevel())) << 2);
}

/** The level of a node: how often a fair M-sided die shows one in a row. It depends on the seed and the slot alone. */
export function levelOf(slot: u32): u32 {
  const m = linksPerLevel();
  const draw: u32 = mixed(slot ^ seed());
  let level: u32 = 0;
  for (let limit: u32 = 0xffff_ffff / m; draw < limit && level < MAX_LEVEL; limit /= m) level++;
  return level;
}

/** Links of levels 1 to `level` for a new node. @returns false when there is no memory */
export function allocateUpper(slot: u32, level: u32): bool {
  const item = itemOf(Column.Upper, slot);
  // An insertion that ran out of memory before may have left its block.
  if (load<u32>(item) != 0) return true;
  const block = allocate((<u64>level * linksPerLevel()) << 2);
  if (block == 0) return false;
  store<u32>(item, <u32>block);
  return true;
}

/** Links of level 0 that lead to the node; a number that has reached the end of its range stays there. */
export function degreeOf(slot: u32): u32 {
  return load<u16>(itemOf(Column.Degree, slot));
}

/** Counts one more link to a node, while other threads count theirs. */
export function addToDegreeShared(slot: u32): void {
  const item = itemOf(Column.Degree, slot);
  while (true) {
    const degree = atomic.load<u16>(item);
    if (degree == u16.MAX_VALUE || atomic.cmpxchg<u16>(item, degree, degree + 1) == degree) return;
  }
}

export function addToDegree(slot: u32, change: i32): void {
  const degree = degreeOf(slot);
  if (degree < u16.MAX_VALUE) store<u16>(itemOf(Column.Degree, slot), <u16>(degree + change));
}
