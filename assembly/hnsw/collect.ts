// The walk over level 0 when only some slots may be found: those alive, those that a filter lets through.
// The decision: every node is measured and led on from, whether it may be found or not; only the results are restricted.
// The walk ends when the nearest node that was not expanded is farther than the last of `ef` results. So it looks as far
// around the query as it has to for so many results, and its recall is that of a walk without a filter, however few of the
// nodes near the query may be found: only its price depends on that. A walk that leads on from matches alone loses
// its way where they are fewer than one in ten (decision 137). Where the price nears that of comparing all matches it gives up.
import { distanceOf, get, push, replaceWorst } from "../heap";
import { duplicates } from "../memory/layout";
import { isAllowed } from "../walk/allowed";
import { keyAt, slotOf } from "../walk/pool";
import { beginStep, writeMeasured } from "../walk/trace";
import { gather, markVisited, measure, measuredKey, offer, Walk } from "../walk/walk";
import { fetchLinks, gatherUnseen } from "./descend";
import { allowedDuplicate, NONE } from "./duplicates";

/** Of the budget so much may be spent before the first result is found; the rest as results come. */
const BEFORE_RESULTS: u32 = 8;
/** Any walk may measure so many. */
const LEAST_BUDGET: u32 = 512;
/** Matches are far from the query where a walk leads on from so many times as many nodes as if they were everywhere. */
const REMOTE: f64 = 1.5;
/** Nodes that any walk leads on from until it is near. */
const ON_THE_WAY: f64 = 16;
/** Where matches are far, results are looked for as many times as the root of that says, and a half; at most so many. */
const HALF: f64 = 0.5;
const MOST_WIDER: u32 = 4;

/**
 * Fills the pool with the nearest slots that may be found: `walk.ef` of them, or more where they are far from the query:
 * there they lie in a shell around it, far apart from each other, and so many alone would be those of one direction.
 * @param among how many nodes there are so many if they are everywhere alike
 * @param budget nodes that it may measure
 * @returns false when it gave up: the pool means nothing then
 */
export function searchLayerForMatches(walk: Walk, start: u32, among: f64, budget: u32): bool {
  const ef = walk.ef;
  const isDone = collect(walk, start, ef, among, budget);
  walk.ef = ef;
  return isDone;
}

/**
 * The pool has room for more than `ef` from the moment on that matches are seen to be far: a wide pool makes every walk
 * slower by half. What it left out before was farther than `ef` results, so the walk goes on longer without it, not shorter.
 * @param ef results after which it ends, unless matches are far: then it ends when the pool is full
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

/** Takes the nearest node off the heap of those that were not expanded. Its keys are inverted: the root is the nearest. */
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

/** The same for a walk that is watched: kept is what the walk may lead on from. */
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
