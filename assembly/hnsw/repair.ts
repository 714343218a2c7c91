// Links unreachable nodes, so that walks find them.
// The decision: such a node is searched for as if it were inserted, and the nearest reachable nodes link to it if their
// lists have space. The nearest of all does so even if its list is full: it replaces the link to its neighbour that is
// nearest to the node, and the node links to that neighbour. The neighbour stays reachable over one node more, so no
// other node is lost. Links are followed again afterwards, and the remaining unreachable nodes are reported to the
// host.
import { entry, indexed } from "../memory/layout";
import { keyAt, slotOf } from "../walk/pool";
import { enterBuildingSpace, enterForSlot } from "../walk/space";
import { beginWalk, Walk } from "../walk/walk";
import { descend } from "./descend";
import { addToDegree, degreeOf, linkCapacity, linksOf } from "./graph";
import { findCandidates, measureLinks } from "./insert";
import { getLink, hasLink, setLink, sizeOfList } from "./lists";
import { beginFlood, flood, isReached, markReached, missedIn, Phase, Reach, reachOf, wordsOf } from "./reach";

/** Rounds of following all links and linking what was missed; after the last one it is only counted. */
const MOST_ROUNDS: u32 = 4;
/** Nodes that link to a node that nothing led to, and how many of the nearest are asked. */
const LINKS_WANTED: u32 = 4;
const MOST_ASKED: u32 = 16;
/** Lists that are followed in the time of one insertion, and words of bits that are gone through. */
const LISTS_IN_ONE: u32 = 64;
const WORDS_IN_ONE: u32 = 32;

/**
 * Goes on with looking for nodes that nothing leads to, and linking them, from the entry point on.
 * @param most what may be done, in insertions
 * @returns whether the look goes on
 */
export function repairStep(walk: Walk, most: u32): bool {
  const state = reachOf();
  if (state == null) return false;
  if (state.phase == Phase.Idle) {
    state.rounds = 0;
    if (!beginRound(state)) return false;
  }
  if (state.phase == Phase.Flood) {
    if (!flood(state, most * LISTS_IN_ONE)) return true;
    state.phase = Phase.Link;
    state.place = 0;
    state.missed = 0;
    return true;
  }
  return linkMissed(walk, state, most);
}

/** Without memory there is no look until the graph has grown. */
function beginRound(state: Reach): bool {
  if (beginFlood(state)) {
    if (state.rounds == 1) state.checked = state.bound;
    return true;
  }
  state.checked = indexed();
  state.phase = Phase.Idle;
  return false;
}

/** @returns whether the look goes on */
function linkMissed(walk: Walk, state: Reach, most: u32): bool {
  const words = wordsOf(state);
  const onlyCounts = state.rounds == MOST_ROUNDS;
  for (let left = <i32>(most * WORDS_IN_ONE); left > 0 && state.place < words; left--) {
    let bits = missedIn(state, state.place);
    for (; bits != 0 && left > 0; bits &= bits - 1) {
      const slot = (state.place << 6) + <u32>ctz(bits);
      state.missed++;
      if (onlyCounts) continue;
      if (!linkAgain(walk, state, slot)) return endLook(state);
      state.relinked++;
      left -= WORDS_IN_ONE;
    }
    // Those that were linked are marked now, so what is left of the word is found the next time.
    if (bits == 0) state.place++;
  }
  if (state.place < words) return true;
  if (state.missed == 0 || onlyCounts) return endLook(state);
  return beginRound(state);
}

function endLook(state: Reach): bool {
  state.unreachable = state.missed;
  state.phase = Phase.Idle;
  return false;
}

/** @returns false when there is no memory */
function linkAgain(walk: Walk, state: Reach, slot: u32): bool {
  const top = entry();
  walk.products = false;
  if (!beginWalk(walk)) return false;
  enterForSlot(walk, slot);
  let start = descend(walk, <u32>top - 1, <u32>(top >> 32), 0);
  if (!isReached(state, start)) start = <u32>top - 1;
  if (!findCandidates(walk, slot, start, 0, false)) return false;
  enterBuildingSpace(walk);
  let asked: u32 = 0;
  let linked: u32 = 0;
  for (let i: u32 = 0; i < walk.size && asked < MOST_ASKED && linked < LINKS_WANTED; i++) {
    const other = slotOf(keyAt(walk.pool, i));
    if (!isReached(state, other)) continue;
    asked++;
    if (asked == 1) insertBetween(walk, other, slot);
    else if (!append(other, slot)) continue;
    linked++;
  }
  // All that are near are among those that nothing led to: the walk began at a node that is none of them.
  if (linked == 0) insertBetween(walk, start, slot);
  markReached(state, slot);
  return true;
}

/** Links a node to the slot if its list has room, or if it does so already. */
function append(node: u32, slot: u32): bool {
  const links = linksOf(node, 0);
  const capacity = linkCapacity(0);
  const size = sizeOfList(links, capacity);
  if (hasLink(links, size, slot + 1)) return true;
  if (size == capacity) return false;
  addToDegree(slot, 1);
  setLink(links, size, slot + 1);
  return true;
}

/** Puts the slot between a node whose list may be full and the one of its neighbours that is nearest to the slot. */
function insertBetween(walk: Walk, node: u32, slot: u32): void {
  if (append(node, slot)) return;
  const links = linksOf(node, 0);
  const size = linkCapacity(0);
  measureLinks(walk, slot, links, size);
  let at: u32 = 0;
  for (let i: u32 = 1; i < size; i++) {
    if (load<f32>(walk.distances + ((<usize>i) << 2)) < load<f32>(walk.distances + ((<usize>at) << 2)))
      at = i;
  }
  const behind = getLink(links, at) - 1;
  leadTo(slot, behind);
  addToDegree(slot, 1);
  setLink(links, at, slot + 1);
  addToDegree(behind, -1);
}

/**
 * Links the slot, which nothing leads to, to a node. Whatever makes room for that is led to by others, or is one that
 * nothing leads to, whose turn comes.
 */
function leadTo(slot: u32, node: u32): void {
  if (append(slot, node)) return;
  const links = linksOf(slot, 0);
  let most: u32 = 0;
  for (let i: u32 = 1, size = linkCapacity(0); i < size; i++) {
    if (degreeOf(getLink(links, i) - 1) > degreeOf(getLink(links, most) - 1)) most = i;
  }
  addToDegree(getLink(links, most) - 1, -1);
  addToDegree(node, 1);
  setLink(links, most, node + 1);
}
