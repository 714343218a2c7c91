// The values of a column in order, with their slots: answers ranges, equality and minima without reading every slot.
// The decision: new values are collected and sorted when there are some thousands. Sorted runs double in length, so a
// value is merged once for each doubling, and a look-up reads a handful of runs. Large runs are merged in steps, some
// pairs with every value that is added, so no value waits for a whole merge. Pairs that the column no longer has are
// skipped, and left out when their run is merged.
import { runWhole, type Sliced } from "../../scheduling/slices.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, setBit } from "../slots/bits.ts";
import type { Column } from "./column.ts";
import { MERGED_PER_YIELD, SortedRun } from "./sorted-run.ts";

const MAX_FRESH_PAIRS = 2048;
/** Above this share, reading a column whose blocks are sorted takes less time than reading pairs. */
const SORTED_SHARE = 1 / 256;
/** The length up to which two runs are merged in one step, which takes a tenth of a millisecond. */
const MAX_SHORT_PAIRS = 2 * MAX_FRESH_PAIRS;
/** Pairs that are merged for each added one: more than a run can double its length, so merging keeps up with adding. */
const MERGED_PER_ADDED = 16;
/** Above this share of all slots, reading the whole column takes less time than reading pairs in random order. */
const SCAN_SHARE = 1 / 32;
/** More runs than any order has, as the length of runs doubles. */
const MAX_RUNS = 2 ** 16;
/** Pairs that are examined between two yields. */
const PAIRS_PER_YIELD = 2 ** 13;

export class ValueOrder {
  readonly #column: Column;
  #freshValues: number[] = [];
  #freshSlots: number[] = [];
  /** Each run has at most half the length of the one before it, except for runs that await a merge. */
  #runs: SortedRun[] = [];
  #merging: { readonly runs: readonly [SortedRun, SortedRun]; readonly work: Sliced<SortedRun> } | null =
    null;
  /** The number of values that were added since the last step of the merge. */
  #added = 0;

  constructor(column: Column) {
    this.#column = column;
  }

  get bytes(): number {
    const merging = this.#merging?.runs.reduce((sum, run) => sum + run.bytes, 0) ?? 0;
    return this.#runs.reduce((sum, run) => sum + run.bytes, merging + this.#freshSlots.length * 16);
  }

