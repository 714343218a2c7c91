// The walk over level 0 where many slots match: a walk without a filter that ends when no nearer matches come.
// The decision: the pool holds nodes whether they match or not, as in a search without a filter. The walk ends when it
// has expanded `ef - k` nodes since the next node was last nearer than the k-th match (decision 204), or all nodes that
// are nearer than the `ef`-th match. The width that this takes is estimated from the share of matches, and the pool
// grows if it was not enough; nodes for which it has no space are set aside and offered again when it has. A node costs
// about as much as without a filter: only nodes that are nearer than the k-th match are looked up in the filter, and no
// heap holds the others. If few slots match, the pool would be long; `collect` goes on then with what has been visited.
// A walk whose matches lie close together near the query finds less than one with the same ef among scattered matches,
// since fewer nodes are nearer than its hits; so it keeps more, up to `walk.denseEf` (decision 239).
import { distanceOf, get, push, replaceWorst } from "../heap";
import { insertKey, keyAt, slotOf } from "../walk/pool";
import { beginStep, writeMeasured } from "../walk/trace";
import { gather, markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { fetchLinks, gatherUnvisited } from "./descend";
import { allowedDuplicate, NO_SLOT } from "./duplicates";

/** The longest pool; with more nodes, a heap takes less time than a sorted array. */
const MAX_WIDTH: u32 = 2048;
/** The largest factor by which the pool grows. */
const MAX_GROWTH: f64 = 2;
/** Stands for the number of matches while there is none. */
const NO_MATCHES: f64 = 0.5;

export enum Widened {
  Found,
  /** The matches are farther away than a walk of this kind goes. */
  Distant,
  /** Finding enough matches would cost more than comparing all of them. */
  TooLong,
}

enum Expanded {
  Enough,
  /** All nodes of the pool are expanded. */
  All,
  TooLong,
}

/**
 * Visits the nodes among which the nearest matches are; `keepMatches` makes the results of them.
 * @param k at most `walk.ef`
 * @param width the length of the pool at first, if it is more than `walk.ef`
 * @param share the share of all slots that match
 * @param distant the number of nodes as near as the k-th match from which on matches are distant
 * @param budget the number of nodes that may be measured
 */
export function widen(
  walk: Walk,
  start: u32,
  k: u32,
  width: u32,
  share: f64,
  distant: f64,
  budget: u32,
): Widened {
  const ef = walk.ef;
  walk.ef = min(max(ef, width), walk.poolCapacity);
  walk.frontierSize = 0;
  walk.nearestSize = 0;
  walk.limit = u64.MAX_VALUE;
  walk.expanded = 0;
  walk.expandedForHits = 0;
  const before = walk.compared;
  markVisited(walk, start);
  gather(walk, 0, start);
  measure(walk, 1);
  add(walk, measuredKey(walk, 0), k);
  let widened = Widened.Found;
  for (;;) {
    const expanded = expandPool(walk, k, ef, share, before, budget);
    if (expanded == Expanded.TooLong) widened = Widened.TooLong;
    if (expanded != Expanded.All || walk.size < walk.ef) break;
    const matches = countMatches(walk);
    const enough = efNearby(walk, k, ef, share);
    if (matches >= enough) break;
    const isFull = walk.frontierSize == walk.frontierCapacity;
    if (isFull && walk.nearestSize == k) break;
    if (isFull || willBeTooLong(walk, k, ef - k, walk.compared - before, budget)) widened = Widened.TooLong;
    else if (walk.ef >= min(MAX_WIDTH, walk.poolCapacity)) widened = Widened.Distant;
    if (widened != Widened.Found) break;
    grow(walk, matches, enough);
  }
  walk.ef = ef;
  return widened == Widened.Found && <f64>nodesWithin(walk) >= distant ? Widened.Distant : widened;
}

/** Returns the number of nodes of the pool that are as near as the k-th match. */
export function nodesWithin(walk: Walk): u32 {
  let nodes: u32 = 0;
  while (nodes < walk.size && keyAt(walk.pool, nodes) <= (walk.limit | 1)) nodes++;
  return nodes;
}

/**
 * Returns the ef for matches that are as dense as among the nodes nearer than the k-th match: between the one for
 * matches that are evenly spread and the one for nodes that all match, which is one more than without a filter, since
 * such a walk expands the k-th hit, too. What chance makes of evenly spread matches in two of three walks, one standard
 * deviation, counts as evenly spread, so that walks among them take no longer.
 */
function efNearby(walk: Walk, k: u32, ef: u32, share: f64): u32 {
  const dense = walk.denseEf + 1;
  if (dense <= ef || walk.denseEf == 0 || share >= 1 || walk.nearestSize < k) return ef;
  const nearby = <f64>k / <f64>nodesWithin(walk);
  const even = share * (1 + sqrt((1 - share) / <f64>k));
  return nearby <= even ? ef : ef + <u32>nearest((<f64>(dense - ef) * (nearby - even)) / (1 - even));
}

/**
 * Expands nodes of the pool, nearest first, and beyond the k-th match as many as `efNearby` says.
 * @param before the number of slots that had been measured when the walk began
 */
function expandPool(walk: Walk, k: u32, ef: u32, share: f64, before: u32, budget: u32): Expanded {
  let patience: u32 = 0;
  let patienceFor = u32.MAX_VALUE;
  for (let at: u32 = 0; at < walk.size; ) {
    const key = keyAt(walk.pool, at);
    if (key & 1) {
      at++;
      continue;
    }
    if (key < walk.limit) walk.expandedForHits = walk.expanded + 1;
    else {
      if (patienceFor != walk.expandedForHits) {
        patienceFor = walk.expandedForHits;
        patience = efNearby(walk, k, ef, share) - k;
        if (patience > ef - k && isTooLong(walk, patience, walk.compared - before, budget))
          return Expanded.TooLong;
      }
      if (walk.expanded >= walk.expandedForHits + patience) return Expanded.Enough;
    }
    store<u64>(walk.pool + ((<usize>at) << 3), key | 1);
    walk.expanded++;
    const gathered = gatherUnvisited(walk, slotOf(key), 0);
    at++;
    if (at < walk.size) fetchLinks(walk, slotOf(keyAt(walk.pool, at)), 0);
    measure(walk, gathered);
    if (walk.trace != 0) at = min(at, addTraced(walk, key, gathered, k));
    else at = min(at, addMeasured(walk, gathered, k));
  }
  return Expanded.All;
}

/** Adds the measured nodes. @returns the lowest position of one in the pool */
function addMeasured(walk: Walk, gathered: u32, k: u32): u32 {
  let lowest = u32.MAX_VALUE;
  let bound = boundOf(walk);
  for (let i: u32 = 0; i < gathered; i++) {
    const key = measuredKey(walk, i);
    if (key >= bound) {
      setAside(walk, key);
      continue;
    }
    lowest = min(lowest, add(walk, key, k));
    bound = boundOf(walk);
  }
  return lowest;
}

/** Nodes from this key on have no space in the pool, and are none of the nearest matches. */
function boundOf(walk: Walk): u64 {
  return walk.size < walk.ef ? u64.MAX_VALUE : max(keyAt(walk.pool, walk.size - 1), walk.limit);
}

/** Adds a measured node. @returns its position in the pool */
function add(walk: Walk, key: u64, k: u32): u32 {
  if (key < walk.limit && allowedDuplicate(walk, slotOf(key)) != NO_SLOT) {
    if (walk.nearestSize < k) push(walk.nearest, walk.nearestSize++, key);
    else replaceWorst(walk.nearest, k, key);
    if (walk.nearestSize == k) walk.limit = get(walk.nearest, 0);
  }
  return keep(walk, key);
}

/** Keeps the node in the pool and sets aside the one that has no space in it. @returns the position of the node */
function keep(walk: Walk, key: u64): u32 {
  const size = walk.size;
  if (size < walk.ef) {
    walk.size = size + 1;
    return insertKey(walk.pool, size, key);
  }
  const last = keyAt(walk.pool, size - 1);
  setAside(walk, max(key, last));
  return key < last ? insertKey(walk.pool, size - 1, key) : size;
}

/** Keeps the node for a longer pool; without memory for it, the pool cannot grow. */
function setAside(walk: Walk, key: u64): void {
  if (walk.frontierSize == walk.frontierCapacity) return;
  store<u64>(walk.frontier + ((<usize>walk.frontierSize) << 3), key);
  walk.frontierSize++;
}

/** Adds the nodes in a traced walk; it records those that came into the pool. */
function addTraced(walk: Walk, expanded: u64, gathered: u32, k: u32): u32 {
  let at = beginStep(walk, 0, slotOf(expanded), distanceOf(expanded), gathered);
  let lowest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < gathered; i++) {
    const key = measuredKey(walk, i);
    const position = add(walk, key, k);
    lowest = min(lowest, position);
    if (at != 0) at = writeMeasured(walk, at, key, position < walk.size && keyAt(walk.pool, position) == key);
  }
  return lowest;
}

