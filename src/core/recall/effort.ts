// Chooses how an index is searched for a recall that was asked for: an ef, or a comparison of all vectors.
// The decision: a walk that compares a large part of a segment takes longer than comparing all of it in order, so a
// recall that needs such a walk, or that no measured ef reaches, is served by an exact search. Before anything was
// measured, ef grows with the number of vectors.
import { EXACT, effortFor, type RecallTable } from "./recall-table.ts";

export interface Effort {
  /** Null: an exact search. */
  readonly ef: number | null;
  /** The candidates of a filtered walk where nearly all nodes near the query match, if those are more. */
  readonly denseEf?: number;
  /** The share that is expected to be found; null: it was not measured. */
  readonly expected: number | null;
  /** Whether no measured ef finds as much as was asked. */
  readonly isUnreached: boolean;
}

/** The vectors that are compared in order in the time in which a walk compares one. */
export const WALK_PRICE = 3;
/** Wider walks are not asked for; what they do not find is out of reach. */
const MAX_ASKED_EF = 2048;

/** A table is of an index that has grown by no more than this factor; a graph is measured again much earlier. */
const MAX_GROWTH = 1.3;

/** The ef for START_RECALL of ten neighbours while nothing was measured: it grows with the number of vectors. */
const START_EF = 64;
const START_VECTORS = 100_000;
const START_GROWTH = 24;
const START_RECALL = 0.95;
const START_K = 10;
/** The misses of a walk fall about as this power of its ef. */
const MISSES_POWER = 1.5;

/** @param share the share of the slots that a filter lets through */
export function chosenEffort(
  table: RecallTable | null,
  asked: number,
  { k, slots, share }: { readonly k: number; readonly slots: number; readonly share: number },
): Effort {
  if (asked >= 1) return COMPARE_ALL;
  if (!isOf(table, slots)) return { ef: startEf(asked, k, slots), expected: null, isUnreached: false };
  const effort = effortFor(table, asked, k, share);
  if (effort === EXACT) return COMPARE_ALL;
  const isUnreached = effort === null || effort.ef > Math.max(MAX_ASKED_EF, k);
  if (effort === null) return { ...COMPARE_ALL, isUnreached };
  // Among the slots of a filter, the engine chooses.
  const isLong = effort.compared * WALK_PRICE > slots * share;
  if (isLong && (share === 1 || isUnreached)) return { ...COMPARE_ALL, isUnreached };
  const { ef, expected } = effort;
  return share < 1
    ? { ef, denseEf: denseEfFor(table, asked, k), expected, isUnreached }
    : { ef, expected, isUnreached };
}

/** Returns the ef of walks whose nodes all match; where comparing all takes less time, the engine does that. */
function denseEfFor(table: RecallTable, asked: number, k: number): number {
  const effort = effortFor(table, asked, k, 1);
  return effort === null || effort === EXACT ? MAX_ASKED_EF : effort.ef;
}

const COMPARE_ALL: Effort = { ef: null, expected: 1, isUnreached: false };

/** Whether the table says something of an index with so many slots. One without classes is of one without vectors. */
function isOf(table: RecallTable | null, slots: number): table is RecallTable {
  return table !== null && table.classes.length > 0 && slots <= MAX_GROWTH * table.slots;
}

/** Returns an ef that is wide enough on most data. */
function startEf(asked: number, k: number, slots: number): number {
  const base = START_EF + START_GROWTH * Math.max(0, Math.log2(slots / START_VECTORS));
  const fewer = ((1 - START_RECALL) / (1 - asked)) ** (1 / MISSES_POWER);
  return Math.max(k, Math.ceil(base * fewer * Math.max(1, k / START_K)));
}
