// The state of one thread while it searches or inserts: the space in which it measures, its candidates, its tags.
// The decision: all of it is in the thread's scratch area, laid out by `openRequest`, so a walk allocates nothing. A
// space is a column of rows or codes with its kernels; the walk does not depend on which.
import { CACHE_LINE } from "../memory/arena";
import { tableOf } from "../memory/column";
import { chunkShift, count, live } from "../memory/layout";
import { ensureTags, nextTag, taggedSlots, tags } from "../memory/scratch";
import { insertKey, keyAt, poolKey } from "./pool";

/** The most bytes that are prefetched; they must stay in a first-level cache of 32 KiB until they are measured. */
const CACHE_BYTES: u32 = 24 * 1024;

@unmanaged
export class Walk {
  worker: u32 = 0;
  /** The query in the form that the kernels need; `prepared` is the address of one that is not a row. */
  query: usize = 0;
  prepared: usize = 0;
  /** The query as an f32 row. */
  row: usize = 0;
  /** The column that is measured, and its chunk addresses. */
  column: u32 = 0;
  /** Slots from here on have no code yet and are measured with their f32 rows, which has the same unit. */
  coded: u32 = 0;
  table: usize = 0;
  stride: u32 = 0;
  bytes: u32 = 0;
  /** Table indices of the kernels: FourRows and OneRow. */
  fourRowsKernel: u32 = 0;
  oneRowKernel: u32 = 0;
  /** Whether both kernels support the query; a lifted query is supported only by the first (codes/int8-lifted.ts). */
  supportsOneRow: bool = false;
  /**
   * Tags of the slots; `tag` marks slots that this walk has visited; slots from `bound` on did not exist when it began.
   */
  tags: usize = 0;
  tag: u32 = 0;
  bound: u32 = 0;
  /** One more than the slot of the node that the walk passes over; 0: none. */
  without: u32 = 0;
  /** Candidates, sorted; at most `ef`. */
  pool: usize = 0;
  size: u32 = 0;
  ef: u32 = 0;
  /** The number of keys that fit in the pool: `ef`, or more for an exact search. */
  poolCapacity: u32 = 0;
  /** The `ef` of a filtered walk where all nodes near the query match, if that is more; see hnsw/widen.ts. */
  denseEf: u32 = 0;
  /** Memory for three times the keys of one full list of links plus one. */
  candidates: usize = 0;
  /** Slots that are to be measured, their addresses, their distances. */
  slots: usize = 0;
  addresses: usize = 0;
  distances: usize = 0;
  /** Bits of the slots that may be found, for slots below `filterSlots`; 0: all live slots may be found. */
  filter: usize = 0;
  filterSlots: u32 = 0;
  /** Whether some slots may not be found, because they are dead or filtered. */
  restricted: bool = false;
  /** Whether links are chosen by product, for Dot, and not by nearness. */
  products: bool = false;
  /** The slots that are inserted before this one in the same batch, and how many; the graph does not have them yet. */
  members: usize = 0;
  memberCount: u32 = 0;
  /** The slot that one to be inserted was found to equal. */
  equal: u32 = 0;
  /** The term that distances of codes lack, which is equal for all slots; needed where they are shown. */
  omittedTerm: f32 = 0;
  /** The number of vectors measured so far. */
  compared: u32 = 0;
  /** Prevents the compiler from removing loads that only prefetch a cache line. */
  touched: u32 = 0;
  /** The nodes that a restricted walk has measured and that are not in the pool: memory, its size, their number. */
  frontier: usize = 0;
  frontierCapacity: u32 = 0;
  frontierSize: u32 = 0;
  /** The number of nodes that a restricted walk has expanded. */
  expanded: u32 = 0;
  /** The number of nodes that it had expanded when the last one nearer than the k-th match was the next. */
  expandedForHits: u32 = 0;
  /** A heap of the k nearest matches, or of all if there are fewer; their number, and the key of the k-th. */
  nearest: usize = 0;
  nearestSize: u32 = 0;
  limit: u64 = 0;
  /** The address of the trace of the walk; 0: none. See trace.ts. */
  trace: usize = 0;
  traceBytes: u32 = 0;
}

/**
 * Returns the current number of slots. Slots added since the walk began may be in chunks that only a newer table has,
 * and may be the first dead ones; both are loaded after the count that covers them.
 */
export function countNow(walk: Walk): u32 {
  const slots = count();
  walk.table = tableOf(walk.column);
  if (live() < slots) walk.restricted = true;
  return slots;
}

/** Begins a walk without visited slots. @returns false when there is no memory for the tags */
export function beginWalk(walk: Walk): bool {
  // The entry point must be loaded before this, so that every slot that can be reached from it is below the count.
  walk.bound = countNow(walk);
  if (!ensureTags(walk.worker)) return false;
  walk.bound = min(walk.bound, taggedSlots(walk.worker));
  walk.tags = tags(walk.worker);
  walk.tag = nextTag(walk.worker);
  walk.size = 0;
  return true;
}