/** Returns the number of nodes of the pool that match. */
function countMatches(walk: Walk): u32 {
  let matches: u32 = 0;
  for (let i: u32 = 0; i < walk.size; i++)
    if (allowedDuplicate(walk, slotOf(keyAt(walk.pool, i))) != NO_SLOT) matches++;
  return matches;
}

/** Tells whether the walk is expected to measure more than `budget` nodes from now on. */
function willBeTooLong(walk: Walk, k: u32, patience: u32, measured: u32, budget: u32): bool {
  const found = walk.nearestSize == 0 ? NO_MATCHES : <f64>walk.nearestSize;
  return isTooLong(walk, <f64>walk.expanded * (<f64>k / found - 1) + <f64>patience, measured, budget);
}

/** Tells the same of a walk that has to expand `left` nodes more. */
function isTooLong(walk: Walk, left: f64, measured: u32, budget: u32): bool {
  return (left * <f64>measured) / <f64>max(walk.expanded, 1) > <f64>budget;
}

/** Enlarges the pool so that it may have `enough` matches, and offers the nodes that were set aside again. */
function grow(walk: Walk, matches: u32, enough: u32): void {
  const factor = min(<f64>enough / max(<f64>matches, NO_MATCHES), MAX_GROWTH);
  walk.ef = min(min(<u32>(<f64>walk.ef * factor) + 1, MAX_WIDTH), walk.poolCapacity);
  const nodes = walk.frontierSize;
  walk.frontierSize = 0;
  // Each of them sets at most one node aside, so none is overwritten before it is read.
  for (let i: u32 = 0; i < nodes; i++) keep(walk, keyAt(walk.frontier, i));
}

