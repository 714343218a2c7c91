// The walk over level 0 with a filter or deleted slots, where only some slots match.
// The decision: the walk measures and follows every node, whether it matches or not; only the results are restricted.
// It ends when the nearest node that was not expanded is farther than the last of `ef` results. Its recall is therefore
// that of a walk without a filter, however few of the nodes near the query match; only the cost depends on that. A walk
// that follows matches only gets lost if fewer than one node in ten matches (decision 137). If the cost approaches that
// of comparing all matches, the walk is abandoned.
import { distanceOf, get, push, replaceWorst } from "../heap";
import { duplicates } from "../memory/layout";
import { isAllowed } from "../walk/allowed";
import { keyAt, slotOf } from "../walk/pool";
import { beginStep, writeMeasured } from "../walk/trace";
import { gather, markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { fetchLinks, gatherUnseen } from "./descend";
import { allowedDuplicate, NONE } from "./duplicates";

/** The share of the budget that may be spent before the first result is found; the rest is spent as results come. */
const BEFORE_RESULTS: u32 = 8;
/** The number of slots that every walk may measure. */
const LEAST_BUDGET: u32 = 512;
/** Matches count as far when the walk expands this many times the nodes expected of evenly spread matches. */
const REMOTE: f64 = 1.5;
/** Nodes that any walk leads on from until it is near. */
const ON_THE_WAY: f64 = 16;
/**
 * If matches are far from the query, the number of results grows with the square root of that, plus a half, up to a
 * limit.
 */
const HALF: f64 = 0.5;
const MOST_WIDER: u32 = 4;

/**
 * Fills the pool with the nearest matching slots: `walk.ef` of them, or more if they are far from the query. Far
 * matches lie in a shell around the query, far apart from each other, and `ef` of them would all lie in one direction.
 * @param among the number of nodes that contain so many matches if they are evenly distributed
 * @param budget the number of nodes that may be measured
 * @returns false if the walk was abandoned; the pool is invalid then
 */
export function searchLayerForMatches(walk: Walk, start: u32, among: f64, budget: u32): bool {
  const ef = walk.ef;
  const isDone = collect(walk, start, ef, among, budget);
  walk.ef = ef;
  return isDone;
}

/**
 * Collects matches. The pool takes more than `ef` from the moment at which matches turn out to be far, because a large
 * pool makes every walk slower by half. Nodes rejected before were farther than `ef` results, so the walk lasts longer
 * without them, not shorter.
 * @param ef the number of results after which it ends, unless matches are far: then it ends when the pool is full
 */
function collect(walk: Walk, start: u32, ef: u32, among: f64, budget: u32): bool {
  const before = walk.compared;
  const remote = REMOTE * (among + ON_THE_WAY);
  let enough = ef;
  let expanded: f64 = 0;
  markVisited(walk, start);
  gather(walk, 0, start);
  measure(walk, 1);
  walk.open = 0;
  let isRoom = take(walk, measuredKey(walk, 0));
  while (isRoom && walk.open > 0) {
    const key = nearestOpen(walk);
    const measured = walk.compared - before;
    if (walk.size >= enough && key > keyAt(walk.pool, enough - 1)) {
      if (enough > ef || enough == walk.ef || expanded < remote) return true;
      const farther = expanded / (among + ON_THE_WAY);
      enough = <u32>min(<f64>ef * (sqrt(farther) + HALF), <f64>walk.ef);
    }
    if (measured > allowance(budget, walk.size, ef)) return false;
    expanded++;
    if (expanded >= remote) walk.ef = <u32>min(<u64>ef * MOST_WIDER, <u64>walk.room);
    const gathered = gatherUnseen(walk, slotOf(key), 0);
    if (walk.open > 0) fetchLinks(walk, slotOf(~get(walk.frontier, 0)), 0);
    measure(walk, gathered);
    isRoom = walk.trace != 0 ? takeTraced(walk, key, gathered) : takeMeasured(walk, gathered);
  }
  return isRoom;
}

/** Much has to be found for much to be spent: where nothing near the query matches, that is seen early. */
function allowance(budget: u32, found: u32, wanted: u32): u32 {
  const first = budget / BEFORE_RESULTS;
  const rest = <u32>((<u64>(budget - first) * min(found, wanted)) / wanted);
  return max(first + rest, LEAST_BUDGET);
}

/** Removes and returns the nearest unexpanded node of the heap. Its keys are inverted: the root is the nearest. */
function nearestOpen(walk: Walk): u64 {
  const key = ~get(walk.frontier, 0);
  const left = walk.open - 1;
  if (left > 0) replaceWorst(walk.frontier, left, get(walk.frontier, left));
  walk.open = left;
  return key;
}

function takeMeasured(walk: Walk, gathered: u32): bool {
  for (let i: u32 = 0; i < gathered; i++) if (!take(walk, measuredKey(walk, i))) return false;
  return true;
}

/** Takes the neighbours in a traced walk; it records the nodes that the walk may follow. */
function takeTraced(walk: Walk, expanded: u64, gathered: u32): bool {
  let at = beginStep(walk, 0, slotOf(expanded), distanceOf(expanded), gathered);
  for (let i: u32 = 0; i < gathered; i++) {
    const key = measuredKey(walk, i);
    const open = walk.open;
    if (!take(walk, key)) return false;
    if (at == 0) continue;
    at = writeMeasured(walk, at, key, walk.open > open);
  }
  return true;
}

/** A node that was measured: it may be a result, and led on from. @returns false when there is no room for it */
function take(walk: Walk, key: u64): bool {
  if (walk.size == walk.ef && key > keyAt(walk.pool, walk.size - 1)) return true;
  if (walk.open == walk.frontierRoom) return false;
  push(walk.frontier, walk.open, ~key);
  walk.open++;
  const slot = slotOf(key);
  if (isAllowed(walk, slot)) {
    offer(walk, key);
    return true;
  }
  const duplicate = duplicates() == 0 ? NONE : allowedDuplicate(walk, slot);
  if (duplicate == NONE) return true;
  markVisited(walk, duplicate);
  offer(walk, (key & ~(<u64>0xffff_ffff)) | ((<u64>duplicate) << 1));
  return true;
}
