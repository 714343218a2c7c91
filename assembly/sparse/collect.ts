// Collects the slots of a window whose sums reach the threshold.
// The decision: a sum is a bound of the score, so a slot below the threshold is passed over, and the score of any other
// slot is computed from its row. Which slots are found depends on scores alone, and not on how tight the bounds are.
// While there are fewer than k slots, the k largest sums of the window are found first: the scores of these slots, less
// the error of their sums, are a threshold already, so few slots of the first window have to be compared.
import { distanceOf, get, keyOf, push, replaceWorst, set } from "../heap";
import { deadWordOf } from "../memory/column";
import { WINDOW } from "./fields";
import { filterWord, MOST_OFFERED, Query, scoreOf } from "./query";
import { askForRow, rowFor } from "./row-reads";
import { countOf, entriesFor } from "./rows";

/** Returns whether the slot may be found. */
function isAllowed(query: Query, slot: u32): bool {
  if (slot >= query.end) return false;
  const bits = filterWord(query, slot & ~63) & ~atomic.load<u64>(deadWordOf(slot));
  return ((bits >> (slot & 63)) & 1) != 0;
}

/** Returns the score that a slot must exceed, or equal with a smaller number; -Infinity while there are too few. */
export function threshold(query: Query): f32 {
  return query.size < query.k ? -Infinity : -distanceOf(get(query.heap, 0));
}

/** Compares a slot that may be found, and keeps it if it is among the k best. */
export function consider(query: Query, slot: u32): void {
  const n = entriesFor(countOf(slot));
  if (n == 0) return;
  const score = scoreOf(query, rowFor(query, slot));
  query.compared++;
  query.postings += n;
  if (query.shares) keep(query, keyOf(-score, slot));
}

function keep(query: Query, key: u64): void {
  if (query.size < query.k) push(query.heap, query.size++, key);
  else if (key < get(query.heap, 0)) replaceWorst(query.heap, query.size, key);
}

/** Takes a candidate. The one with the largest sum is compared first, so that few others have to be compared. */
function offer(query: Query, slot: u32, sum: f32): void {
  const key = keyOf(-sum, slot);
  if (query.approximate) {
    keep(query, key);
    return;
  }
  if (query.offered == MOST_OFFERED) compareOffered(query);
  askForRow(query, slot);
  let at = query.offered++;
  for (; at > 0 && get(query.offers, at - 1) > key; at--) set(query.offers, at, get(query.offers, at - 1));
  set(query.offers, at, key);
}

/** Compares the candidates until the sums of the others are too small. */
function compareOffered(query: Query): void {
  const slack = slackOf(query);
  for (let i: u32 = 0; i < query.offered; i++) {
    const key = get(query.offers, i);
    if (-distanceOf(key) < threshold(query) - slack) break;
    consider(query, <u32>key);
  }
  query.offered = 0;
}

/** Returns what a score may be above the sum of its slot. */
function slackOf(query: Query): f32 {
  return query.below + query.rounding + query.omitted;
}

/** Reads all sums of the window, which show by themselves which slots are candidates, and clears them. */
export function collectSums(query: Query, start: u32): void {
  const slack = slackOf(query);
  let least: f32 = threshold(query) - slack;
  let level = f32x4.splat(least);
  const zero = f32x4.splat(0);
  const sums = query.sums;
  for (let group: u32 = 0; group < WINDOW; group += 16) {
    const at = sums + ((<usize>group) << 2);
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    v128.store(at, zero);
    v128.store(at, zero, 16);
    v128.store(at, zero, 32);
    v128.store(at, zero, 48);
    const reach = v128.or(
      v128.or(f32x4.ge(first, level), f32x4.ge(second, level)),
      v128.or(f32x4.ge(third, level), f32x4.ge(fourth, level)),
    );
    if (!v128.any_true(reach)) continue;
    // The sums are needed once more.
    v128.store(at, first);
    v128.store(at, second, 16);
    v128.store(at, third, 32);
    v128.store(at, fourth, 48);
    for (let i: u32 = 0; i < 16; i++) {
      const sum = load<f32>(at + ((<usize>i) << 2));
      if (!(sum >= least) || !isAllowed(query, start + group + i)) continue;
      offer(query, start + group + i, sum);
      least = threshold(query) - slack;
    }
    level = f32x4.splat(least);
    memory.fill(at, 0, 64);
  }
  compareOffered(query);
}

/** Reads the sums of the marked slots, and clears sums and marks. */
export function collectMarked(query: Query, start: u32): void {
  const slack = slackOf(query);
  const first = firstThreshold(query, start);
  let least = max(threshold(query), first) - slack;
  for (let i: u32 = 0; i < query.markCount; i++) {
    const inside = load<u16>(query.marked + ((<usize>i) << 1));
    const at = query.sums + ((<usize>inside) << 2);
    const sum = load<f32>(at);
    store<f32>(at, 0);
    store<u8>(query.marks + inside, 0);
    if (!(sum >= least) || !isAllowed(query, start + inside)) continue;
    offer(query, start + inside, sum);
    least = max(threshold(query), first) - slack;
  }
  query.markCount = 0;
  compareOffered(query);
}

/** Returns a score that k slots of the window reach; -Infinity if there is none or if it is not needed. */
function firstThreshold(query: Query, start: u32): f32 {
  if (query.size == query.k || query.markCount <= query.k) return -Infinity;
  let size: u32 = 0;
  for (let i: u32 = 0; i < query.markCount; i++) {
    const inside = load<u16>(query.marked + ((<usize>i) << 1));
    const key = keyOf(-load<f32>(query.sums + ((<usize>inside) << 2)), inside);
    if (size == query.k && key >= get(query.bounds, 0)) continue;
    if (!isAllowed(query, start + inside)) continue;
    if (size < query.k) push(query.bounds, size++, key);
    else replaceWorst(query.bounds, size, key);
  }
  if (size < query.k) return -Infinity;
  return -distanceOf(get(query.bounds, 0)) - query.above - query.rounding;
}
