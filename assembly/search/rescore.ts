// The last step of every search on codes: the best candidates are compared on the f32 vectors.
// The decision: the kernel is the one that the exact search uses, so a score has the same bits whichever way it was
// found; the first lines of all rows are fetched before the first is measured.

import { get, keyOf, push, replaceWorst, sort } from "../heap";
import { CACHE_LINE } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { dimension, rowBytes, rowsOutside } from "../memory/layout";
import { exactKernel } from "../walk/kernels";
import { keyAt, slotOf } from "../walk/pool";
import { Walk } from "../walk/walk";
import { fetchCandidates } from "./fetch";
import { hitsOf, Request, rowOf, setFound, setRescored } from "./request";

const LINES_FETCHED: u32 = 4;

/** Makes the hits of a query from the best `candidates` keys of the pool. */
export function rescore(walk: Walk, request: Request, query: u32, candidates: u32): void {
  const heap = hitsOf(request, query);
  const row = rowOf(request, query);
  const size = min(candidates, walk.size);
  setRescored(request, query, size);
  if (rowsOutside()) {
    fetchCandidates(request, size);
    return;
  }
  const bytes = rowBytes();
  const kernel = exactKernel();
  fetchRows(walk, size);
  let kept: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const slot = slotOf(keyAt(walk.pool, i));
    const key = keyOf(call_indirect<f32>(kernel, row, itemOf(Column.Vectors, slot), bytes), slot);
    if (kept < request.k) push(heap, kept++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, kept, key);
  }
  walk.compared += size;
  sort(heap, kept);
  setFound(request, query, kept);
}

function fetchRows(walk: Walk, size: u32): void {
  const bytes = min(dimension() * 4, CACHE_LINE * LINES_FETCHED);
  let sum: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const row = itemOf(Column.Vectors, slotOf(keyAt(walk.pool, i)));
    for (let at: u32 = 0; at < bytes; at += CACHE_LINE) sum += load<u32>(row + at);
  }
  walk.touched += sum;
}
