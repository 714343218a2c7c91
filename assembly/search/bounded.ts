// Exact search on codes: it reads a quarter of the bytes of the vectors and finds the same hits.
// The decision: a code gives a distance and a proven bound on its error. A slot whose smallest possible distance
// exceeds the k-th smallest of the largest possible ones cannot be a hit; the remaining slots, a few dozen in ordinary
// data, are compared on the f32 vectors. If too many remain (many nearly equal vectors), all vectors are scanned. A
// chunk is read in eight parts side by side, because processors prefetch several sequences at up to twice the rate of
// one.
import { boundsHold, slackOf, slacksOf } from "../codes/bounds";
import { distanceOf, get, keyOf, orderable, push, replaceWorst, sort } from "../heap";
import { Column, isDead, itemOf } from "../memory/column";
import { chunkShift, rowBytes, rowsOutside } from "../memory/layout";
import { allowedFrom } from "../walk/allowed";
import { exactKernel } from "../walk/kernels";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import { addressOf, countNow, gather, measure, measureInOrder, Walk } from "../walk/walk";
import { fetchCandidates } from "./fetch";
import { hitsOf, Request, rowOf, setCompared, setFound, setRescored } from "./request";

const GROUP: u32 = 4;
/** The most matches that are gathered before they are measured; a word of the filter may have as many. */
const GATHERED: u32 = 64;
/** The parts of a chunk, and the rows of each that are gathered: together they stay in a first-level cache. */
const PARTS: u32 = 8;
const PART_ROWS: u32 = 2;

/** @returns false when the bounds do not hold or leave too much; then nothing has been found */
export function boundedSearch(walk: Walk, request: Request, query: u32): bool {
  if (!boundsHold(walk.query)) return false;
  const shift = chunkShift();
  const farthest = hitsOf(request, query);
  walk.size = 0;
  walk.compared = 0;
  let bounds: u32 = 0;
  let scanned: u32 = 0;
  for (let slots = countNow(walk); scanned < slots; slots = countNow(walk)) {
    while (scanned < slots) {
      const end = min(slots, ((scanned >> shift) + 1) << shift);
      bounds =
        walk.filter == 0
          ? boundChunk(walk, scanned, end, farthest, request.k, bounds)
          : boundMatches(walk, scanned, end, farthest, request.k, bounds);
      if (bounds == u32.MAX_VALUE) return false;
      scanned = end;
    }
  }
  const limit = bounds == request.k ? distanceOf(get(farthest, 0)) : Infinity;
  keepBelow(walk, <f32>limit);
  setRescored(request, query, walk.size);
  if (rowsOutside()) fetchCandidates(request, walk.size);
  else compareLeft(walk, request, query);
  setCompared(request, query, walk.compared);
  return true;
}

/**
 * Slots of one chunk, in parts that are read side by side.
 * @returns the number of farthest distances kept, or u32.MAX_VALUE when too much is left
 */
function boundChunk(walk: Walk, first: u32, end: u32, farthest: usize, k: u32, kept: u32): u32 {
  const part = (end - first) / PARTS;
  let size = kept;
  for (let from: u32 = 0; from < part; from += PART_ROWS) {
    const gathered = gatherParts(walk, first, part, from, min(from + PART_ROWS, part));
    measureInOrder(walk, gathered);
    size = boundGathered(walk, gathered, farthest, k, size);
    if (size == u32.MAX_VALUE) return size;
  }
  let gathered: u32 = 0;
  for (let slot = first + PARTS * part; slot < end; slot++) {
    if (!walk.restricted || !isDead(slot)) gather(walk, gathered++, slot);
  }
  measureInOrder(walk, gathered);
  return boundGathered(walk, gathered, farthest, k, size);
}

/**
 * Gathers the live slots `from` to `to` of each part of the chunk; the parts begin at `first`.
 * @returns the number of gathered slots
 */
function gatherParts(walk: Walk, first: u32, part: u32, from: u32, to: u32): u32 {
  const stride: usize = walk.stride;
  const step: usize = <usize>part * stride;
  const restricted = walk.restricted;
  let code = addressOf(walk, first + from);
  let slots = walk.slots;
  let addresses = walk.addresses;
  for (let row = first + from, end = first + to; row < end; row++, code += stride) {
    let address = code;
    for (let slot = row, last = row + PARTS * part; slot < last; slot += part, address += step) {
      if (restricted && isDead(slot)) continue;
      store<u32>(slots, slot);
      store<u32>(addresses, <u32>address);
      slots += 4;
      addresses += 4;
    }
  }
  return <u32>((slots - walk.slots) >> 2);
}

