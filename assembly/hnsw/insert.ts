// Puts a slot into the graph: algorithm 1 of the HNSW paper.
// The decision: only the writer runs this, beside any number of walks. The links of the new node are complete before
// any link leads to it, and each list is rewritten link by link in place, so a walk never sees anything but nodes.
import { Status } from "../abi";
import { entry, linksPerLevel, nodes, setEntry, setNodes } from "../memory/layout";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import {
  enterBuildingSpace,
  enterForSlot,
  exactDistance,
  prepareSlot,
  walksOnBinaryCodes,
} from "../walk/space";
import { addressOf, beginWalk, markVisited, measure, measuredKey, Walk } from "../walk/walk";
import { descend, searchLayer } from "./descend";
import { equalNode, linkDuplicate, NO_SLOT } from "./duplicates";
import {
  addToDegree,
  allocateUpper,
  degreeOf,
  hasProducts,
  levelOf,
  linkCapacity,
  linksOf,
  PRODUCTS,
} from "./graph";
import { getLink, setLink, sizeOfList } from "./lists";
import { nearestNode, offerMembers } from "./members";
import { noteRecent, offerRecent } from "./recent";
import { selectNeighbours } from "./select";

/** @returns Ok or OutOfMemory; then the graph is as it was */
export function insertNode(walk: Walk, slot: u32): i32 {
  const level = levelOf(slot);
  if (level > 0 && !allocateUpper(slot, level)) return Status.OutOfMemory;
  const top = entry();
  if (top == 0) {
    setEntry(level, slot);
    setNodes(1);
    for (let at: u32 = 0; at <= level; at++) noteRecent(at, slot);
    return Status.Ok;
  }
  if (!beginWalk(walk)) return Status.OutOfMemory;
  const start = chooseOnLevels(walk, slot);
  if (start == NO_SLOT) {
    linkDuplicate(walk.equal, slot);
    return Status.Ok;
  }
  linkOnLevels(walk, slot);
  if (hasProducts()) {
    chooseProducts(walk, slot, start);
    linkFromChosen(walk, slot, PRODUCTS);
  }
  noteInserted(slot);
  return Status.Ok;
}

/**
 * Fills the lists of the new node on all its levels, which no link leads to yet. To be called after `beginWalk`.
 * @returns the nearest node; NO_SLOT if the slot equals `walk.equal` and is not to be a node: its lists are empty then
 */
export function chooseOnLevels(walk: Walk, slot: u32): u32 {
  const top = entry();
  const topLevel = <u32>(top >> 32);
  const first = min(levelOf(slot), topLevel);
  walk.products = false;
  enterForSlot(walk, slot);
  let start = descend(walk, <u32>top - 1, topLevel, levelOf(slot));
  for (let at = <i32>first; at >= 0; at--) {
    start = chooseOnLevel(walk, slot, start, at);
    if (start != NO_SLOT) continue;
    for (let above = <u32>at + 1; above <= first; above++) clearList(slot, above);
    break;
  }
  return start;
}

/** Fills the second list of a new node for Dot. @param start the nearest node, where the walk begins */
export function chooseProducts(walk: Walk, slot: u32, start: u32): void {
  chooseOnLevel(walk, slot, start, PRODUCTS);
}

/** Counts the links that were chosen for the new node, and links the chosen nodes back to it, on all its levels. */
export function linkOnLevels(walk: Walk, slot: u32): void {
  const links = linksOf(slot, 0);
  for (let i: u32 = 0, size = sizeOfList(links, linkCapacity(0)); i < size; i++)
    addToDegree(getLink(links, i) - 1, 1);
  for (let at = <i32>min(levelOf(slot), <u32>(entry() >> 32)); at >= 0; at--) linkFromChosen(walk, slot, at);
}

/** Counts the new node, which becomes the entry point if no other has its level. */
export function noteInserted(slot: u32): void {
  const level = levelOf(slot);
  const topLevel = <u32>(entry() >> 32);
  for (let at = topLevel + 1; at <= level; at++) noteRecent(at, slot);
  if (level > topLevel) setEntry(level, slot);
  setNodes(nodes() + 1);
}