export function markVisited(walk: Walk, slot: u32): void {
  store<u8>(walk.tags + slot, walk.tag);
}

export function isVisited(walk: Walk, slot: u32): bool {
  return load<u8>(walk.tags + slot) == <u8>walk.tag;
}

export function addressOf(walk: Walk, slot: u32): usize {
  const shift = chunkShift();
  const chunk: usize = load<u32>(walk.table + ((<usize>(slot >> shift)) << 2));
  return chunk + <usize>(slot & ((1 << shift) - 1)) * walk.stride;
}

/** Adds the slot to those to be measured, at position `index`. */
export function gather(walk: Walk, index: u32, slot: u32): void {
  const address = addressOf(walk, slot);
  store<u32>(walk.slots + ((<usize>index) << 2), slot);
  store<u32>(walk.addresses + ((<usize>index) << 2), <u32>address);
}

/**
 * Measures the `gathered` slots, four at a time; the last group is completed by repeating the last slot. First it
 * prefetches as many rows as fit in the cache.
 */
export function measure(walk: Walk, gathered: u32): void {
  if (gathered == 0) return;
  const end = fillGroup(walk, gathered);
  // Measuring four at once costs as much as three one by one.
  const rest = gathered & 3;
  const fours: u32 = walk.supportsOneRow && rest <= 2 ? gathered - rest : end;
  const ahead = max(CACHE_BYTES / walk.stride, 4) & ~3;
  for (let first: u32 = 0; first < end; first += ahead) {
    const next = min(first + ahead, end);
    fetchRows(walk, first, next);
    measureFours(walk, first, min(next, fours));
  }
  for (let i = fours; i < gathered; i++) measureOne(walk, i);
  walk.compared += gathered;
}

/** Measures the `gathered` slots like `measure`, but prefetches nothing: the processor recognises sequences itself. */
export function measureInOrder(walk: Walk, gathered: u32): void {
  if (gathered == 0) return;
  measureFours(walk, 0, fillGroup(walk, gathered));
  walk.compared += gathered;
}

/** Completes the last group of four by repeating the last slot. @returns the end of the group */
function fillGroup(walk: Walk, gathered: u32): u32 {
  const addresses = walk.addresses;
  const last = load<u32>(addresses + ((<usize>(gathered - 1)) << 2));
  const end = (gathered + 3) & ~3;
  for (let i = gathered; i < end; i++) store<u32>(addresses + ((<usize>i) << 2), last);
  return end;
}

function measureOne(walk: Walk, index: u32): void {
  const at = (<usize>index) << 2;
  const row: usize = load<u32>(walk.addresses + at);
  store<f32>(walk.distances + at, call_indirect<f32>(walk.oneRowKernel, walk.query, row, walk.bytes));
}

function measureFours(walk: Walk, first: u32, end: u32): void {
  const addresses = walk.addresses;
  for (let i = (<usize>first) << 2; i < (<usize>end) << 2; i += 16) {
    call_indirect<void>(
      walk.fourRowsKernel,
      walk.query,
      <usize>load<u32>(addresses + i),
      <usize>load<u32>(addresses + i, 4),
      <usize>load<u32>(addresses + i, 8),
      <usize>load<u32>(addresses + i, 12),
      walk.bytes,
      walk.distances + i,
    );
  }
}

/**
 * Loads one word of every cache line of the rows that are measured next. No instruction depends on these loads, so all
 * cache misses are processed in parallel, whereas a kernel alone has only few at a time. The trailers of codes are
 * included: where the code fills its lines, they are on a line of their own.
 */
function fetchRows(walk: Walk, first: u32, end: u32): void {
  const addresses = walk.addresses;
  const stride: usize = walk.stride;
  let sum: u32 = 0;
  for (let i = (<usize>first) << 2; i < (<usize>end) << 2; i += 16) {
    const a: usize = load<u32>(addresses + i);
    const b: usize = load<u32>(addresses + i, 4);
    const c: usize = load<u32>(addresses + i, 8);
    const d: usize = load<u32>(addresses + i, 12);
    for (let at: usize = 0; at < stride; at += CACHE_LINE) {
      sum += load<u32>(a + at) + load<u32>(b + at) + load<u32>(c + at) + load<u32>(d + at);
    }
  }
  walk.touched += sum;
}

/** Keeps the key if it is among the nearest `ef`. @returns its position, or the number of keys */
export function offer(walk: Walk, key: u64): u32 {
  const size = walk.size;
  if (size < walk.ef) {
    walk.size = size + 1;
    return insertKey(walk.pool, size, key);
  }
  if (key >= keyAt(walk.pool, size - 1)) return size;
  return insertKey(walk.pool, size - 1, key);
}

export function measuredKey(walk: Walk, index: u32): u64 {
  const at = (<usize>index) << 2;
  return poolKey(load<f32>(walk.distances + at), load<u32>(walk.slots + at));
}
