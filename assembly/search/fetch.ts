// Comparing with rows that the host keeps: in steps, because only the host can read them.
// The decision: the search says which slots it wants next, at most as many as there is room for; the host puts their
// rows side by side and asks again, and the search compares them with the kernel that rows in memory are compared with,
// so scores have the same bits. Wanted are the best candidates, or all slots, when the codes cannot tell hits apart.
import { get, keyOf, push, replaceWorst, sort } from "../heap";
import { rowBytes } from "../memory/layout";
import { nextAllowed } from "../walk/allowed";
import { keyAt, slotOf } from "../walk/pool";
import { exactKernel } from "../walk/space";
import { countNow, Walk } from "../walk/walk";
import { foundOf, hitsOf, Request, rowOf, setCompared, setFound } from "./request";

/** A host that keeps the rows asks one query at a time. */
const QUERY: u32 = 0;

/** The first `candidates` of the pool are to be compared. */
export function wantBest(request: Request, candidates: u32): void {
  request.all = false;
  request.end = candidates;
  begin(request);
}

/** Every slot that may be found is to be compared. */
export function wantAll(walk: Walk, request: Request): void {
  request.all = true;
  walk.compared = 0;
  begin(request);
}

function begin(request: Request): void {
  request.next = 0;
  request.wanted = 0;
  setFound(request, QUERY, 0);
}

/** Compares the rows that were wanted last and wants the next. @returns how many; 0: the hits are complete, as keys */
export function compareFetched(walk: Walk, request: Request): u32 {
  compare(request);
  walk.compared += request.wanted;
  request.wanted = request.all ? wantSlots(walk, request) : wantCandidates(walk, request);
  if (request.wanted == 0) {
    sort(hitsOf(request, QUERY), foundOf(request, QUERY));
    setCompared(request, QUERY, walk.compared);
  }
  return request.wanted;
}

function compare(request: Request): void {
  const kernel = exactKernel();
  const bytes = rowBytes();
  const query = rowOf(request, QUERY);
  const heap = hitsOf(request, QUERY);
  let size = foundOf(request, QUERY);
  let row = request.fetched;
  for (let i: u32 = 0; i < request.wanted; i++, row += bytes) {
    const slot = load<u32>(request.wantedSlots + ((<usize>i) << 2));
    const key = keyOf(call_indirect<f32>(kernel, query, row, bytes), slot);
    if (size < request.k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  setFound(request, QUERY, size);
}

function wantCandidates(walk: Walk, request: Request): u32 {
  let wanted: u32 = 0;
  while (request.next < request.end && wanted < request.step) {
    want(request, wanted++, slotOf(keyAt(walk.pool, request.next++)));
  }
  return wanted;
}

/** Lists the slots whose rows are needed. The count is loaded at each step, for the reason that scanTail gives. */
function wantSlots(walk: Walk, request: Request): u32 {
  let wanted: u32 = 0;
  const slots = countNow(walk);
  let slot = nextAllowed(walk, request.next, slots);
  for (; slot < slots && wanted < request.step; slot = nextAllowed(walk, slot + 1, slots)) {
    want(request, wanted++, slot);
  }
  request.next = slot;
  return wanted;
}

function want(request: Request, index: u32, slot: u32): void {
  store<u32>(request.wantedSlots + ((<usize>index) << 2), slot);
}
