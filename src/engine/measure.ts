// Measures distances between queries and given slots.
// The decision: in steps that take little of the vector store's memory, which never shrinks. A step has as many queries
// as fit a second-level cache, because all of them are measured against a row once it is loaded.
import { OutOfMemory } from "../errors/failures.ts";
import { MAX_QUERIES, STATS } from "./abi.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { ensureWritten, readRows, rowBytesOf } from "./rows.ts";
import type { SearchedStore } from "./search.ts";

const QUERY_BYTES = 128 * 1024;
const MAX_SLOTS = 1024;
/** Bytes of rows that are read from a file at a time. */
const FILE_BYTES = 128 * 1024;

interface MeasureStep {
  readonly queries: Float32Array;
  readonly slots: Uint32Array;
}

/** Returns the distances of all slots, query by query. */
export function measureSlots(store: SearchedStore, queries: Float32Array, slots: Uint32Array): Float32Array {
  const { linear, spec, rowFile } = store;
  ensureWritten(slots, linear.exports.stat(STATS.Count) >>> 0);
  const rowBytes = rowBytesOf(spec.dimension);
  const number = queries.length / spec.dimension;
  const mostQueries = itemsWithin(QUERY_BYTES, rowBytes, MAX_QUERIES);
  const mostSlots = rowFile ? itemsWithin(FILE_BYTES, rowBytes, MAX_SLOTS) : MAX_SLOTS;
  const distances = new Float32Array(number * slots.length);
  for (let first = 0; first < slots.length; first += mostSlots) {
    const stepSlots = slots.subarray(first, first + mostSlots);
    for (let query = 0; query < number; query += mostQueries) {
      const stepQueries = queries.subarray(query * spec.dimension, (query + mostQueries) * spec.dimension);
      const found = measureStep(store, { queries: stepQueries, slots: stepSlots });
      for (let i = 0; i * stepSlots.length < found.length; i++) {
        const distancesOfQuery = found.subarray(i * stepSlots.length, (i + 1) * stepSlots.length);
        distances.set(distancesOfQuery, (query + i) * slots.length + first);
      }
    }
  }
  return distances;
}

/** Returns how many rows fit into a number of bytes, at least one. */
function itemsWithin(bytes: number, rowBytes: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(bytes / rowBytes)));
}

/** Measures one step. @returns a view, valid until the next step */
function measureStep(
  { linear, spec, rowFile }: SearchedStore,
  { queries, slots }: MeasureStep,
): Float32Array {
  const { exports, worker } = linear;
  const rowBytes = rowBytesOf(spec.dimension);
  const number = queries.length / spec.dimension;
  const size = [worker, number, slots.length] as const;
  putQueries(linear, exports.measureQueries(...size), queries, spec.dimension);
  linear.words(exports.measureSlots(...size), slots.length).set(slots);
  if (rowFile) {
    const rows = linear.bytes(exports.measureRows(...size), slots.length * rowBytes);
    readRows(rowFile, slots, rows);
  }
  check(exports.measure(...size));
  return linear.floats(exports.measured(worker, number), number * slots.length);
}

/** Copies queries so that each begins where a row begins. */
function putQueries(linear: LinearMemory, address: number, queries: Float32Array, dimension: number): void {
  if (address === 0) throw new OutOfMemory();
  const stride = rowBytesOf(dimension) / Float32Array.BYTES_PER_ELEMENT;
  const number = queries.length / dimension;
  const rows = linear.floats(address, number * stride);
  for (let i = 0; i < number; i++) {
    rows.set(queries.subarray(i * dimension, (i + 1) * dimension), i * stride);
  }
}
