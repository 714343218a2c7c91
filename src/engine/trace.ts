// A traced search: its hits, and the steps of its walk as the walk recorded them (assembly/walk/trace.ts).
// The decision: the steps are flat arrays, as they are read from memory, because there may be thousands.
import { STATS } from "./abi.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { type SearchedStore, searchStore } from "./search.ts";
import type { Hits, SearchOptions } from "./types.ts";

export interface WalkStep {
  readonly level: number;
  readonly slot: number;
  /** Its distance as the walk knows it: by the codes if there are codes. NaN: it was not measured. */
  readonly distance: number;
  /** The slots that were measured then. */
  readonly slots: Uint32Array;
  readonly distances: Float32Array;
  /** 1: the slot was kept, as a candidate or as the nearest so far. */
  readonly kept: Uint8Array;
}

export interface TracedSearch {
  readonly hits: Hits;
  /** In their order; none if no graph was walked. */
  readonly steps: readonly WalkStep[];
  /** Whether the walk had more steps than were recorded. */
  readonly truncated: boolean;
}

/** Two thousand steps of twenty measured nodes each. */
const TRACE_BYTES = 512 * 1024;
const STEP_WORDS = 4;
const MEASURED_WORDS = 3;
const HEAD_WORDS = 2;

export function traceSearch(
  store: SearchedStore,
  query: Float32Array,
  options: SearchOptions,
  mostSteps: number,
): TracedSearch {
  const hits = searchStore(store, query, options, { traceBytes: TRACE_BYTES })[0]!;
  if (store.linear.exports.stat(STATS.Capacity) === 0) return { hits, steps: [], truncated: false };
  const { words, floats, missing } = written(store.linear);
  const steps: WalkStep[] = [];
  let at = HEAD_WORDS;
  while (at < words.length && steps.length < mostSteps) {
    const measured = words[at + 3]!;
    const rows = Array.from({ length: measured }, (_, i) => at + STEP_WORDS + i * MEASURED_WORDS);
    steps.push({
      level: words[at]!,
      slot: words[at + 1]!,
      distance: floats[at + 2]!,
      slots: Uint32Array.from(rows, (row) => words[row]!),
      distances: Float32Array.from(rows, (row) => floats[row + 1]!),
      kept: Uint8Array.from(rows, (row) => words[row + 2]!),
    });
    at += STEP_WORDS + measured * MEASURED_WORDS;
  }
  return { hits, steps, truncated: missing || at < words.length };
}

/** Returns the memory of the trace as words and as floats. */
function written(linear: LinearMemory): { words: Uint32Array; floats: Float32Array; missing: boolean } {
  const address = linear.exports.trace(linear.worker);
  const [bytes, missing] = linear.words(address, HEAD_WORDS);
  const length = bytes! / Uint32Array.BYTES_PER_ELEMENT;
  return {
    words: linear.words(address, length),
    floats: linear.floats(address, length),
    missing: missing !== 0,
  };
}
