// The working memory of one call in the scratch area of the thread: its inputs, its outputs, and the data of the walk.
// The decision: the host gives the sizes first, so the area has its final size and address before it is filled.
//
//   0      Walk        256   Request        512   queries | filter bits | hits of each query | starts of walks
//   | prepared query | candidates of the walk | keys of one list of links: all, chosen, kept
//   | slots, addresses and distances that are measured | with rows outside: requested slots, their rows
//   | nodes that a filtered walk may follow | its nearest matches | trace of the walk
import { Metric } from "../abi";
import { storeRow } from "../distance/normalize";
import { count, dimension, linksPerLevel, live, metric, rowBytes, rowsOutside } from "../memory/layout";
import { scratch } from "../memory/scratch";
import { preparedBytes } from "../walk/space";
import { beginTrace } from "../walk/trace";
import { Walk } from "../walk/walk";

const REQUEST_OFFSET: usize = 256;
const FIRST_OFFSET: u64 = 512;
/** Four words for each query. */
const COUNTS_SHIFT: usize = 4;
/** The approximate bytes of the rows that the host fetches in one step: most searches need one step. */
const STEP_BYTES: u32 = 128 * 1024;

/** Slots that an exact search on codes may leave to be compared on the vectors, before it gives the codes up. */
const BOUNDED_PER_HIT: u32 = 4;
const MIN_BOUNDED: u32 = 4096;
/** Nodes that a restricted walk may have measured and not expanded: a walk with more would take longer than a scan. */
const MAX_FRONTIER_NODES: u32 = 16_384;

@unmanaged
export class Request {
  queries: u32 = 0;
  k: u32 = 0;
  /** The number of results whose order by the space of the walk decides which hits are found. */
  ranked: u32 = 0;
  rows: usize = 0;
  /** Memory for k keys of each query; after the search (f32 distance, u32 slot) pairs, nearest first. */
  hits: usize = 0;
  /** For each query how many hits it has, how many vectors and codes it was compared with, how many vectors again. */
  found: usize = 0;
  /** For each query the slot at which its walk begins, where the host says that. */
  starts: usize = 0;
  /** Bytes of the filter that the host may write. */
  filterBytes: u32 = 0;
  filter: usize = 0;
  method: u32 = 0;
  /** Rows that the host keeps, fetched in steps: see fetch.ts. */
  slotsToFetch: usize = 0;
  fetched: usize = 0;
  /** The number of rows that one step can take, and the number that the last step listed. */
  stepRows: u32 = 0;
  fetchCount: u32 = 0;
  /** The next candidate of the pool, or the next slot, and where to end; `all`: slots. */
  next: u32 = 0;
  end: u32 = 0;
  allSlots: bool = false;
}

/** The most slots that one step of a walk gathers, the last group of four filled up. */
function gatherLimit(): u32 {
  return 4 * linksPerLevel() + 64;
}

/**
 * Lays the area out, with a pool that suffices for an exact search if there is memory for it.
 * @returns false when there is no memory
 */
export function openRequest(
  worker: u32,
  queries: u32,
  k: u32,
  ef: u32,
  filterSlots: u32,
  traceBytes: u32,
): bool {
  const poolCapacity = max(ef, min(count(), max(BOUNDED_PER_HIT * k, MIN_BOUNDED)));
  return (
    layOut(worker, queries, k, ef, poolCapacity, filterSlots, traceBytes) ||
    layOut(worker, queries, k, ef, ef, filterSlots, traceBytes)
  );
}

