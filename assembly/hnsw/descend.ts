// The walk over one level, and the descent over the levels above it.
// The decision: the levels above only lead near the query, so the descent follows one node. On the level itself the
// pool holds the nearest visited nodes, and the walk expands the nearest unexpanded one, until there is none.
import { distanceOf } from "../heap";
import { chunkShift } from "../memory/layout";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import { offerTraced, traceDescent } from "../walk/trace";
import { addressOf, gather, isVisited, markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { hasProducts, linkCapacity, linksOf, PRODUCTS, upperLinksOf } from "./graph";

/**
 * Follows links to nearer neighbours from level `from` down to level `to`.
 * @returns the nearest node found
 */
export function descend(walk: Walk, start: u32, from: u32, to: u32): u32 {
  gather(walk, 0, start);
  measure(walk, 1);
  let best = poolKey(load<f32>(walk.distances), start);
  for (let level = from; level > to; level--) {
    for (let before: u64 = 0; before != best; ) {
      before = best;
      const gathered = gatherAll(walk, slotOf(best), level);
      measure(walk, gathered);
      if (walk.trace != 0) traceDescent(walk, level, before, gathered);
      for (let i: u32 = 0; i < gathered; i++) best = min(best, measuredKey(walk, i));
    }
  }
  return slotOf(best);
}

/**
 * Fills the pool with the nearest nodes of a level that a walk from `start`, and from the nodes already in the pool,
 * reaches.
 * @param item ends the walk when the nearest node has the same bytes, at this address; 0: the walk goes on to its end
 */
export function searchLayer(walk: Walk, start: u32, level: u32, item: usize = 0): void {
  if (!isVisited(walk, start)) {
    markVisited(walk, start);
    gather(walk, 0, start);
    measure(walk, 1);
    offer(walk, measuredKey(walk, 0));
  }
  for (let at: u32 = 0; at < walk.size; ) {
    const key = keyAt(walk.pool, at);
    if (key & 1) {
      at++;
      continue;
    }
    if (item != 0 && memory.compare(item, addressOf(walk, slotOf(keyAt(walk.pool, 0))), walk.stride) == 0)
      return;
    store<u64>(walk.pool + ((<usize>at) << 3), key | 1);
    const gathered = gatherUnvisited(walk, slotOf(key), level);
    at++;
    if (at < walk.size) fetchLinks(walk, slotOf(keyAt(walk.pool, at)), level);
    measure(walk, gathered);
    if (walk.trace != 0) at = min(at, offerTraced(walk, level, slotOf(key), distanceOf(key), gathered));
    else for (let i: u32 = 0; i < gathered; i++) at = min(at, offer(walk, measuredKey(walk, i)));
  }
}

/** Prefetches the links of the node that is probably next, so that they are there when this step is done. */
export function fetchLinks(walk: Walk, slot: u32, level: u32): void {
  const links = linksOf(slot, level);
  walk.touched += load<u32>(links) + load<u32>(links + ((<usize>linkCapacity(level) - 1) << 2));
}

/** Gathers the neighbours on an upper level. A slot has none if its graph was replaced after the walk began. */
function gatherAll(walk: Walk, slot: u32, level: u32): u32 {
  const links = upperLinksOf(slot, level);
  if (links == 0) return 0;
  const end = links + ((<usize>linkCapacity(level)) << 2);
  const without = walk.without;
  let gathered: u32 = 0;
  for (let at = links; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    if (link <= walk.bound && link != without) gather(walk, gathered++, link - 1);
  }
  return gathered;
}

/** Gathers the neighbours on a level; on level 0, and for the products, those of both its lists. */
export function gatherUnvisited(walk: Walk, slot: u32, level: u32): u32 {
  const isLevelZero = level == 0 || level == PRODUCTS;
  const gathered = gatherList(walk, slot, isLevelZero ? 0 : level, 0);
  return isLevelZero && hasProducts() ? gatherList(walk, slot, PRODUCTS, gathered) : gathered;
}

/**
 * Gathers the neighbours that this walk has not visited. This and the kernels are where a search spends its time: what
 * the walk knows is held in locals, because the compiler must think that every store could change it.
 */
function gatherList(walk: Walk, slot: u32, level: u32, before: u32): u32 {
  let at = linksOf(slot, level);
  const end = at + ((<usize>linkCapacity(level)) << 2);
  const tagTable = walk.tags;
  const tag = <u8>walk.tag;
  const bound = walk.bound;
  const table = walk.table;
  const stride: usize = walk.stride;
  const shift = chunkShift();
  const mask: u32 = (1 << shift) - 1;
  const slots = walk.slots;
  const addresses = walk.addresses;
  let gathered = (<usize>before) << 2;
  for (; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    const other = link - 1;
    if (link > bound || load<u8>(tagTable + other) == tag) continue;
    store<u8>(tagTable + other, tag);
    const chunk: usize = load<u32>(table + ((<usize>(other >> shift)) << 2));
    const address = chunk + <usize>(other & mask) * stride;
    store<u32>(slots + gathered, other);
    store<u32>(addresses + gathered, <u32>address);
    gathered += 4;
  }
  return <u32>(gathered >> 2);
}
