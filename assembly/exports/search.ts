// Searching as the host calls it: open a search, write queries and filter, search, read hits.
import { Flag, MAX_EF, MAX_QUERIES, Status } from "../abi";
import { distanceOf, get } from "../heap";
import { rowsOutside } from "../memory/layout";
import { compareFetched } from "../search/fetch";
import { findAll } from "../search/find";
import {
  beginRequest,
  comparedOf,
  foundOf,
  hitsOf,
  openRequest,
  Request,
  requestOf,
  rescoredOf,
  rowOf,
  walkOf,
} from "../search/request";
import { TRACE_HEAD } from "../walk/trace";

/**
 * Allocates a search: `queries` rows, `k` hits each, a walk with `ef` candidates, a filter for the slots below
 * `filterSlots`, and `traceBytes` for a trace of walks: 0, or at least the size of its head. The addresses that the
 * other exports return are valid until the next call of this one.
 */
export function openSearch(
  worker: u32,
  queries: u32,
  k: u32,
  ef: u32,
  filterSlots: u32,
  traceBytes: u32,
): i32 {
  if (queries < 1 || queries > (rowsOutside() ? 1 : MAX_QUERIES) || k < 1 || ef < k || ef > MAX_EF)
    return Status.InvalidArgument;
  if (traceBytes > 0 && traceBytes < TRACE_HEAD) return Status.InvalidArgument;
  return openRequest(worker, queries, k, ef, filterSlots, traceBytes) ? Status.Ok : Status.OutOfMemory;
}

/** Sets the number of candidates that a filtered walk keeps where all nodes near the query match. */
export function setDenseEf(worker: u32, ef: u32): void {
  walkOf(worker).denseEf = min(ef, MAX_EF);
}

/** Returns where the host writes a query, `dimension` floats. */
export function queryInput(worker: u32, query: u32): usize {
  return rowOf(requestOf(worker), query);
}

/** Returns where the host writes the filter: bits of slots, in 64-bit words, as many as `openSearch` was told. */
export function filterInput(worker: u32): usize {
  return requestOf(worker).filter;
}

/**
 * Returns where the host writes, for each query, the slot at which its walk begins; it is read only with `Flag.Start`.
 */
export function startInput(worker: u32): usize {
  return requestOf(worker).starts;
}

/**
 * Answers the queries. If the host keeps the rows, `fetch` completes the answer.
 * @param flags of Flag
 * @param candidates the number of candidates that are rescored with the f32 vectors, at least k
 * @returns a number of Served, or a status
 */
export function search(worker: u32, flags: u32, candidates: u32): i32 {
  const request = requestOf(worker);
  const walk = walkOf(worker);
  beginRequest(worker, (flags & Flag.Filter) != 0);
  if (!findAll(walk, request, flags, max(candidates, request.k))) return Status.OutOfMemory;
  for (let query: u32 = 0; query < request.queries && !rowsOutside(); query++) unpack(request, query);
  return <i32>request.method;
}

/**
 * Does the next step of a search whose rows the host keeps. It reads the rows that the last step requested, each of
 * `rowBytes`.
 * @returns the number of rows that are requested now; 0: the hits are complete
 */
export function fetch(worker: u32): u32 {
  const request = requestOf(worker);
  const toFetch = compareFetched(walkOf(worker), request);
  if (toFetch == 0) unpack(request, 0);
  return toFetch;
}

/** Returns where the numbers of the requested slots are. */
export function slotsToFetch(worker: u32): usize {
  return requestOf(worker).slotsToFetch;
}

/** Returns where the host writes their rows, in the same order. */
export function fetchInput(worker: u32): usize {
  return requestOf(worker).fetched;
}

/** Returns where the hits of a query are: (f32 distance, u32 slot), nearest first. */
export function hits(worker: u32, query: u32): usize {
  return hitsOf(requestOf(worker), query);
}

export function found(worker: u32, query: u32): u32 {
  return foundOf(requestOf(worker), query);
}

/** Returns the number of vectors and codes that a query was compared with. */
export function compared(worker: u32, query: u32): u32 {
  return comparedOf(requestOf(worker), query);
}

/** Returns how many of these were vectors measured after their codes, or a second time, for the exact score. */
export function rescored(worker: u32, query: u32): u32 {
  return rescoredOf(requestOf(worker), query);
}

/** Returns where the trace of the walks is; see walk/trace.ts. */
export function traceOf(worker: u32): usize {
  return walkOf(worker).trace;
}

/** Converts keys to the form that the host reads. */
function unpack(request: Request, query: u32): void {
  const keys = hitsOf(request, query);
  const size = foundOf(request, query);
  for (let i: u32 = 0; i < size; i++) {
    const at = keys + ((<usize>i) << 3);
    const key = get(keys, i);
    store<f32>(at, distanceOf(key));
    store<u32>(at, <u32>key, 4);
  }
}
