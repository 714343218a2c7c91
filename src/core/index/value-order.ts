// The values of a column in order, with their slots: answers ranges, equality and minima without reading every slot.
// The decision: new values are collected and sorted when there are some thousands. Sorted runs double in length, so a
// value is merged once for each doubling, and a look-up reads a handful of runs. Large runs are merged in steps, some
// pairs with every value that is added, so no value waits for a whole merge. Pairs that the column no longer has are
// skipped, and left out when their run is merged.
import { runWhole, type Sliced } from "../../scheduling/slices.ts";
import { type Bits, setBit } from "../slots/bits.ts";
import type { Column } from "./column.ts";
import { MERGED_PER_YIELD, SortedRun } from "./sorted-run.ts";

const MAX_FRESH_PAIRS = 2048;
/** Up to here two runs are merged at once, which takes a tenth of a millisecond. */
const MAX_SHORT_PAIRS = 2 * MAX_FRESH_PAIRS;
/** Pairs that are merged for each that is added: more than lengths can double from short runs on. */
const MERGED_PER_ADDED = 16;
/** Above this share of all slots, reading the whole column takes less time than reading pairs in random order. */
const SCAN_SHARE = 1 / 16;
/** Pairs that are examined between two yields. */
const PAIRS_PER_YIELD = 2 ** 13;

export class ValueOrder {
  readonly #column: Column;
  #freshValues: number[] = [];
  #freshSlots: number[] = [];
  /** Lengths at least halve from one to the next, merges to come aside. */
  #runs: SortedRun[] = [];
  #merging: { readonly runs: readonly [SortedRun, SortedRun]; readonly work: Sliced<SortedRun> } | null =
    null;
  /** Values that were added since the merge went on. */
  #added = 0;

  constructor(column: Column) {
    this.#column = column;
  }

  get bytes(): number {
    const merging = this.#merging?.runs.reduce((sum, run) => sum + run.bytes, 0) ?? 0;
    return this.#runs.reduce((sum, run) => sum + run.bytes, merging + this.#freshSlots.length * 16);
  }

  /** The column has this value at the slot from now on. */
  add(value: number, slot: number): void {
    this.#freshValues.push(value);
    this.#freshSlots.push(slot);
    if (this.#freshSlots.length === MAX_FRESH_PAIRS) this.#settle();
    if (++this.#added % (MERGED_PER_YIELD / MERGED_PER_ADDED) === 0) this.#goOn();
  }

  /** How many values there are from `low` to `high`, both included; a little more where payloads have changed. */
  count(low: number, high: number): number {
    this.#settle();
    return this.#runs.reduce((sum, run) => sum + Math.max(0, run.upperBound(high) - run.lowerBound(low)), 0);
  }

  /** Adds to `bits` every slot that has a value from `low` to `high`, both included. */
  *addWithin(low: number, high: number, bits: Bits): Sliced<void> {
    if (this.count(low, high) > this.#column.end * SCAN_SHARE) {
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

  /** The pairs in order, each once, from the value `from` on (null: all); descending from it downwards. */
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

  /** Makes a run of the new values. */
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

  /** Whether the last run is to be merged with what comes behind it at once. */
  #isShort(last: SortedRun, run: SortedRun): boolean {
    if (this.#merging?.runs.includes(last)) return false;
    return last.length < 2 * run.length && last.length + run.length <= MAX_SHORT_PAIRS;
  }

  /** One step of the merge that is under way, or the beginning of the next. */
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

/** Which run comes next, or -1. */
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
