// Seals a window: its lists become postings that never change, sorted by slot, which take three bytes each.
// The decision: a weight is a byte on a scale of its run, rounded up, so that a sum of weights is a bound of the score,
// and the few slots that reach the threshold are compared on their rows. Runs of a term are linked in the order of
// windows. Where a term has fewer than four postings, a run would be mostly head: these are loose, with their values,
// linked one by one in the order of slots.
//
//   run      0 next run u32 | 4 window u32 | 8 postings u32 | 12 low f32 | 16 step f32 | 20 slots in the window u16 n,
//            up to a multiple of 4 bytes, then weights u8 n, the same. A value is at most low + weight x step.
//   loose    0 next u32 | 4 slot u32 | 8 value f32
import { allocate } from "../memory/arena";
import { newestRecord, sealedWindows, setOpenEntries, setSealedWindows, WINDOW } from "./fields";
import { discardLists, openList, recordAfter } from "./open";

/** A term with fewer postings in a window has loose ones. */
const LEAST_RUN: u32 = 4;
const RUN_HEAD: usize = 20;
const LOOSE_BYTES: usize = 12;
/** The bytes that a posting may take in the end. */
export const SEALED_BYTES_AN_ENTRY: u32 = 12;
const STEPS: f32 = 255;

/** Seals the open window, and the ones after it, which are empty, up to `window`. @returns false: no memory */
export function sealUpTo(window: u32): bool {
  const sealed = sealedWindows();
  if (window <= sealed) return true;
  let bytes: u64 = 0;
  for (let record = newestRecord(); record != 0; record = recordAfter(record)) {
    bytes += bytesFor(<u32>openList(record, sealed));
  }
  let at: usize = bytes == 0 ? 0 : allocate(bytes);
  if (bytes != 0 && at == 0) return false;
  for (let record = newestRecord(); record != 0; record = recordAfter(record)) {
    const list = openList(record, sealed);
    const n = <u32>list;
    if (n < LEAST_RUN) addLoose(record, list, at);
    else addRun(record, sealed, list, at);
    at += bytesFor(n);
  }
  setSealedWindows(window);
  discardLists();
  setOpenEntries(0);
  return true;
}

function bytesFor(n: u32): usize {
  return n < LEAST_RUN ? <usize>n * LOOSE_BYTES : RUN_HEAD + slotBytes(n) + ((n + 3) & ~3);
}

function slotBytes(n: u32): usize {
  return (<usize>n * 2 + 3) & ~3;
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
  let low: f32 = 0;
  let high: f32 = 0;
  for (let i: u32 = 0; i < n; i++) {
    const value = load<f32>(entries + ((<usize>i) << 3), 4);
    low = min(low, value);
    high = max(high, value);
  }
  const step = stepOf(low, high);
  store<u32>(at, window, 4);
  store<u32>(at, n, 8);
  store<f32>(at, low, 12);
  store<f32>(at, step, 16);
  const slots = at + RUN_HEAD;
  const weights = slots + slotBytes(n);
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

/** Adds an item at the end of the list whose first and last addresses are at `ends`. */
function link(ends: usize, item: usize): void {
  const last = load<u32>(ends, 4);
  if (last == 0) atomic.store<u32>(ends, <u32>item);
  else atomic.store<u32>(last, <u32>item);
  store<u32>(ends, <u32>item, 4);
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
  return load<u32>(run, 4);
}

export function postingsOf(run: usize): u32 {
  return load<u32>(run, 8);
}

export function lowOf(run: usize): f32 {
  return load<f32>(run, 12);
}

export function stepIn(run: usize): f32 {
  return load<f32>(run, 16);
}

export function slotsOf(run: usize): usize {
  return run + RUN_HEAD;
}

export function weightsOf(run: usize): usize {
  return run + RUN_HEAD + slotBytes(postingsOf(run));
}
