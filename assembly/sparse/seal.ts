// Seals a window: its lists become postings that never change, sorted by slot, which take three bytes each.
// The decision: a weight is a byte on a scale of its run, rounded up, so that a sum of weights is a bound of the score,
// and the few slots that reach the threshold are compared on their rows. Runs of a term are linked in the order of
// windows. Where a term has one posting, a run would be mostly head: it is loose, with its value, and linked in the
// order of slots.
//
//   run      0 next run u32 | 4 window u16 | 6 postings u14, bit 15: has a low | 8 step f32 | low f32, if it is not 0 |
//            slots in the window u16 n | weights u8 n | up to a multiple of 4 bytes.
//            A value is at most low + weight x step.
//   loose    0 next u32 | 4 slot u32 | 8 value f32
import { allocate } from "../memory/arena";
import { newestRecord, sealedWindows, setOpenEntries, setSealedWindows, WINDOW } from "./fields";
import { discardLists, openList, recordAfter } from "./open";

/** A term with fewer postings in a window has loose ones. */
const LEAST_RUN: u32 = 2;
/** The bytes before the slots of a run, or before its low. */
export const RUN_HEAD: usize = 12;
export const LOOSE_BYTES: usize = 12;
const HAS_LOW: u16 = 0x8000;
/** The bytes that a posting may take in the end. */
export const SEALED_BYTES_AN_ENTRY: u32 = 12;
const STEPS: f32 = 255;

/** Seals the open window, and the ones after it, which are empty, up to `window`. @returns false: no memory */
export function sealUpTo(window: u32): bool {
  const sealed = sealedWindows();
  if (window <= sealed) return true;
  let bytes: u64 = 0;
  for (let record = newestRecord(); record != 0; record = recordAfter(record)) {
    bytes += bytesFor(openList(record, sealed));
  }
  let at: usize = bytes == 0 ? 0 : allocate(bytes);
  if (bytes != 0 && at == 0) return false;
  for (let record = newestRecord(); record != 0; record = recordAfter(record)) {
    const list = openList(record, sealed);
    if (<u32>list < LEAST_RUN) addLoose(record, list, at);
    else addRun(record, sealed, list, at);
    at += bytesFor(list);
  }
  setSealedWindows(window);
  discardLists();
  setOpenEntries(0);
  return true;
}

/** Returns the bytes that an open list will take. */
function bytesFor(list: u64): usize {
  const n = <u32>list;
  if (n < LEAST_RUN) return <usize>n * LOOSE_BYTES;
  return sizeOfRun(n, lowest(<usize>(list >> 32), n) < 0);
}

function sizeOfRun(n: u32, hasLow: bool): usize {
  return (RUN_HEAD + (hasLow ? 4 : 0) + <usize>n * 3 + 3) & ~3;
}

/** Returns the smallest value of a list, 0 if there is none below it. */
function lowest(entries: usize, n: u32): f32 {
  let low: f32 = 0;
  for (let i: u32 = 0; i < n; i++) low = min(low, load<f32>(entries + ((<usize>i) << 3), 4));
  return low;
}

function addLoose(record: usize, list: u64, at: usize): void {
  const n = <u32>list;
  let entry = <usize>(list >> 32);
  for (let i: u32 = 0; i < n; i++, entry += 8, at += LOOSE_BYTES) {
    store<u64>(at, load<u64>(entry), 4);
    link(looseOf(record), at);
  }
}

function addRun(record: usize, window: u32, list: u64, at: usize): void {
  const n = <u32>list;
  const entries = <usize>(list >> 32);
  const low = lowest(entries, n);
  let high: f32 = 0;
  for (let i: u32 = 0; i < n; i++) high = max(high, load<f32>(entries + ((<usize>i) << 3), 4));
  const step = stepOf(low, high);
  store<u16>(at, <u16>window, 4);
  store<u16>(at, <u16>n | (low < 0 ? HAS_LOW : 0), 6);
  store<f32>(at, step, 8);
  if (low < 0) store<f32>(at, low, RUN_HEAD);
  const slots = slotsOf(at);
  const weights = slots + ((<usize>n) << 1);
  for (let i: u32 = 0; i < n; i++) {
    const entry = entries + ((<usize>i) << 3);
    store<u16>(slots + ((<usize>i) << 1), <u16>(load<u32>(entry) & (WINDOW - 1)));
    store<u8>(weights + i, weightOf(load<f32>(entry, 4), low, step));
  }
  link(runsOf(record), at);
}

/** Returns a step with which the largest value has the weight 255. */
function stepOf(low: f32, high: f32): f32 {
  // Halves, because the difference of two finite values need not be finite.
  const half: f32 = (high / 2 - low / 2) / STEPS;
  let step: f32 = half * 2;
  while (low + STEPS * step < high) step = reinterpret<f32>(reinterpret<u32>(step) + 1);
  return step;
}

/** Returns the smallest weight that the value does not exceed. */
function weightOf(value: f32, low: f32, step: f32): u8 {
  if (step == 0) return 0;
  let weight = min(<i32>Mathf.ceil(value / step - low / step), 255);
  if (weight < 0) weight = 0;
  while (weight < 255 && low + <f32>weight * step < value) weight++;
  return <u8>weight;
}

/** Adds an item, which leads to none yet, at the end of the list whose first and last addresses are at `ends`. */
export function link(ends: usize, item: usize): void {
  const last = load<u32>(ends, 4);
  if (last == 0) atomic.store<u32>(ends, <u32>item);
  else atomic.store<u32>(last, <u32>item);
  store<u32>(ends, <u32>item, 4);
}

/** Returns the last item of the list whose first and last addresses are at `ends`; 0: there is none. */
export function lastOf(ends: usize): usize {
  return load<u32>(ends, 4);
}

/** Returns the address of the link to the first run of a term; the one to the last follows. */
export function runsOf(record: usize): usize {
  return record + 24;
}

/** Returns the same for loose postings. */
export function looseOf(record: usize): usize {
  return record + 32;
}

/** Returns the run, or the loose posting, after this one; 0: there is none yet. */
export function nextOf(item: usize): usize {
  return atomic.load<u32>(item);
}

export function windowOf(run: usize): u32 {
  return load<u16>(run, 4);
}

export function postingsOf(run: usize): u32 {
  return load<u16>(run, 6) & ~HAS_LOW;
}

/** Returns whether some value of the run is negative. */
function hasLow(run: usize): bool {
  return (load<u16>(run, 6) & HAS_LOW) != 0;
}

/** Returns the value of the weight 0. */
export function lowOf(run: usize): f32 {
  return hasLow(run) ? load<f32>(run, RUN_HEAD) : 0;
}

export function stepIn(run: usize): f32 {
  return load<f32>(run, 8);
}

export function slotsOf(run: usize): usize {
  return run + RUN_HEAD + (hasLow(run) ? 4 : 0);
}

export function weightsOf(run: usize): usize {
  return slotsOf(run) + ((<usize>postingsOf(run)) << 1);
}

export function bytesOfRun(run: usize): usize {
  return sizeOfRun(postingsOf(run), hasLow(run));
}

export function slotOfLoose(loose: usize): u32 {
  return load<u32>(loose, 4);
}

export function valueOfLoose(loose: usize): f32 {
  return load<f32>(loose, 8);
}