/**
 * Fills the list of the new node on one level. No link leads to the node before it is certain that it becomes one: an
 * equal vector may be on any of its levels, and most nodes have only level 0.
 * @returns the nearest node that the walk has found, where that of the next level begins; NO_SLOT if the slot equals
 * `walk.equal`
 */
function chooseOnLevel(walk: Walk, slot: u32, start: u32, level: u32): u32 {
  walk.products = level == PRODUCTS;
  if (!findCandidates(walk, slot, start, level, true)) return start;
  walk.equal = walk.products ? NO_SLOT : equalNode(walk, slot);
  if (walk.equal != NO_SLOT) return NO_SLOT;
  const nearest = nearestNode(walk, start);
  const candidates = level == 0 && levelOf(slot) > 0 ? addLinksAbove(walk, slot) : walk.size;
  const kept = selectNeighbours(walk, walk.pool, candidates, linksPerLevel(), walk.candidates);
  const links = linksOf(slot, level);
  for (let i: u32 = 0; i < kept; i++) setLink(links, i, slotOf(keyAt(walk.candidates, i)) + 1);
  return nearest;
}

/**
 * Adds the neighbours chosen on level 1 to the candidates of level 0. The nearest nodes on level 0 may all belong to
 * one topic; those on level 1 belong to several, and one of them may lead to a topic that was inserted later.
 * @returns the number of candidates
 */
function addLinksAbove(walk: Walk, slot: u32): u32 {
  const links = linksOf(slot, 1);
  const size = sizeOfList(links, linkCapacity(1));
  if (walk.size + size > walk.poolCapacity || walk.size == 0) return walk.size;
  const worst = keyAt(walk.pool, walk.size - 1);
  measureLinks(walk, slot, links, size);
  let all = walk.size;
  for (let i: u32 = 0; i < size; i++) {
    const key = measuredKey(walk, i);
    if (key <= worst) continue;
    insertSorted(walk.pool, all, key);
    all++;
  }
  return all;
}

/**
 * Fills the pool with the nearest nodes of a level that a walk from `start` comes to.
 * @param newest whether it begins at the newest nodes, too, and ends early at a node that the slot equals: for a new
 * slot
 * @returns false when there is no memory
 */
export function findCandidates(walk: Walk, slot: u32, start: u32, level: u32, newest: bool): bool {
  if (!beginWalk(walk)) return false;
  // It may be linked already.
  markVisited(walk, slot);
  enterForSlot(walk, slot);
  if (newest) {
    offerMembers(walk, level);
    offerRecent(walk, level);
  }
  // Of a slot that becomes a duplicate no other candidate is needed. 1-bit codes do not tell whether rows are equal.
  const endsAtEqual = newest && !walk.products && !walksOnBinaryCodes();
  searchLayer(walk, start, level, endsAtEqual ? addressOf(walk, slot) : 0);
  if (walksOnBinaryCodes()) measureOnRows(walk);
  return true;
}

/** Links the chosen neighbours of a node on a level back to it. */
export function linkFromChosen(walk: Walk, slot: u32, level: u32): void {
  walk.products = level == PRODUCTS;
  enterBuildingSpace(walk);
  const links = linksOf(slot, level);
  const size = sizeOfList(links, linkCapacity(level));
  measureLinks(walk, slot, links, size);
  // The links are copied to the pool, because linkBack overwrites the measured keys.
  for (let i: u32 = 0; i < size; i++) store<u64>(walk.pool + ((<usize>i) << 3), measuredKey(walk, i));
  for (let i: u32 = 0; i < size; i++) linkBack(walk, keyAt(walk.pool, i), slot, level);
  noteRecent(level, slot);
}

export function clearList(slot: u32, level: u32): void {
  memory.fill(linksOf(slot, level), 0, (<usize>linkCapacity(level)) << 2);
}

