// A search in one store of sparse vectors: query and filter in, hits and figures out; the same for scores of given
// slots and for statistics of terms.
import { OutOfMemory } from "../errors/failures.ts";
import { SPARSE_STATS, STATS, STRATEGIES } from "./abi.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { entriesOf } from "./sparse-rows.ts";
import type { SparseSearchOptions, TermStatistics } from "./sparse-types.ts";
import type { Hits } from "./types.ts";

const WORD_BITS = 32;
const HIT_WORDS = 2;
const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** Slots that are measured at a time: the scratch memory of a thread never shrinks. */
const MOST_SLOTS = 16_384;
/** The module searches exactly if this is the part of the products to leave out. */
const EXACT = -1;

export function searchSparse(
  linear: LinearMemory,
  query: Uint8Array,
  { k, filter, approximate }: SparseSearchOptions,
): Hits {
  const { exports, worker } = linear;
  const capacity = exports.stat(STATS.Capacity) >>> 0;
  const hits = Math.min(k, capacity);
  const kept = Math.min(Math.ceil(hits * (approximate?.oversampling ?? 1)), capacity);
  openQuery(linear, query, kept, filter ?? null);
  const found = hits === 0 ? 0 : check(exports.searchSparse(worker, approximate?.drop ?? EXACT, hits));
  const stat = (which: number) => exports.sparseStat(worker, which) >>> 0;
  const { slots, distances } = hitsAt(linear, found);
  return {
    slots,
    distances,
    complete: found < hits,
    compared: stat(SPARSE_STATS.Compared),
    rescored: 0,
    ef: 0,
    indexed: exports.stat(STATS.Count) >>> 0,
    method: "exact",
    sparse: {
      terms: stat(SPARSE_STATS.Terms),
      postings: stat(SPARSE_STATS.Postings),
      windows: stat(SPARSE_STATS.Windows),
      windowsSkipped: stat(SPARSE_STATS.Skipped),
      strategy: STRATEGIES[stat(SPARSE_STATS.Strategy)]!,
    },
  };
}

/** Returns the distances of the slots, query by query. */
export function measureSparse(
  linear: LinearMemory,
  queries: readonly Uint8Array[],
  slots: Uint32Array,
): Float32Array {
  const { exports, worker } = linear;
  const distances = new Float32Array(queries.length * slots.length);
  queries.forEach((query, i) => {
    for (let first = 0; first < slots.length; first += MOST_SLOTS) {
      const part = slots.subarray(first, first + MOST_SLOTS);
      openQuery(linear, query, Math.ceil(part.length / HIT_WORDS), null);
      linear.words(exports.sparseHits(worker), part.length).set(part);
      check(exports.measureSparse(worker, part.length));
      distances.set(linear.floats(exports.sparseHits(worker), part.length), i * slots.length + first);
    }
  });
  return distances;
}

/** Counts live vectors and, for each index, those that have it. @param within null: all slots */
export function countTerms(
  linear: LinearMemory,
  indices: Uint32Array,
  within: Uint32Array | null,
): TermStatistics {
  const { exports, worker } = linear;
  if (within === null) {
    const vectors = exports.sparseStat(worker, SPARSE_STATS.Vectors) >>> 0;
    return { vectors, frequencies: indices.map((index) => exports.sparseRowsWith(index) >>> 0) };
  }
  const words = new Uint32Array(1 + 2 * indices.length);
  words[0] = indices.length;
  words.set(indices, 1);
  // The module counts at the position that an entry of the query has as its value.
  new Float32Array(words.buffer, WORD * (1 + indices.length)).set(indices.map((_, i) => i));
  openQuery(linear, new Uint8Array(words.buffer), 1, within);
  const vectors = check(exports.sparseCorpus(worker));
  const counts = linear.words(exports.sparseQuery(worker) + WORD * (1 + indices.length), indices.length);
  return { vectors, frequencies: counts.slice() };
}

function openQuery(linear: LinearMemory, query: Uint8Array, k: number, filter: Uint32Array | null): void {
  const { exports, worker } = linear;
  const slots = (filter?.length ?? 0) * WORD_BITS;
  check(exports.openSparse(worker, entriesOf(query), k, slots, filter !== null));
  const address = exports.sparseQuery(worker);
  if (address === 0) throw new OutOfMemory();
  linear.bytes(address, query.length).set(query);
  if (slots === 0) return;
  // The last word of 64 bits may have one half only, and the area may have been used before.
  linear
    .words(exports.sparseFilter(worker), 2 * Math.ceil(filter!.length / 2))
    .fill(0)
    .set(filter!);
}

function hitsAt(linear: LinearMemory, found: number): Pick<Hits, "slots" | "distances"> {
  const words = linear.words(linear.exports.sparseHits(linear.worker), found * HIT_WORDS);
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  const slots = new Uint32Array(found);
  const distances = new Float32Array(found);
  for (let i = 0; i < found; i++) {
    distances[i] = floats[i * HIT_WORDS]!;
    slots[i] = words[i * HIT_WORDS + 1]!;
  }
  return { slots, distances };
}