function layOut(
  worker: u32,
  queries: u32,
  k: u32,
  ef: u32,
  poolCapacity: u32,
  filterSlots: u32,
  traceBytes: u32,
): bool {
  const filterBytes = (<u64>((filterSlots + 63) >> 6)) << 3;
  const gathered = (<u64>gatherLimit()) << 2;
  const rows = FIRST_OFFSET;
  const filter = aligned(rows + <u64>queries * rowBytes());
  const hits = aligned(filter + filterBytes);
  const found = aligned(hits + <u64>queries * k * 8);
  const starts = aligned(found + ((<u64>queries) << COUNTS_SHIFT));
  const prepared = aligned(starts + <u64>queries * 4);
  const pool = aligned(prepared + preparedBytes());
  const candidates = aligned(pool + (<u64>poolCapacity + 1) * 8);
  const slots = aligned(candidates + gathered * 4);
  const step: u32 = rowsOutside() ? max(STEP_BYTES / rowBytes(), 1) : 0;
  const slotsToFetch = aligned(slots + gathered * 3);
  const fetched = aligned(slotsToFetch + <u64>step * 4);
  const frontier = aligned(fetched + <u64>step * rowBytes());
  const frontierCapacity = filterSlots > 0 || live() < count() ? min(count(), MAX_FRONTIER_NODES) : 0;
  const nearest = aligned(frontier + <u64>frontierCapacity * 8);
  const trace = aligned(nearest + (frontierCapacity > 0 ? <u64>ef * 8 : 0));
  const base = scratch(worker, trace + traceBytes);
  if (base == 0) return false;
  const request = requestOf(worker);
  request.queries = queries;
  request.k = k;
  request.rows = base + <usize>rows;
  request.filter = base + <usize>filter;
  request.filterBytes = <u32>filterBytes;
  request.hits = base + <usize>hits;
  request.found = base + <usize>found;
  request.starts = base + <usize>starts;
  request.slotsToFetch = base + <usize>slotsToFetch;
  request.fetched = base + <usize>fetched;
  request.stepRows = step;
  const walk = walkOf(worker);
  memory.fill(changetype<usize>(walk), 0, REQUEST_OFFSET);
  walk.worker = worker;
  walk.prepared = base + <usize>prepared + 64;
  walk.pool = base + <usize>pool;
  walk.ef = ef;
  walk.poolCapacity = poolCapacity;
  walk.candidates = base + <usize>candidates;
  walk.slots = base + <usize>slots;
  walk.addresses = base + <usize>(slots + gathered);
  walk.distances = base + <usize>(slots + gathered * 2);
  walk.frontier = base + <usize>frontier;
  walk.frontierCapacity = frontierCapacity;
  walk.nearest = base + <usize>nearest;
  walk.filterSlots = filterSlots;
  walk.trace = traceBytes == 0 ? 0 : base + <usize>trace;
  walk.traceBytes = traceBytes;
  beginTrace(walk);
  return true;
}

export function walkOf(worker: u32): Walk {
  return changetype<Walk>(scratch(worker, 0));
}

export function requestOf(worker: u32): Request {
  return changetype<Request>(scratch(worker, 0) + REQUEST_OFFSET);
}

export function rowOf(request: Request, query: u32): usize {
  return request.rows + <usize>query * rowBytes();
}

export function hitsOf(request: Request, query: u32): usize {
  return request.hits + ((<usize>query * request.k) << 3);
}

export function startOf(request: Request, query: u32): u32 {
  return load<u32>(request.starts + ((<usize>query) << 2));
}

export function foundOf(request: Request, query: u32): u32 {
  return load<u32>(request.found + ((<usize>query) << COUNTS_SHIFT));
}

export function setFound(request: Request, query: u32, found: u32): void {
  store<u32>(request.found + ((<usize>query) << COUNTS_SHIFT), found);
}

export function comparedOf(request: Request, query: u32): u32 {
  return load<u32>(request.found + ((<usize>query) << COUNTS_SHIFT), 4);
}

export function setCompared(request: Request, query: u32, compared: u32): void {
  store<u32>(request.found + ((<usize>query) << COUNTS_SHIFT), compared, 4);
}

/** How many of the vectors were measured after their codes, or a second time. */
export function rescoredOf(request: Request, query: u32): u32 {
  return load<u32>(request.found + ((<usize>query) << COUNTS_SHIFT), 8);
}

export function setRescored(request: Request, query: u32, rescored: u32): void {
  store<u32>(request.found + ((<usize>query) << COUNTS_SHIFT), rescored, 8);
}

/** Brings the queries into the form in which vectors are stored, and the walk under the rule of who may be found. */
export function beginRequest(worker: u32, filtered: bool): void {
  const request = requestOf(worker);
  for (let query: u32 = 0; query < request.queries; query++) {
    const row = rowOf(request, query);
    storeRow(row, row, dimension(), rowBytes(), metric() == Metric.Cosine);
    setRescored(request, query, 0);
  }
  const walk = walkOf(worker);
  walk.filter = filtered ? request.filter : 0;
  walk.restricted = filtered || live() < count();
}

function aligned(offset: u64): u64 {
  return (offset + 63) & ~63;
}
