// Turns candidates into links: each node selects some, then nodes link back to those that link to them.
// The decision: links are selected by the rule of insertions (hnsw/select.ts). On level 0 the links of level 1 are
// candidates too, for the nodes that have them: rows that arrive topic by topic would make islands otherwise. Links
// back are added only to lists that are not full, nearest first, and all are collected before the first is added, so
// the result does not depend on the order of the nodes.
import { addToDegreeShared, levelOf, linkCapacity, linksOf } from "../hnsw/graph";
import { measureLinks } from "../hnsw/insert";
import { getLink, hasLink, setLink, sizeOfList } from "../hnsw/lists";
import { selectNeighbours } from "../hnsw/select";
import { CACHE_LINE } from "../memory/arena";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import { addressOf, measuredKey, Walk } from "../walk/walk";
import { Builder } from "./builder";
import { candidatesOf, setSize, sizeOf, takeBridges } from "./candidates";
import { insertDistinct, insertShared, sizeAt } from "./keys";
import { Bulk, MOST_BRIDGES } from "./state";

/** Nodes of one item: few that select their links, and more whose links are added. */
const SELECTED: u32 = 4;
const LINKED: u32 = 64;
const LINK_WORK: i32 = 2 * LINKED;

/** Returns the number of items in which nodes select their links. */
export function selectItems(bulk: Bulk): u32 {
  return (bulk.ordered + SELECTED - 1) / SELECTED;
}

/** Returns the number of items in which links are collected, and in which they are added. */
export function linkItems(bulk: Bulk): u32 {
  return (bulk.ordered + LINKED - 1) / LINKED;
}

/** Selects the links of the nodes of an item. @returns the work in thousands of products */
export function selectItem(walk: Walk, bulk: Bulk, own: Builder): i32 {
  const end = min(bulk.ordered, (own.item + 1) * SELECTED);
  let work: i32 = 0;
  for (let at = own.item * SELECTED; at < end; at++) work += select(walk, bulk, own, nodeAt(bulk, at));
  own.hasItem = false;
  return work;
}

function nodeAt(bulk: Bulk, at: u32): u32 {
  return load<u32>(bulk.order + ((<usize>at) << 2));
}

function select(walk: Walk, bulk: Bulk, own: Builder, slot: u32): i32 {
  const candidates = candidatesOf(bulk, slot);
  const keys = own.keys;
  let size = sizeOf(bulk, slot);
  if (size == 0) size = linkToNeighbour(bulk, slot, candidates);
  memory.copy(keys, candidates, (<usize>size) << 3);
  const most = bulk.candidateCapacity + linkCapacity(1) + MOST_BRIDGES;
  size = takeBridges(bulk, slot, keys, size, most);
  if (bulk.level == 0 && levelOf(slot) > 0) size = addLinksAbove(walk, slot, keys, size, most);
  touch(walk, keys, size);
  const links = linksOf(slot, bulk.level);
  let kept = selectNeighbours(walk, keys, size, linkCapacity(bulk.level), own.chosen);
  if (bulk.level == 0 && levelOf(slot) > 0 && bulk.connected * 4 >= bulk.offered)
    kept = addLinksAbove(walk, slot, own.chosen, kept, linkCapacity(0));
  for (let i: u32 = 0; i < kept; i++) setLink(links, i, slotOf(keyAt(own.chosen, i)) + 1);
  memory.copy(candidates, own.chosen, (<usize>kept) << 3);
  setSize(bulk, slot, kept);
  setBacks(bulk, slot, 0);
  return <i32>((kept * size * walk.bytes) >> 10) + 1;
}

/** A node without candidates, which has met no other at a finite distance, gets the node before it in slot order. */
function linkToNeighbour(bulk: Bulk, slot: u32, keys: usize): u32 {
  if (bulk.size < 2) return 0;
  let low: u32 = 0;
  let high = bulk.size - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(bulk.nodes + ((<usize>middle) << 2)) < slot) low = middle + 1;
    else high = middle;
  }
  const other = low == 0 ? 1 : low - 1;
  store<u64>(keys, poolKey(Infinity, load<u32>(bulk.nodes + ((<usize>other) << 2))));
  return 1;
}

/** Adds the links of level 1 to the candidates. @returns the number of candidates */
function addLinksAbove(walk: Walk, slot: u32, keys: usize, before: u32, most: u32): u32 {
  const links = linksOf(slot, 1);
  const size = sizeOfList(links, linkCapacity(1));
  measureLinks(walk, slot, links, size);
  let all = before;
  for (let i: u32 = 0; i < size; i++) all = insertDistinct(keys, all, most, measuredKey(walk, i));
  return all;
}

/** Loads a word of every cache line of the codes, so that their cache misses are processed in parallel. */
function touch(walk: Walk, keys: usize, size: u32): void {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const code = addressOf(walk, slotOf(keyAt(keys, i)));
    for (let at: usize = 0; at < walk.stride; at += CACHE_LINE) sum += load<u32>(code + at);
  }
  walk.touched += sum;
}

/** Collects the links of the nodes of an item at the nodes that they lead to. @returns the work */
export function collectItem(bulk: Bulk, own: Builder): i32 {
  const end = min(bulk.ordered, (own.item + 1) * LINKED);
  for (let at = own.item * LINKED; at < end; at++) collect(bulk, nodeAt(bulk, at));
  own.hasItem = false;
  return LINK_WORK;
}

function collect(bulk: Bulk, slot: u32): void {
  const keys = candidatesOf(bulk, slot);
  for (let i: u32 = 0, size = sizeOf(bulk, slot); i < size; i++) {
    const key = keyAt(keys, i);
    const other = slotOf(key);
    const back = (key & ~(<u64>0xffff_ffff)) | ((<u64>slot) << 1);
    insertShared(sizeOfBacks(bulk, other), backsOf(bulk, other), mostBacks(bulk), back);
  }
}

/** Adds links back to the lists of the nodes of an item, while these are not full. @returns the work */
export function linkBackItem(bulk: Bulk, own: Builder): i32 {
  const end = min(bulk.ordered, (own.item + 1) * LINKED);
  for (let at = own.item * LINKED; at < end; at++) linkBack(bulk, nodeAt(bulk, at));
  own.hasItem = false;
  return LINK_WORK;
}

function linkBack(bulk: Bulk, slot: u32): void {
  const links = linksOf(slot, bulk.level);
  const capacity = linkCapacity(bulk.level);
  const keys = backsOf(bulk, slot);
  let size = sizeOf(bulk, slot);
  for (let i: u32 = 0, backs = sizeAt(sizeOfBacks(bulk, slot)); i < backs && size < capacity; i++) {
    const link = slotOf(keyAt(keys, i)) + 1;
    if (!hasLink(links, size, link)) setLink(links, size++, link);
  }
  if (bulk.level == 0) for (let i: u32 = 0; i < size; i++) addToDegreeShared(getLink(links, i) - 1);
  setSize(bulk, slot, 0);
  setBacks(bulk, slot, 0);
}

/** Links back are in the second half of the candidates, the links of the node in the first. */
function backsOf(bulk: Bulk, slot: u32): usize {
  return candidatesOf(bulk, slot) + ((<usize>mostBacks(bulk)) << 3);
}

function mostBacks(bulk: Bulk): u32 {
  return bulk.candidateCapacity >> 1;
}

/** Returns the address of the number of links back. */
function sizeOfBacks(bulk: Bulk, slot: u32): usize {
  return bulk.backs + ((<usize>slot) << 1);
}

function setBacks(bulk: Bulk, slot: u32, size: u32): void {
  store<u16>(sizeOfBacks(bulk, slot), <u16>size);
}
