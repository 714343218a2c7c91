// Compares queries with rows that the host keeps, in steps, because only the host can read them.
// The decision: the search lists the slots whose rows it needs next, at most as many as fit in the memory for rows. The
// host writes these rows side by side and calls again, and the search compares them with the kernel for rows in memory,
// so scores have the same bits. It fetches the best candidates, or all slots if the codes cannot tell hits apart.
import { get, keyOf, push, replaceWorst, sort } from "../heap";
import { rowBytes } from "../memory/layout";
import { nextAllowed } from "../walk/allowed";
import { exactKernel } from "../walk/kernels";
import { keyAt, slotOf } from "../walk/pool";
import { countNow, Walk } from "../walk/walk";
import { foundOf, hitsOf, Request, rowOf, setCompared, setFound } from "./request";

/** A host that keeps the rows asks one query at a time. */
const ONLY_QUERY: u32 = 0;

/** Begins the fetch of the first `candidates` slots of the pool. */
export function fetchCandidates(request: Request, candidates: u32): void {
  request.allSlots = false;
  request.end = candidates;
  beginFetch(request);
}

/** Begins the fetch of every slot that may be found. */
export function fetchAllSlots(walk: Walk, request: Request): void {
  request.allSlots = true;
  walk.compared = 0;
  beginFetch(request);
}

function beginFetch(request: Request): void {
  request.next = 0;
  request.fetchCount = 0;
  setFound(request, ONLY_QUERY, 0);
}

/**
 * Compares the rows that were listed last and lists the next.
 * @returns the number of listed rows; 0: the hits are complete, as keys
 */
export function compareFetched(walk: Walk, request: Request): u32 {
  compare(request);
  walk.compared += request.fetchCount;
  request.fetchCount = request.allSlots ? listSlots(walk, request) : listCandidates(walk, request);
  if (request.fetchCount == 0) {
    sort(hitsOf(request, ONLY_QUERY), foundOf(request, ONLY_QUERY));
    setCompared(request, ONLY_QUERY, walk.compared);
  }
  return request.fetchCount;
}

function compare(request: Request): void {
  const kernel = exactKernel();
  const bytes = rowBytes();
  const query = rowOf(request, ONLY_QUERY);
  const heap = hitsOf(request, ONLY_QUERY);
  let size = foundOf(request, ONLY_QUERY);
  let row = request.fetched;
  for (let i: u32 = 0; i < request.fetchCount; i++, row += bytes) {
    const slot = load<u32>(request.slotsToFetch + ((<usize>i) << 2));
    const key = keyOf(call_indirect<f32>(kernel, query, row, bytes), slot);
    if (size < request.k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  setFound(request, ONLY_QUERY, size);
}

function listCandidates(walk: Walk, request: Request): u32 {
  let listed: u32 = 0;
  while (request.next < request.end && listed < request.stepRows) {
    listSlot(request, listed++, slotOf(keyAt(walk.pool, request.next++)));
  }
  return listed;
}

/** Lists the slots whose rows are needed. The count is loaded at each step, for the reason that scanTail gives. */
function listSlots(walk: Walk, request: Request): u32 {
  let listed: u32 = 0;
  const slots = countNow(walk);
  let slot = nextAllowed(walk, request.next, slots);
  for (; slot < slots && listed < request.stepRows; slot = nextAllowed(walk, slot + 1, slots)) {
    listSlot(request, listed++, slot);
  }
  request.next = slot;
  return listed;
}

function listSlot(request: Request, index: u32, slot: u32): void {
  store<u32>(request.slotsToFetch + ((<usize>index) << 2), slot);
}
