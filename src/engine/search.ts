// A search in one vector store's memory: effort, queries and filter in, hits out.
// The decision: if rows are in a file, the module names the rows it still needs, and is called until it needs none. So
// a search is the same wherever the rows are, except that it has one query at a time.
import { OutOfMemory } from "../errors/failures.ts";
import { FLAGS, MAX_QUERIES, SEARCH_METHODS, type SearchMethod, STATS } from "./abi.ts";
import type { RowFile } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { effortOf } from "./rescore.ts";
import { readRows, rowBytesOf } from "./rows.ts";
import type { Hits, SearchOptions, StoreSpec } from "./types.ts";

export interface SearchedStore {
  readonly linear: LinearMemory;
  readonly spec: StoreSpec;
  /** Null: the rows are in memory. */
  readonly rowFile: RowFile | null;
}

const HIT_WORDS = 2;
const WORD_BITS = 32;
/** The engine reads filters in words of 64 bits. */
const FILTER_BYTES = 8;
const NO_HITS: Hits = {
  slots: new Uint32Array(0),
  distances: new Float32Array(0),
  complete: true,
  compared: 0,
  rescored: 0,
  ef: 0,
  indexed: 0,
  method: "exact",
};

/** Options that few searches have. */
interface RareOptions {
  /** For each query a slot at which its walk begins, if that is a node; absent: the walk descends to its start. */
  readonly starts?: Uint32Array | undefined;
  /** For each query a slot over which its walk passes, as if it were not in the graph; not together with `starts`. */
  readonly without?: Uint32Array | undefined;
  /** The memory for the trace of the last query's walk, in bytes. */
  readonly traceBytes?: number;
}

export function searchStore(
  store: SearchedStore,
  queries: Float32Array,
  options: SearchOptions,
  rareOptions: RareOptions = {},
): Hits[] {
  const { starts, without, traceBytes = 0 } = rareOptions;
  const { linear, spec, rowFile } = store;
  const { exports, worker } = linear;
  const queryCount = queries.length / spec.dimension;
  const maxQueries = rowFile ? 1 : MAX_QUERIES;
  if (queryCount > maxQueries) return searchInParts(store, queries, options, maxQueries, rareOptions);
  const capacity = exports.stat(STATS.Capacity);
  const k = Math.min(options.k, capacity);
  if (k === 0 || queryCount === 0) return Array.from({ length: queryCount }, () => NO_HITS);
  const { ef, rescored } = effortOf(spec, k === options.k ? options : { ...options, k }, capacity);
  const { exact = false, ignoreCodes = false, indexedOnly = false } = options;
  openSearch(linear, queryCount, k, ef, options.filter, traceBytes);
  if (options.denseEf) exports.setDenseEf(worker, options.denseEf);
  for (let i = 0; i < queryCount; i++) {
    const address = exports.queryInput(worker, i);
    if (address === 0) throw new OutOfMemory();
    const query = queryCount === 1 ? queries : queries.subarray(i * spec.dimension, (i + 1) * spec.dimension);
    linear.floats(address, spec.dimension).set(query);
  }
  const flags =
    (exact ? FLAGS.Exact : 0) |
    (ignoreCodes ? FLAGS.IgnoreCodes : 0) |
    (indexedOnly ? FLAGS.IndexedOnly : 0) |
    (options.filter ? FLAGS.Filter : 0) |
    (starts ? FLAGS.Start : 0) |
    (without ? FLAGS.Without : 0);
  const named = starts ?? without;
  if (named) linear.words(exports.startInput(worker), queryCount).set(named);
  const method = SEARCH_METHODS[check(exports.search(worker, flags, rescored))]!;
  if (rowFile) fetchRows(linear, rowFile, rowBytesOf(spec.dimension));
  const hits: Hits[] = [];
  for (let i = 0; i < queryCount; i++) hits.push(hitsOf(linear, i, { maxHits: k, ef, method }));
  return hits;
}

function searchInParts(
  store: SearchedStore,
  queries: Float32Array,
  options: SearchOptions,
  maxQueries: number,
  { starts, without, ...rareOptions }: RareOptions,
): Hits[] {
  const { dimension } = store.spec;
  const hits: Hits[] = [];
  for (let at = 0; at * dimension < queries.length; at += maxQueries) {
    const part = queries.subarray(at * dimension, (at + maxQueries) * dimension);
    const begin = starts?.subarray(at, at + maxQueries);
    const left = without?.subarray(at, at + maxQueries);
    hits.push(...searchStore(store, part, options, { starts: begin, without: left, ...rareOptions }));
  }
  return hits;
}

function openSearch(
  linear: LinearMemory,
  queries: number,
  k: number,
  efKept: number,
  filter: Uint32Array | undefined,
  traceBytes: number,
): void {
  const { exports, worker } = linear;
  const slots = (filter?.length ?? 0) * WORD_BITS;
  check(exports.openSearch(worker, queries, k, efKept, slots, traceBytes));
  if (!filter) return;
  const bytes = Math.ceil((filter.length * WORD_BITS) / 8 / FILTER_BYTES) * FILTER_BYTES;
  const input = linear.bytes(exports.filterInput(worker), bytes);
  input.fill(0, bytes - FILTER_BYTES);
  input.set(new Uint8Array(filter.buffer, filter.byteOffset, filter.byteLength));
}

/** Completes a result with the rows it needs, step by step. */
function fetchRows(linear: LinearMemory, file: RowFile, rowBytes: number): void {
  const { fetch, slotsToFetch, fetchInput } = linear.exports;
  for (let toFetch = fetch(linear.worker); toFetch > 0; toFetch = fetch(linear.worker)) {
    const slots = linear.words(slotsToFetch(linear.worker), toFetch);
    readRows(file, slots, linear.bytes(fetchInput(linear.worker), toFetch * rowBytes));
  }
}

/** Reads hits from memory. @param maxHits the maximum number of hits */
function hitsOf(
  linear: LinearMemory,
  query: number,
  { maxHits, ef, method }: { readonly maxHits: number; readonly ef: number; readonly method: SearchMethod },
): Hits {
  const { exports, worker } = linear;
  const found = exports.found(worker, query);
  const distances = new Float32Array(found);
  const slots = new Uint32Array(found);
  const address = exports.hits(worker, query);
  const pairs = linear.floats(address, found * HIT_WORDS);
  const words = linear.words(address, found * HIT_WORDS);
  for (let i = 0; i < found; i++) {
    distances[i] = pairs[i * HIT_WORDS]!;
    slots[i] = words[i * HIT_WORDS + 1]!;
  }
  const compared = exports.compared(worker, query) >>> 0;
  const rescored = exports.rescored(worker, query) >>> 0;
  const indexed = exports.stat(STATS.Indexed);
  const efKept = method === "walk" ? ef : 0;
  return { slots, distances, complete: found < maxHits, compared, rescored, ef: efKept, indexed, method };
}
