// Searching as the host sees it: say how much is asked for, put queries and filter where they go, search, read hits.
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
 * Makes room for a search: `queries` rows, `k` hits each, a walk `ef` candidates wide, a filter over the slots
 * below `filterSlots`, and `traceBytes` to write down what walks do; 0, or at least as many as the head of a trace has. The addresses that the other exports answer hold until the next call of this one.
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

/** Where the host puts the query of this number, `dimension` floats. */
export function queryInput(worker: u32, query: u32): usize {
  return rowOf(requestOf(worker), query);
}

/** Where the host puts the filter: bits of slots, in 64-bit words; as many as `openSearch` was told. */
export function filterInput(worker: u32): usize {
  return requestOf(worker).filter;
}

/** Where the host puts, for each query, the slot at which its walk begins; read with `Flag.Start` alone. */
export function startInput(worker: u32): usize {
  return requestOf(worker).starts;
}

/**
 * Answers the queries; where the host keeps the rows, `fetch` completes the answer.
 * @param flags of Flag
 * @param candidates how many of the walk are compared on the f32 vectors, k at least
 * @returns a number of Served, or a status
 */
export function search(worker: u32, flags: u32, candidates: u32): i32 {
  const request = requestOf(worker);
  const walk = walkOf(worker);
  beginRequest(worker, (flags & Flag.Filter) != 0);
  if (!findAll(walk, request, flags, max(candidates, request.k))) return Status.OutOfMemory;
  for (let query: u32 = 0; query < request.queries && !rowsOutside(); query++) unpack(request, query);
  return <i32>request.served;
}

/**
 * The next step of a search whose rows the host keeps: takes the rows that the last step wanted, each of `rowBytes`.
 * @returns how many rows are wanted now; 0: the hits are complete
 */
export function fetch(worker: u32): u32 {
  const request = requestOf(worker);
  const wanted = compareFetched(walkOf(worker), request);
  if (wanted == 0) unpack(request, 0);
  return wanted;
}

/** Where the numbers of the wanted slots are. */
export function wantedSlots(worker: u32): usize {
  return requestOf(worker).wantedSlots;
}

/** Where the host puts their rows, in the same order. */
export function fetchInput(worker: u32): usize {
  return requestOf(worker).fetched;
}

/** Where the hits of a query are: (f32 distance, u32 slot), nearest first. */
export function hits(worker: u32, query: u32): usize {
  return hitsOf(requestOf(worker), query);
}

export function found(worker: u32, query: u32): u32 {
  return foundOf(requestOf(worker), query);
}

/** How many vectors and codes a query was compared with. */
export function compared(worker: u32, query: u32): u32 {
  return comparedOf(requestOf(worker), query);
}

/** How many of them were vectors that were measured after their codes, or a second time, for the exact score. */
export function rescored(worker: u32, query: u32): u32 {
  return rescoredOf(requestOf(worker), query);
}

/** Where is written down what the walks of the search did; see walk/trace.ts. */
export function traceOf(worker: u32): usize {
  return walkOf(worker).trace;
}

/** Turns keys into what the host reads. */
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
