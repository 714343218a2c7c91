// Comparing slots one by one in the space of the walk: those that the graph does not cover yet, and the matches of a
// filter when they are few.
import { allowedFrom, nextAllowed } from "../walk/allowed";
import { poolKey } from "../walk/pool";
import { estimatedDistance } from "../walk/space";
import { addressOf, countNow, gather, isVisited, measure, measuredKey, offer, Walk } from "../walk/walk";

/** Matches gathered before they are measured: enough for one to be fetched while others are compared. */
const GROUP: u32 = 16;

/**
 * Offers every matching slot from `first` on that was not visited. The count is loaded again at the end: an
 * overwritten point is deleted in its old slot only after the new slot is published, so a walk that misses the old
 * slot finds the new one among the slots added since.
 */
export function scanTail(walk: Walk, first: u32): void {
  let scanned = first;
  for (let slots = countNow(walk); scanned < slots; slots = countNow(walk)) {
    scanned = nextAllowed(walk, scanned, slots);
    for (; scanned < slots; scanned = nextAllowed(walk, scanned + 1, slots)) {
      if (scanned >= walk.bound || !isVisited(walk, scanned)) offerOne(walk, scanned);
    }
  }
}

/** Offers every slot below `end` that may be found. */
export function scanEverything(walk: Walk, end: u32): void {
  let scanned: u32 = 0;
  for (let slots = min(countNow(walk), end); scanned < slots; slots = min(countNow(walk), end)) {
    scanned = nextAllowed(walk, scanned, slots);
    for (; scanned < slots; scanned = nextAllowed(walk, scanned + 1, slots)) offerOne(walk, scanned);
  }
}

function offerOne(walk: Walk, slot: u32): void {
  const distance =
    slot < walk.coded
      ? call_indirect<f32>(walk.oneRowKernel, walk.query, addressOf(walk, slot), walk.bytes)
      : estimatedDistance(walk, slot);
  walk.compared++;
  offer(walk, poolKey(distance, slot));
}

/** Offers every slot below `end` that the filter lets through and that is alive. */
export function scanMatches(walk: Walk, end: u32): void {
  const slots = min(min(countNow(walk), walk.filterSlots), end);
  let gathered: u32 = 0;
  for (let word: u32 = 0; word << 6 < slots; word++) {
    let bits = allowedFrom(walk, word << 6);
    for (; bits != 0; bits &= bits - 1) {
      const slot = (word << 6) + <u32>ctz(bits);
      if (slot >= slots) break;
      if (slot < walk.coded) gather(walk, gathered++, slot);
      else offerOne(walk, slot);
      if (gathered == GROUP) gathered = offerGroup(walk, gathered);
    }
  }
  offerGroup(walk, gathered);
}

function offerGroup(walk: Walk, gathered: u32): u32 {
  measure(walk, gathered);
  for (let i: u32 = 0; i < gathered; i++) offer(walk, measuredKey(walk, i));
  return 0;
}
