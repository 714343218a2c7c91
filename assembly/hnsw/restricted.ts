// The walk over level 0 when only some slots may be found: those alive, those that a filter lets through.
// The decision: only slots that may be found are measured and kept, so the pool holds results and nothing else; a
// neighbour that may not be found is a bridge, and its own neighbours are looked at in its place (two hops, the idea
// of ACORN, Patel et al. 2024). So the walk costs about the same whatever the filter, until matches are so thin that
// there are no bridges; then it runs dry, and the caller compares all matches.
import { distanceOf } from "../heap";
import { twins } from "../memory/layout";
import { passesFilter } from "../search/allowed";
import { keyAt, slotOf } from "../search/pool";
import { offerTraced } from "../search/trace";
import { gather, hasSeen, measure, measuredKey, offer, see, Walk } from "../search/walk";
import { hasProducts, linkCapacity, linksOf, PRODUCTS } from "./graph";
import { allowedOf, NONE } from "./twins";

/** So many of the nodes looked at would pass a filter that has nothing to do with the query. */
const EXPECTED: f64 = 16;
/** With fewer expected, few may be chance. */
const LEAST_EXPECTED: f64 = 12;
const MOST_LOOKED_AT: u32 = 2048;
/** A chance filter lets so much fewer through once in ten thousand queries. */
const FEWER: f64 = 4;

/** Like walkLevel on level 0, for slots that may be found only. `start` may be one that may not. */
export function walkRestricted(walk: Walk, start: u32): void {
  see(walk, start);
  const first = allowedOf(walk, start);
  let distance: f32 = NaN;
  if (first != NONE) {
    see(walk, first);
    gather(walk, 0, first);
    measure(walk, 1);
    offer(walk, measuredKey(walk, 0));
    distance = load<f32>(walk.distances);
  }
  offerGathered(walk, start, distance, gatherAllowed(walk, start));
  for (let at: u32 = 0; at < walk.size; ) {
    const key = keyAt(walk.pool, at);
    if (key & 1) {
      at++;
      continue;
    }
    store<u64>(walk.pool + ((<usize>at) << 3), key | 1);
    const slot = slotOf(key);
    at = min(at + 1, offerGathered(walk, slot, distanceOf(key), gatherAllowed(walk, slot)));
  }
}

/**
 * Whether the filter refuses what is near: far fewer of the nodes around `start` pass it than of all. A walk that keeps
 * only what passes would begin far from the query, in whatever corner has a bridge, and mostly stay there. What is
 * looked at counts as seen: the walk has to be begun again.
 * @param matches slots that pass, of all
 */
export function isRemote(walk: Walk, start: u32, matches: u32): bool {
  const share = <f64>matches / <f64>walk.bound;
  const enough = <u32>min(EXPECTED / share, <f64>MOST_LOOKED_AT);
  let looked: u32 = 0;
  let passed: u32 = 0;
  const near = linksOf(start, 0);
  for (let i: u32 = 0; i < linkCapacity(0) && looked < enough; i++) {
    const neighbour = load<u32>(near + ((<usize>i) << 2));
    if (neighbour == 0) break;
    if (neighbour > walk.bound) continue;
    const links = linksOf(neighbour - 1, 0);
    for (let j: u32 = 0; j < linkCapacity(0) && looked < enough; j++) {
      const link = load<u32>(links + ((<usize>j) << 2));
      if (link == 0) break;
      if (link > walk.bound || hasSeen(walk, link - 1)) continue;
      see(walk, link - 1);
      looked++;
      if (passesFilter(walk, link - 1)) passed++;
    }
  }
  const expected = share * <f64>looked;
  return expected >= LEAST_EXPECTED && <f64>passed < expected / FEWER;
}

/** @param slot that was expanded, so far away. @returns the lowest position at which a key went in */
function offerGathered(walk: Walk, slot: u32, distance: f32, gathered: u32): u32 {
  measure(walk, gathered);
  if (walk.trace != 0) return offerTraced(walk, 0, slot, distance, gathered);
  let lowest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < gathered; i++) lowest = min(lowest, offer(walk, measuredKey(walk, i)));
  return lowest;
}

/** Gathers the unseen neighbours that may be found, then those of the neighbours that may not. */
function gatherAllowed(walk: Walk, slot: u32): u32 {
  walk.refused = 0;
  let gathered = gatherList(walk, slot, 0, 0);
  if (hasProducts()) gathered = gatherList(walk, slot, PRODUCTS, gathered);
  const enough = linkCapacity(0);
  for (let i: u32 = 0; i < walk.refused && gathered < enough; i++) {
    const bridge = load<u32>(walk.bridges + ((<usize>i) << 2));
    gathered = gatherBeyond(walk, bridge, 0, gathered, enough);
    if (hasProducts()) gathered = gatherBeyond(walk, bridge, PRODUCTS, gathered, enough);
  }
  return gathered;
}

/**
 * One list of links: who may be found is gathered, who may not is noted as a bridge, whose own links will be wanted: they
 * are fetched now, all together.
 */
function gatherList(walk: Walk, slot: u32, level: u32, before: u32): u32 {
  let at = linksOf(slot, level);
  const end = at + ((<usize>linkCapacity(level)) << 2);
  const seen = walk.tags;
  const tag = <u8>walk.tag;
  const bound = walk.bound;
  const bridges = walk.bridges;
  let refused = walk.refused;
  let gathered = before;
  let touched: u32 = 0;
  for (; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    const other = link - 1;
    if (link > bound || load<u8>(seen + other) == tag) continue;
    store<u8>(seen + other, tag);
    const found = allowedOf(walk, other);
    if (found != other) {
      const links = linksOf(other, level);
      touched += load<u32>(links) + load<u32>(links + ((<usize>linkCapacity(level) - 1) << 2));
      store<u32>(bridges + ((<usize>refused) << 2), other);
      refused++;
      if (found == NONE) continue;
      store<u8>(seen + found, tag);
    }
    gather(walk, gathered++, found);
  }
  walk.refused = refused;
  walk.touched += touched;
  return gathered;
}

/** What a bridge leads to. Most of it has been looked at or is refused, so this is where such a walk spends its time. */
function gatherBeyond(walk: Walk, bridge: u32, level: u32, before: u32, enough: u32): u32 {
  let at = linksOf(bridge, level);
  const end = at + ((<usize>linkCapacity(level)) << 2);
  const seen = walk.tags;
  const tag = <u8>walk.tag;
  const bound = walk.bound;
  const filter = twins() == 0 ? walk.filter : 0;
  const filterSlots = walk.filterSlots;
  let gathered = before;
  for (; at < end && gathered < enough; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    const other = link - 1;
    if (filter != 0 && !isIn(filter, filterSlots, other)) continue;
    if (link > bound || load<u8>(seen + other) == tag) continue;
    const found = allowedOf(walk, other);
    if (found == NONE) continue;
    store<u8>(seen + found, tag);
    gather(walk, gathered++, found);
  }
  return gathered;
}

function isIn(filter: usize, slots: u32, slot: u32): bool {
  if (slot >= slots) return false;
  return ((load<u32>(filter + ((<usize>(slot >> 5)) << 2)) >> (slot & 31)) & 1) != 0;
}