/** 1-bit codes only lead to candidates; which of them become links is decided on their f32 rows. */
function measureOnRows(walk: Walk): void {
  for (let i: u32 = 0; i < walk.size; i++) {
    const other = slotOf(keyAt(walk.pool, i));
    insertSorted(walk.pool, i, poolKey(exactDistance(walk, other), other));
  }
  enterBuildingSpace(walk);
}

/**
 * Adds the link from a neighbour, whose key contains its distance, to the new node. The neighbours of a full list are
 * selected again.
 */
export function linkBack(walk: Walk, key: u64, slot: u32, level: u32): void {
  const neighbour = slotOf(key);
  const links = linksOf(neighbour, level);
  const capacity = linkCapacity(level);
  const size = sizeOfList(links, capacity);
  if (level == 0) addToDegree(slot, 1);
  if (size < capacity) {
    setLink(links, size, slot + 1);
    return;
  }
  const keys = walk.candidates;
  const chosen = keys + ((<usize>size + 1) << 3);
  measureLinks(walk, neighbour, links, size);
  for (let i: u32 = 0; i < size; i++) insertSorted(keys, i, measuredKey(walk, i));
  insertSorted(keys, size, (key & ~(<u64>0xffff_ffff)) | ((<u64>slot) << 1));
  const selected = selectNeighbours(walk, keys, size + 1, capacity, chosen);
  const kept = level == 0 ? keepReachable(keys, size + 1, chosen, selected, capacity) : selected;
  for (let i: u32 = 0; i < kept; i++) setLink(links, i, slotOf(keyAt(chosen, i)) + 1);
  for (let i = kept; i < capacity; i++) setLink(links, i, 0);
}

/** Measures how far each of the `size` links is from the node, in the space in which links are chosen. */
export function measureLinks(walk: Walk, node: u32, links: usize, size: u32): void {
  for (let i: u32 = 0; i < size; i++) {
    const other = getLink(links, i) - 1;
    store<u32>(walk.slots + ((<usize>i) << 2), other);
    store<u32>(walk.addresses + ((<usize>i) << 2), <u32>addressOf(walk, other));
  }
  prepareSlot(walk, node);
  measure(walk, size);
}

/**
 * Keeps nodes whose last incoming link this is: each replaces the farthest chosen node that other links lead to.
 * Otherwise no walk would find it. @returns the number of chosen nodes
 */
function keepReachable(keys: usize, size: u32, chosen: usize, selected: u32, capacity: u32): u32 {
  const bound = chosen + ((<usize>size) << 3);
  let needed: u32 = 0;
  let next: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const key = keyAt(keys, i);
    if (next < selected && keyAt(chosen, next) == key) next++;
    else if (degreeOf(slotOf(key)) > 1) addToDegree(slotOf(key), -1);
    else {
      store<u64>(bound + ((<usize>needed) << 3), key);
      needed++;
    }
  }
  let kept = selected;
  for (let i: u32 = 0; i < needed; i++) {
    if (kept == capacity) kept = dropFarthest(chosen, kept);
    store<u64>(chosen + ((<usize>kept) << 3), keyAt(bound, i));
    kept++;
  }
  return kept;
}

/** Leaves out the farthest that other links lead to as well. */
function dropFarthest(chosen: usize, kept: u32): u32 {
  let at = kept - 1;
  while (at > 0 && degreeOf(slotOf(keyAt(chosen, at))) <= 1) at--;
  addToDegree(slotOf(keyAt(chosen, at)), -1);
  for (let i = at; i < kept - 1; i++) store<u64>(chosen + ((<usize>i) << 3), keyAt(chosen, i + 1));
  return kept - 1;
}

function insertSorted(keys: usize, size: u32, key: u64): void {
  let at = keys + ((<usize>size) << 3);
  for (; at > keys && load<u64>(at - 8) > key; at -= 8) store<u64>(at, load<u64>(at - 8));
  store<u64>(at, key);
}