/**
 * Leaves in the pool the nearest matches of all visited nodes, at most `walk.ef`, and sets the nodes of the pool aside
 * that were not expanded.
 */
export function keepMatches(walk: Walk): void {
  const nodes = walk.size;
  const aside = walk.frontierSize;
  walk.size = 0;
  for (let i: u32 = 0; i < nodes; i++) {
    const key = keyAt(walk.pool, i);
    if ((key & 1) == 0) setAside(walk, key);
    offerMatch(walk, key);
  }
  // The nodes that were set aside before are farther than those of the pool.
  if (walk.size == walk.ef) return;
  for (let i: u32 = 0; i < aside; i++) offerMatch(walk, keyAt(walk.frontier, i));
}

function offerMatch(walk: Walk, key: u64): void {
  if (walk.size == walk.ef && key > keyAt(walk.pool, walk.size - 1)) return;
  const node = slotOf(key);
  const slot = allowedDuplicate(walk, node);
  if (slot == NO_SLOT) return;
  if (slot != node) markVisited(walk, slot);
  offer(walk, slot == node ? key : (key & ~(<u64>0xffff_ffff)) | ((<u64>slot) << 1));
}

/** Makes of the nodes that were not expanded the heap from which `collect` goes on. */
export function makeFrontier(walk: Walk): void {
  const nodes = walk.frontierSize;
  let size: u32 = 0;
  for (let i: u32 = 0; i < nodes; i++) {
    const key = keyAt(walk.frontier, i);
    if ((key & 1) == 0) push(walk.frontier, size++, ~key);
  }
  walk.frontierSize = size;
}
