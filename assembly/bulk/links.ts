// Turns candidates into links: each node selects some, then nodes link back to those that link to them.
// The decision: links are selected by the rule of insertions (hnsw/select.ts). On level 0 the links of level 1 are
// candidates too, for the nodes that have them: rows that arrive topic by topic would make islands otherwise. Links
// back are added only to lists that are not full, nearest first, and all are collected before the first is added, so
// the result does not depend on the order of the nodes.
import { addToDegree, levelOf, linkCapacity, linksOf } from "../hnsw/graph";
import { measureLinks } from "../hnsw/insert";
import { getLink, hasLink, setLink, sizeOfList } from "../hnsw/lists";
import { selectNeighbours } from "../hnsw/select";
import { CACHE_LINE } from "../memory/arena";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import { addressOf, measuredKey, Walk } from "../walk/walk";
import { candidatesOf, insertDistinct, setSize, sizeOf, takeBridges } from "./candidates";
import { Bulk, MOST_BRIDGES } from "./state";

/** Selects the links of the next node. @returns the work in thousands of products */
export function selectNext(walk: Walk, bulk: Bulk): i32 {
  const slot = load<u32>(bulk.order + ((<usize>bulk.next) << 2));
  const own = candidatesOf(bulk, slot);
  const keys = bulk.keys;
  let size = sizeOf(bulk, slot);
  if (size == 0) size = linkToNeighbour(bulk, own);
  memory.copy(bulk.keys, own, (<usize>size) << 3);
  const most = bulk.candidateCapacity + linkCapacity(1) + MOST_BRIDGES;
  size = takeBridges(bulk, slot, keys, size, most);
  if (bulk.level == 0 && levelOf(slot) > 0) size = addLinksAbove(walk, slot, keys, size, most);
  touch(walk, keys, size);
  const links = linksOf(slot, bulk.level);
  let kept = selectNeighbours(walk, keys, size, linkCapacity(bulk.level), bulk.chosen);
  if (bulk.level == 0 && levelOf(slot) > 0 && bulk.connected * 4 >= bulk.offered)
    kept = addLinksAbove(walk, slot, bulk.chosen, kept, linkCapacity(0));
  for (let i: u32 = 0; i < kept; i++) setLink(links, i, slotOf(keyAt(bulk.chosen, i)) + 1);
  memory.copy(own, bulk.chosen, (<usize>kept) << 3);
  setSize(bulk, slot, kept);
  setBacks(bulk, slot, 0);
  return <i32>((kept * size * walk.bytes) >> 10) + 1;
}

/** A node without candidates, which has met no other at a finite distance, gets one of its neighbours in the order. */
function linkToNeighbour(bulk: Bulk, keys: usize): u32 {
  if (bulk.ordered < 2) return 0;
  const other = bulk.next == 0 ? 1 : bulk.next - 1;
  store<u64>(keys, poolKey(Infinity, load<u32>(bulk.order + ((<usize>other) << 2))));
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

/** Collects the links of the next node at the nodes that they lead to. @returns the work */
export function collectNext(bulk: Bulk): i32 {
  const slot = load<u32>(bulk.order + ((<usize>bulk.next) << 2));
  const keys = candidatesOf(bulk, slot);
  for (let i: u32 = 0, size = sizeOf(bulk, slot); i < size; i++) {
    const key = keyAt(keys, i);
    const other = slotOf(key);
    const back = (key & ~(<u64>0xffff_ffff)) | ((<u64>slot) << 1);
    setBacks(
      bulk,
      other,
      insertDistinct(backsOf(bulk, other), sizeOfBacks(bulk, other), mostBacks(bulk), back),
    );
  }
  return 2;
}

/** Adds links back to the list of the next node, while it is not full. @returns the work */
export function linkBackNext(bulk: Bulk): i32 {
  const slot = load<u32>(bulk.order + ((<usize>bulk.next) << 2));
  const links = linksOf(slot, bulk.level);
  const capacity = linkCapacity(bulk.level);
  const keys = backsOf(bulk, slot);
  let size = sizeOf(bulk, slot);
  for (let i: u32 = 0, backs = sizeOfBacks(bulk, slot); i < backs && size < capacity; i++) {
    const link = slotOf(keyAt(keys, i)) + 1;
    if (!hasLink(links, size, link)) setLink(links, size++, link);
  }
  if (bulk.level == 0) for (let i: u32 = 0; i < size; i++) addToDegree(getLink(links, i) - 1, 1);
  setSize(bulk, slot, 0);
  setBacks(bulk, slot, 0);
  return 2;
}

/** Links back are in the second half of the candidates, the links of the node in the first. */
function backsOf(bulk: Bulk, slot: u32): usize {
  return candidatesOf(bulk, slot) + ((<usize>mostBacks(bulk)) << 3);
}

function mostBacks(bulk: Bulk): u32 {
  return bulk.candidateCapacity >> 1;
}

function sizeOfBacks(bulk: Bulk, slot: u32): u32 {
  return load<u16>(bulk.backs + ((<usize>slot) << 1));
}

function setBacks(bulk: Bulk, slot: u32, size: u32): void {
  store<u16>(bulk.backs + ((<usize>slot) << 1), <u16>size);
}