  /** Adds a value that the column has now. */
  add(value: number, slot: number): void {
    this.#freshValues.push(value);
    this.#freshSlots.push(slot);
    if (this.#freshSlots.length === MAX_FRESH_PAIRS) this.#settle();
    if (++this.#added % (MERGED_PER_YIELD / MERGED_PER_ADDED) === 0) this.#goOn();
  }

  /** Returns the number of values from `low` to `high`, both included; replaced values may be counted, too. */
  count(low: number, high: number): number {
    this.#settle();
    return this.#runs.reduce((sum, run) => sum + Math.max(0, run.upperBound(high) - run.lowerBound(low)), 0);
  }

  /** Adds the slots that have a value from `low` to `high`, both included, to `bits`. */
  *addWithin(low: number, high: number, bits: Bits): Sliced<void> {
    const share = this.#column.isSorted ? SORTED_SHARE : SCAN_SHARE;
    if (this.count(low, high) > this.#column.end * share) {
      yield* this.#column.addWithin(low, high, bits);
      return;
    }
    // Runs stay as they are; others may take their place while this is gone through.
    for (const run of [...this.#runs]) {
      const end = run.upperBound(high);
      for (let i = run.lowerBound(low); i < end; i++) {
        if (this.#column.has(run.slots[i]!, run.values[i]!)) setBit(bits, run.slots[i]!);
        if (i % PAIRS_PER_YIELD === 0) yield;
      }
    }
  }

  /**
   * Yields each pair once, in order, from the value `from` on (null: from the first one); descending, downwards from
   * it.
   */
  *walk(descending: boolean, from: number | null): Generator<{ value: number; slot: number }> {
    this.#settle();
    // Runs stay as they are; others may take their place while this is gone through.
    const runs = [...this.#runs];
    const cursors = runs.map((run) => startOf(run, descending, from));
    const step = descending ? -1 : 1;
    let value = Number.NaN;
    let slot = -1;
    for (;;) {
      const best = nextOf(runs, cursors, descending);
      if (best < 0) return;
      const run = runs[best]!;
      const at = cursors[best]!;
      cursors[best] = at + step;
      if (run.values[at] === value && run.slots[at] === slot) continue;
      value = run.values[at]!;
      slot = run.slots[at]!;
      if (this.#column.has(slot, value)) yield { value, slot };
    }
  }

  *save(out: BlockWriter): Sliced<void> {
    this.#settle();
    // Runs stay as they are; others may take their place while these are written.
    const runs = [...this.#runs];
    out.words([runs.length]);
    for (const run of runs) yield* run.save(out);
  }

  /** Fills an empty order. The column must be filled with what was saved with it. */
  *load(reader: BlockReader): Sliced<void> {
    const count = reader.word(MAX_RUNS);
    for (let i = 0; i < count; i++) this.#runs.push(yield* SortedRun.load(reader));
  }

  /** Sorts the added values into a run of their own. */
  #settle(): void {
    if (this.#freshSlots.length === 0) return;
    let run = SortedRun.sort(this.#freshValues, this.#freshSlots);
    this.#freshValues = [];
    this.#freshSlots = [];
    for (let last = this.#runs.at(-1); last && this.#isShort(last, run); last = this.#runs.at(-1)) {
      this.#runs.pop();
      run = runWhole(last.merge(run, this.#holds));
    }
    if (run.length > 0) this.#runs.push(run);
  }

  /** Whether both runs are short enough to be merged in one step. */
  #isShort(last: SortedRun, run: SortedRun): boolean {
    if (this.#merging?.runs.includes(last)) return false;
    return last.length < 2 * run.length && last.length + run.length <= MAX_SHORT_PAIRS;
  }

  /** Does one step of the current merge, or begins the next one. */
  #goOn(): void {
    this.#merging ??= this.#nextMerge();
    if (this.#merging === null) return;
    const { runs, work } = this.#merging;
    const step = work.next();
    if (!step.done) return;
    const at = this.#runs.indexOf(runs[0]);
    this.#runs.splice(at, 2, ...(step.value.length > 0 ? [step.value] : []));
    this.#merging = null;
  }

  /** Begins to merge the shortest two runs of which one is less than twice as long as the other. */
  #nextMerge() {
    for (let i = this.#runs.length - 2; i >= 0; i--) {
      const [run, next] = [this.#runs[i]!, this.#runs[i + 1]!];
      if (run.length < 2 * next.length)
        return { runs: [run, next] as const, work: run.merge(next, this.#holds) };
    }
    return null;
  }

  readonly #holds = (value: number, slot: number): boolean => this.#column.has(slot, value);
}

/** Returns the index of the run with the next pair; -1 after the last. */
function nextOf(runs: readonly SortedRun[], cursors: readonly number[], descending: boolean): number {
  let best = -1;
  runs.forEach((run, i) => {
    const at = cursors[i]!;
    if (at < 0 || at >= run.length) return;
    if (best < 0 || comesBefore(run, at, runs[best]!, cursors[best]!, descending)) best = i;
  });
  return best;
}

function startOf(run: SortedRun, descending: boolean, from: number | null): number {
  if (descending) return (from === null ? run.length : run.upperBound(from)) - 1;
  return from === null ? 0 : run.lowerBound(from);
}

function comesBefore(a: SortedRun, i: number, b: SortedRun, j: number, descending: boolean): boolean {
  const difference = a.values[i]! - b.values[j]! || a.slots[i]! - b.slots[j]!;
  return descending ? difference > 0 : difference < 0;
}
