// The walk over level 0 with a filter or deleted slots, where only some slots match.
// The decision: the walk measures and follows every node, whether it matches or not; only the results are restricted.
// When k results are nearer than the nearest node that was not expanded, it expands `ef - k` nodes more, as many as a
// walk without a filter expands beyond its hits. Its recall is therefore that of a walk without a filter, however few
// of the nodes near the query match (decision 204); only the cost depends on that. A walk that follows matches only
// gets lost if fewer than one node in ten matches (decision 137). It begins as a walk without a filter that is widened
// (widen.ts). If the matches are far away, it goes on from a heap of nodes; if the cost then approaches that of
// comparing all matches, it is abandoned.
import { distanceOf, get, push, replaceWorst } from "../heap";
import { duplicates } from "../memory/layout";
import { isAllowed } from "../walk/allowed";
import { keyAt, slotOf } from "../walk/pool";
import { beginStep, writeMeasured } from "../walk/trace";
import { markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { fetchLinks, gatherUnvisited } from "./descend";
import { allowedDuplicate, NO_SLOT } from "./duplicates";
import { keepMatches, makeFrontier, nodesWithin, Widened, widen } from "./widen";

/** The share of the budget that may be spent before the first result is found; the rest is spent as results come. */
const SHARE_BEFORE_RESULTS: u32 = 8;
/** The number of slots that every walk may measure. */
const MIN_BUDGET: u32 = 512;
/** Matches count as far when this many times as many nodes are nearer as are expected of evenly spread matches. */
const DISTANT_FACTOR: f64 = 1.75;
/** The number of nodes that any walk expands until it is near the query. */
const NODES_BEFORE_MATCHES: f64 = 16;
/**
 * If matches are far from the query, the number of results grows with the square root of that, plus a half, up to a
 * limit.
 */
const ROOT_OFFSET: f64 = 0.5;
const MAX_WIDENING: u32 = 4;
/**
 * The pool has space for this many times as many nodes as a walk is expected to expand, so that most walks need no
 * longer one, but at first not for more than the maximum, since a filter may match more nodes near the query than
 * elsewhere.
 */
const FIRST_WIDTH_FACTOR: f64 = 1.25;
const MAX_FIRST_WIDTH: u32 = 256;

/**
 * Fills the pool with the nearest matching slots, at least `k` of them.
 * @param k at most `walk.ef`
 * @param kept the number of matches that are needed if they were found, from `k` to `walk.ef`
 * @param share the share of all slots that match
 * @param budget the number of nodes that may be measured
 * @returns false if the walk was abandoned; the pool is invalid then
 */
export function searchLayerForMatches(
  walk: Walk,
  start: u32,
  k: u32,
  kept: u32,
  share: f64,
  budget: u32,
): bool {
  const ef = walk.ef;
  const before = walk.compared;
  const distant = NODES_BEFORE_MATCHES + (DISTANT_FACTOR * <f64>k) / share;
  const width = <u32>min(FIRST_WIDTH_FACTOR * expectedExpansion(k, ef, share), <f64>MAX_FIRST_WIDTH);
  const widened = widen(walk, start, k, width, share, distant, budget);
  const isDistant = widened == Widened.Distant && <f64>nodesWithin(walk) >= distant;
  let isDone: bool = widened == Widened.Found;
  if (isDone) walk.ef = kept;
  else if (isDistant) walk.ef = widerEf(walk, ef);
  keepMatches(walk);
  if (widened == Widened.Distant) {
    makeFrontier(walk);
    isDone = collect(walk, k, ef, share, isDistant, before, budget);
  }
  walk.ef = ef;
  return isDone;
}

/** Returns the number of nodes that a walk expands if matches are evenly distributed. */
export function expectedExpansion(k: u32, ef: u32, share: f64): f64 {
  return NODES_BEFORE_MATCHES + <f64>k / share + <f64>(ef - k);
}

/**
 * Goes on with the walk from the frontier, collecting matches. If they are far from the query, they lie in a shell
 * around it, far apart from each other, and those found first would all lie in one direction; so more are needed. The
 * pool takes more than `ef` from the moment at which matches turn out to be far, because a large pool makes every walk
 * slower by half. Nodes rejected before were farther than `ef` results, so the walk lasts longer without them, not
 * shorter.
 * @param areDistant whether the k-th match is known to be far
 * @param before the number of slots that had been measured when the walk began
 */
function collect(walk: Walk, k: u32, ef: u32, share: f64, areDistant: bool, before: u32, budget: u32): bool {
  const expected = expectedExpansion(k, ef, share);
  const expectedResults = <u32>min(expected * share, <f64>ef);
  const distantExpansion = areDistant ? <f64>walk.expanded : DISTANT_FACTOR * expected;
  let enough = ef;
  let isDistant = false;
  let expanded: f64 = walk.expanded;
  let expandedForHits: f64 = walk.expandedForHits;
  let nearer: u32 = 0;
  let fits: bool = true;
  while (fits && walk.frontierSize > 0) {
    const key = popNearest(walk);
    nearer = resultsBefore(walk, key, nearer);
    if (nearer < k) expandedForHits = expanded + 1;
    else if (nearer >= enough || (!isDistant && expanded >= expandedForHits + <f64>(ef - k))) {
      if (isDistant || expanded < distantExpansion) return true;
      isDistant = true;
      enough = <u32>min(<f64>ef * (sqrt(expanded / expected) + ROOT_OFFSET), <f64>walk.ef);
    }
    if (walk.compared - before > allowance(budget, walk.size, expectedResults)) return false;
    expanded++;
    if (expanded >= distantExpansion) walk.ef = widerEf(walk, ef);
    const gathered = gatherUnvisited(walk, slotOf(key), 0);
    if (walk.frontierSize > 0) fetchLinks(walk, slotOf(~get(walk.frontier, 0)), 0);
    measure(walk, gathered);
    fits = walk.trace != 0 ? addTraced(walk, key, gathered) : addMeasured(walk, gathered);
  }
  return fits && walk.size >= ef;
}

/** Returns the number of results that are kept where matches are far. */
function widerEf(walk: Walk, ef: u32): u32 {
  return <u32>min(<u64>ef * MAX_WIDENING, <u64>walk.poolCapacity);
}

/** Returns the number of results that are nearer than the key. @param guess the number for the key before */
function resultsBefore(walk: Walk, key: u64, guess: u32): u32 {
  let results = min(guess, walk.size);
  while (results < walk.size && keyAt(walk.pool, results) < key) results++;
  while (results > 0 && keyAt(walk.pool, results - 1) > key) results--;
  return results;
}

/** Returns the number of slots that may be measured: it grows with the results, so a walk without any ends early. */
function allowance(budget: u32, found: u32, expected: u32): u32 {
  const first = budget / SHARE_BEFORE_RESULTS;
  const rest = <u32>((<u64>(budget - first) * min(found, expected)) / expected);
  return max(first + rest, MIN_BUDGET);
}

/** Removes and returns the nearest unexpanded node of the heap. Its keys are inverted: the root is the nearest. */
function popNearest(walk: Walk): u64 {
  const key = ~get(walk.frontier, 0);
  const left = walk.frontierSize - 1;
  if (left > 0) replaceWorst(walk.frontier, left, get(walk.frontier, left));
  walk.frontierSize = left;
  return key;
}

function addMeasured(walk: Walk, gathered: u32): bool {
  for (let i: u32 = 0; i < gathered; i++) if (!addNode(walk, measuredKey(walk, i))) return false;
  return true;
}

/** Takes the neighbours in a traced walk; it records the nodes that the walk may follow. */
function addTraced(walk: Walk, expanded: u64, gathered: u32): bool {
  let at = beginStep(walk, 0, slotOf(expanded), distanceOf(expanded), gathered);
  for (let i: u32 = 0; i < gathered; i++) {
    const key = measuredKey(walk, i);
    const before = walk.frontierSize;
    if (!addNode(walk, key)) return false;
    if (at == 0) continue;
    at = writeMeasured(walk, at, key, walk.frontierSize > before);
  }
  return true;
}

/** Adds a measured node to the frontier and, if it matches, to the results. @returns false if the frontier is full */
function addNode(walk: Walk, key: u64): bool {
  if (walk.size == walk.ef && key > keyAt(walk.pool, walk.size - 1)) return true;
  if (walk.frontierSize == walk.frontierCapacity) return false;
  push(walk.frontier, walk.frontierSize, ~key);
  walk.frontierSize++;
  const slot = slotOf(key);
  if (isAllowed(walk, slot)) {
    offer(walk, key);
    return true;
  }
  const duplicate = duplicates() == 0 ? NO_SLOT : allowedDuplicate(walk, slot);
  if (duplicate == NO_SLOT) return true;
  markVisited(walk, duplicate);
  offer(walk, (key & ~(<u64>0xffff_ffff)) | ((<u64>duplicate) << 1));
  return true;
}
