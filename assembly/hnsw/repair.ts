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

/** The most rounds of following all links and linking unreachable nodes; after the last they are only counted. */
const MAX_ROUNDS: u32 = 4;
/** The number of nodes that link to an unreachable node, and the number of nearest nodes that are tried for it. */
const LINKS_PER_NODE: u32 = 4;
const MAX_CANDIDATES: u32 = 16;
/** The number of lists that are followed, and of words of bits that are read, in the time of one insertion. */
const LISTS_PER_INSERTION: u32 = 64;
const WORDS_PER_INSERTION: u32 = 32;

/**
 * Continues to look for unreachable nodes, from the entry point on, and links them.
 * @param most the amount of work that may be done, in insertions
 * @returns whether the check continues
 */
export function repairStep(walk: Walk, most: u32): bool {
  const state = reachOf();
  if (state == null) return false;
  if (state.phase == Phase.Idle) {
    state.rounds = 0;
    if (!beginRound(state)) return false;
  }
  if (state.phase == Phase.Flood) {
    if (!flood(state, most * LISTS_PER_INSERTION)) return true;
    state.phase = Phase.Link;
    state.wordIndex = 0;
    state.missed = 0;
    return true;
  }
  return linkMissed(walk, state, most);
}

/** Begins a round of a check. Without memory there is no check until the graph has grown. */
function beginRound(state: Reach): bool {
  if (beginFlood(state)) {
    if (state.rounds == 1) state.checked = state.bound;
    return true;
  }
  state.checked = indexed();
  state.phase = Phase.Idle;
  return false;
}

/** @returns whether the check continues */
function linkMissed(walk: Walk, state: Reach, most: u32): bool {
  const words = wordsOf(state);
  const onlyCounts = state.rounds == MAX_ROUNDS;
  for (let left = <i32>(most * WORDS_PER_INSERTION); left > 0 && state.wordIndex < words; left--) {
    let bits = missedIn(state, state.wordIndex);
    for (; bits != 0 && left > 0; bits &= bits - 1) {
      const slot = (state.wordIndex << 6) + <u32>ctz(bits);
      state.missed++;
      if (onlyCounts) continue;
      if (!linkNode(walk, state, slot)) return endCheck(state);
      state.relinked++;
      left -= WORDS_PER_INSERTION;
    }
    // Nodes that were linked are marked, so the next call finds the remaining bits of the word.
    if (bits == 0) state.wordIndex++;
  }
  if (state.wordIndex < words) return true;
  if (state.missed == 0 || onlyCounts) return endCheck(state);
  return beginRound(state);
}

function endCheck(state: Reach): bool {
  state.unreachable = state.missed;
  state.phase = Phase.Idle;
  return false;
}

/** @returns false when there is no memory */
function linkNode(walk: Walk, state: Reach, slot: u32): bool {
  const top = entry();
  walk.products = false;
  if (!beginWalk(walk)) return false;
  enterForSlot(walk, slot);
  let start = descend(walk, <u32>top - 1, <u32>(top >> 32), 0);
  if (!isReached(state, start)) start = <u32>top - 1;
  if (!findCandidates(walk, slot, start, 0, false)) return false;
  enterBuildingSpace(walk);
  let tried: u32 = 0;
  let linked: u32 = 0;
  for (let i: u32 = 0; i < walk.size && tried < MAX_CANDIDATES && linked < LINKS_PER_NODE; i++) {
    const other = slotOf(keyAt(walk.pool, i));
    if (!isReached(state, other)) continue;
    tried++;
    if (tried == 1) insertBetween(walk, other, slot);
    else if (!append(other, slot)) continue;
    linked++;
  }
  // All nodes nearby are unreachable. The node at which the walk began is reachable.
  if (linked == 0) insertBetween(walk, start, slot);
  markReached(state, slot);
  return true;
}

/** Adds a link from a node to the slot if its list is not full. @returns whether the node links to the slot */
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
  const neighbour = getLink(links, at) - 1;
  linkToNode(slot, neighbour);
  addToDegree(slot, 1);
  setLink(links, at, slot + 1);
  addToDegree(neighbour, -1);
}

/**
 * Links the unreachable slot to a node. If its list is full, it replaces the link to the node with the most other links
 * to it; a node that becomes unreachable by that is found in the next round.
 */
function linkToNode(slot: u32, node: u32): void {
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
