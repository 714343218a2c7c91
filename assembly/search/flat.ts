// Exact search: every live row is measured. It is what small collections use and what every index is judged by.
// The decision: chunk by chunk and row by row in address order, which is what the hardware prefetcher wants; while a
// chunk is in the cache every query of the batch is measured against it, four at a time, so a row is loaded once for
// four. A query has the same hits with the same bits alone and in a batch, because the kernel for four adds up in the
// same order. The count is loaded again at the end, see scanTail.
import { get, keyOf, push, replaceWorst, sort } from "../heap";
import { Column, isDead, itemOf } from "../memory/column";
import { chunkShift, rowBytes } from "../memory/layout";
import { nextAllowed } from "../walk/allowed";
import { alikeFourKernel, exactKernel } from "../walk/kernels";
import { countNow, Walk } from "../walk/walk";
import { foundOf, hitsOf, Request, rowOf, setCompared, setFound } from "./request";

const GROUP: u32 = 4;

/**
 * Finds the k nearest matching slots for each of the queries `from` to `to` of the request, and leaves them as keys at
 * its hits.
 */
export function flatSearch(walk: Walk, request: Request, from: u32, to: u32): void {
  const shift = chunkShift();
  for (let query = from; query < to; query++) setFound(request, query, 0);
  walk.compared = 0;
  let scanned: u32 = 0;
  for (let slots = countNow(walk); scanned < slots; slots = countNow(walk)) {
    while (scanned < slots) {
      const end = min(slots, ((scanned >> shift) + 1) << shift);
      scanChunk(walk, request, from, to, scanned, end);
      scanned = end;
    }
  }
  for (let query = from; query < to; query++) {
    sort(hitsOf(request, query), foundOf(request, query));
    setCompared(request, query, walk.compared);
  }
}

/** Slots `first` to `end`, all of one chunk. */
function scanChunk(walk: Walk, request: Request, from: u32, to: u32, first: u32, end: u32): void {
  let query = from;
  let measured: u32 = 0;
  if (walk.filter != 0) {
    for (; query < to; query++) measured = scanMatches(walk, request, query, first, end);
  }
  for (; query < groupsEnd(from, to); query += GROUP)
    measured = scanForFour(walk, request, query, first, end);
  for (; query < to; query++) measured = scanForOne(walk, request, query, first, end);
  walk.compared += measured;
}

/**
 * Scans the slots that match the filter, for one query after another.
 * @returns the number of measured rows
 */
function scanMatches(walk: Walk, request: Request, query: u32, first: u32, end: u32): u32 {
  const kernel = exactKernel();
  const bytes = rowBytes();
  const q = rowOf(request, query);
  const rows = itemOf(Column.Vectors, first);
  const heap = hitsOf(request, query);
  const k = request.k;
  let size = foundOf(request, query);
  let measured: u32 = 0;
  for (let slot = nextAllowed(walk, first, end); slot < end; slot = nextAllowed(walk, slot + 1, end)) {
    const row = rows + <usize>(slot - first) * bytes;
    const key = keyOf(call_indirect<f32>(kernel, q, row, bytes), slot);
    measured++;
    if (size < k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  setFound(request, query, size);
  return measured;
}

/** @returns how many rows were measured */
function scanForOne(walk: Walk, request: Request, query: u32, first: u32, end: u32): u32 {
  const kernel = exactKernel();
  const bytes = rowBytes();
  const q = rowOf(request, query);
  const heap = hitsOf(request, query);
  const k = request.k;
  let size = foundOf(request, query);
  let row = itemOf(Column.Vectors, first);
  let measured: u32 = 0;
  for (let slot = first; slot < end; slot++, row += bytes) {
    if (walk.restricted && isDead(slot)) continue;
    const key = keyOf(call_indirect<f32>(kernel, q, row, bytes), slot);
    measured++;
    if (size < k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  setFound(request, query, size);
  return measured;
}

/** The kernel for four rows, with the parts swapped: the row is its query, the queries are its rows. */
function scanForFour(walk: Walk, request: Request, query: u32, first: u32, end: u32): u32 {
  const kernel = alikeFourKernel();
  const bytes = rowBytes();
  const q = rowOf(request, query);
  let row = itemOf(Column.Vectors, first);
  let measured: u32 = 0;
  for (let slot = first; slot < end; slot++, row += bytes) {
    if (walk.restricted && isDead(slot)) continue;
    call_indirect<void>(kernel, row, q, q + bytes, q + 2 * bytes, q + 3 * bytes, bytes, walk.distances);
    measured++;
    for (let i: u32 = 0; i < GROUP; i++) {
      keep(request, query + i, keyOf(load<f32>(walk.distances + ((<usize>i) << 2)), slot));
    }
  }
  return measured;
}

function keep(request: Request, query: u32, key: u64): void {
  const heap = hitsOf(request, query);
  const size = foundOf(request, query);
  if (size < request.k) {
    push(heap, size, key);
    setFound(request, query, size + 1);
  } else if (key < get(heap, 0)) replaceWorst(heap, size, key);
}

/** Queries before this one are measured in groups. */
function groupsEnd(from: u32, to: u32): u32 {
  return to - ((to - from) & (GROUP - 1));
}