/** Slots of one chunk, under a filter: some words of it at once. @returns the same as boundChunk */
function boundMatches(walk: Walk, first: u32, end: u32, farthest: usize, k: u32, kept: u32): u32 {
  let size = kept;
  for (let slot = first; slot < end; ) {
    let gathered: u32 = 0;
    for (; slot < end; slot = (slot | 63) + 1) {
      let bits = allowedFrom(walk, slot);
      if (end - slot < 64) bits &= ((<u64>1) << (end - slot)) - 1;
      if (gathered + <u32>popcnt(bits) > GATHERED) break;
      gathered = gatherBits(walk, slot, bits, gathered);
    }
    measure(walk, gathered);
    size = boundGathered(walk, gathered, farthest, k, size);
    if (size == u32.MAX_VALUE) return size;
  }
  return size;
}

/**
 * Gathers the slots of the bits, of which the first is that of `slot`; all are in one chunk.
 * @returns the number of gathered slots
 */
function gatherBits(walk: Walk, slot: u32, bits: u64, gathered: u32): u32 {
  const stride: usize = walk.stride;
  const code = addressOf(walk, slot);
  let slots = walk.slots + ((<usize>gathered) << 2);
  let addresses = walk.addresses + ((<usize>gathered) << 2);
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const offset = <u32>ctz(rest);
    store<u32>(slots, slot + offset);
    store<u32>(addresses, <u32>(code + <usize>offset * stride));
    slots += 4;
    addresses += 4;
  }
  return gathered + <u32>popcnt(bits);
}

/** Keeps those of the measured slots that can be hits; four are tested at once, since hardly one of them can. */
function boundGathered(walk: Walk, gathered: u32, farthest: usize, k: u32, kept: u32): u32 {
  const query = walk.query;
  const bytes: usize = walk.bytes;
  const addresses = walk.addresses;
  const distances = walk.distances;
  let size = kept;
  let limit: f32 = size == k ? distanceOf(get(farthest, 0)) : Infinity;
  for (let first: u32 = 0; first < gathered; first += GROUP) {
    const four = (<usize>first) << 2;
    const a = bytes + load<u32>(addresses + four);
    const b = bytes + load<u32>(addresses + four, 4);
    const c = bytes + load<u32>(addresses + four, 8);
    const d = bytes + load<u32>(addresses + four, 12);
    const measured = v128.load(distances + four);
    const nearest = f32x4.sub(measured, slacksOf(query, a, b, c, d, measured));
    // Written so that a distance that is not a number is kept.
    if (i32x4.all_true(f32x4.gt(nearest, f32x4.splat(limit)))) continue;
    for (let i: u32 = first, end = min(first + GROUP, gathered); i < end; i++) {
      const distance = load<f32>(distances + ((<usize>i) << 2));
      const trailer = bytes + load<u32>(addresses + ((<usize>i) << 2));
      const slack = slackOf(query, trailer, distance);
      if (distance - slack > limit) continue;
      if (walk.size == walk.poolCapacity && !dropDistantKeys(walk, limit)) return u32.MAX_VALUE;
      size = keep(walk, load<u32>(walk.slots + ((<usize>i) << 2)), distance, slack, farthest, k, size);
      if (size == k) limit = distanceOf(get(farthest, 0));
    }
  }
  return size;
}

/** @returns the number of farthest distances kept */
function keep(walk: Walk, slot: u32, distance: f32, slack: f32, farthest: usize, k: u32, kept: u32): u32 {
  store<u64>(walk.pool + ((<usize>walk.size) << 3), nearestKey(distance - slack, slot));
  walk.size++;
  const key = keyOf(distance + slack, slot);
  if (kept < k) push(farthest, kept, key);
  else if (key < get(farthest, 0)) replaceWorst(farthest, kept, key);
  return min(kept + 1, k);
}

/** A distance that is not a number may be the nearest of all. */
function nearestKey(distance: f32, slot: u32): u64 {
  return isNaN(distance) ? poolKey(-Infinity, slot) : poolKey(distance, slot);
}

function dropDistantKeys(walk: Walk, limit: f32): bool {
  keepBelow(walk, limit);
  return walk.size < walk.poolCapacity - (walk.poolCapacity >> 2);
}

/** Drops what cannot be a hit any more. */
function keepBelow(walk: Walk, limit: f32): void {
  const highest = orderable(limit);
  let kept: u32 = 0;
  for (let i: u32 = 0; i < walk.size; i++) {
    const key = keyAt(walk.pool, i);
    if (<u32>(key >> 32) > highest) continue;
    store<u64>(walk.pool + ((<usize>kept) << 3), key);
    kept++;
  }
  walk.size = kept;
}

/** Compares what is left on the f32 vectors. */
function compareLeft(walk: Walk, request: Request, query: u32): void {
  const kernel = exactKernel();
  const row = rowOf(request, query);
  const heap = hitsOf(request, query);
  let size: u32 = 0;
  for (let i: u32 = 0; i < walk.size; i++) {
    const slot = slotOf(keyAt(walk.pool, i));
    const key = keyOf(call_indirect<f32>(kernel, row, itemOf(Column.Vectors, slot), rowBytes()), slot);
    if (size < request.k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  walk.compared += walk.size;
  sort(heap, size);
  setFound(request, query, size);
}
