// Finds the nodes that the entry point reaches on level 0, in steps between other work.
// The decision: two bits a slot and no queue. A node that a link leads to is marked, and open until its own links have
// been followed. The words of the open bits are scanned again until none is set, so each list is read once. A million
// nodes take about a tenth of a second and a quarter of a megabyte, which is kept for the next time. Only the writer
// does this. Links that change between two steps can make the result wrong in either direction, so it is repeated as
// graphs grow.
import { allocate } from "../memory/arena";
import { isDead } from "../memory/column";
import { entry, indexed, reach, setReach } from "../memory/layout";
import { NO_SLOT, nextDuplicate } from "./duplicates";
import { hasProducts, linkCapacity, linksOf, PRODUCTS } from "./graph";
import { getLink } from "./lists";

export enum Phase {
  Idle,
  /** Links are followed from the entry point on. */
  Flood,
  /** Nodes that were not reached are linked. */
  Link,
}

/** The state of the check. It is in the arena once there is a graph; the header has its address. */
@unmanaged
export class Reach {
  /** The address of the bits of marked slots; the bits of open slots follow them. */
  bits: usize = 0;
  /** The number of slots that there are bits for. */
  capacity: u32 = 0;
  phase: Phase = Phase.Idle;
  /** The slots below this number are checked. */
  bound: u32 = 0;
  wordIndex: u32 = 0;
  /** The number of slots whose open bit is set. */
  open: u32 = 0;
  /** The number of rounds of following all links since the last check began. */
  rounds: u32 = 0;
  /** The number of nodes that were not reached in this round. */
  missed: u32 = 0;
  /** The number of slots that the graph covered when the last check began. */
  checked: u32 = 0;
  unreachable: u32 = 0;
  relinked: u32 = 0;
}

const WORD_SHIFT: u32 = 6;
const MIN_CAPACITY: u32 = 1 << 10;
/** The graph is checked again when it has grown by an eighth. */
const GROWTH_SHIFT: u32 = 3;

/** @returns the state, or null when there is no memory for it */
export function reachOf(): Reach | null {
  if (reach() == 0) setReach(allocate(offsetof<Reach>()));
  return reach() == 0 ? null : changetype<Reach>(reach());
}

/** Returns the number of slots added to the graph since the last check; 0 if no check is due or one is running. */
export function unchecked(): u32 {
  const covered = indexed();
  if (entry() == 0 || covered == 0) return 0;
  if (reach() == 0) return covered;
  const state = changetype<Reach>(reach());
  if (state.phase != Phase.Idle) return max(covered - min(state.checked, covered), 1);
  const grown = covered - min(state.checked, covered);
  return grown > state.checked >> GROWTH_SHIFT ? grown : 0;
}

/** Whether a check should begin. @param all true: however little the graph has grown */
export function isCheckDue(all: bool): bool {
  if (unchecked() > 0) return true;
  if (!all || entry() == 0) return false;
  return indexed() > (reach() == 0 ? 0 : changetype<Reach>(reach()).checked);
}

/** Returns the number of nodes that were unreachable when the last check ended. */
export function unreachableNodes(): u32 {
  return reach() == 0 ? 0 : changetype<Reach>(reach()).unreachable;
}

/** Returns the number of unreachable nodes that were linked since the graph was begun. */
export function relinkedNodes(): u32 {
  return reach() == 0 ? 0 : changetype<Reach>(reach()).relinked;
}

/** Resets the state to that of a graph that was never checked; the memory for bits stays. */
export function clearReach(): void {
  if (reach() == 0) return;
  const state = changetype<Reach>(reach());
  const bits = state.bits;
  const capacity = state.capacity;
  memory.fill(reach(), 0, offsetof<Reach>());
  state.bits = bits;
  state.capacity = capacity;
}

/** Begins a round at the entry point. @returns false when there is no memory for the bits */
export function beginFlood(state: Reach): bool {
  const bound = indexed();
  if (bound > state.capacity) {
    const capacity = max(max(bound, 2 * state.capacity), MIN_CAPACITY);
    const bits = allocate(bytesOf(capacity) * 2);
    if (bits == 0) return false;
    state.bits = bits;
    state.capacity = capacity;
  } else memory.fill(state.bits, 0, bytesOf(state.capacity) * 2);
  state.phase = Phase.Flood;
  state.bound = bound;
  state.wordIndex = 0;
  state.open = 0;
  state.rounds++;
  mark(state, <u32>entry() - 1);
  return true;
}

/** Follows the links of at most `maxNodes` open nodes. @returns whether no open node is left */
export function flood(state: Reach, maxNodes: u32): bool {
  let left = maxNodes;
  const words = wordsOf(state);
  while (state.open > 0 && left > 0) {
    if (state.wordIndex >= words) state.wordIndex = 0;
    const at = openWord(state, state.wordIndex);
    for (; load<u64>(at) != 0 && left > 0; left--) {
      const bits = load<u64>(at);
      store<u64>(at, bits & (bits - 1));
      state.open--;
      const slot = (state.wordIndex << WORD_SHIFT) + <u32>ctz(bits);
      follow(state, slot, 0);
      if (hasProducts()) follow(state, slot, PRODUCTS);
    }
    if (load<u64>(at) == 0) state.wordIndex++;
  }
  return state.open == 0;
}

function follow(state: Reach, slot: u32, level: u32): void {
  const links = linksOf(slot, level);
  for (let i: u32 = 0, capacity = linkCapacity(level); i < capacity; i++) {
    const link = getLink(links, i);
    if (link == 0) return;
    if (link <= state.bound) mark(state, link - 1);
  }
}

function mark(state: Reach, slot: u32): void {
  if (slot >= state.bound || isReached(state, slot)) return;
  markReached(state, slot);
  const at = openWord(state, slot >> WORD_SHIFT);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (slot & 63)));
  state.open++;
}

export function markReached(state: Reach, slot: u32): void {
  const at = reachedWord(state, slot >> WORD_SHIFT);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (slot & 63)));
}

export function isReached(state: Reach, slot: u32): bool {
  if (slot >= state.bound) return false;
  return ((load<u64>(reachedWord(state, slot >> WORD_SHIFT)) >> (slot & 63)) & 1) != 0;
}

/** Returns the number of words of bits of the slots that are checked. */
export function wordsOf(state: Reach): u32 {
  return (state.bound + 63) >> WORD_SHIFT;
}

/** Returns the bits of a word's slots that were not reached and should be: nodes that live or have a duplicate. */
export function missedIn(state: Reach, word: u32): u64 {
  let missed: u64 = 0;
  for (let bits = ~load<u64>(reachedWord(state, word)); bits != 0; bits &= bits - 1) {
    const slot = (word << WORD_SHIFT) + <u32>ctz(bits);
    if (slot >= state.bound) break;
    if (shouldBeReached(slot)) missed |= bits & (~bits + 1);
  }
  return missed;
}

function shouldBeReached(slot: u32): bool {
  if (load<u32>(linksOf(slot, 0)) == 0) return false;
  return !isDead(slot) || nextDuplicate(slot) != NO_SLOT;
}

function reachedWord(state: Reach, word: u32): usize {
  return state.bits + ((<usize>word) << 3);
}

function openWord(state: Reach, word: u32): usize {
  return state.bits + bytesOf(state.capacity) + ((<usize>word) << 3);
}

function bytesOf(slots: u32): usize {
  return (<usize>((slots + 63) >> WORD_SHIFT)) << 3;
}
