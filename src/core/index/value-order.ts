// The values of a column in their order, with the slots that have them: how a range, an equal value, or the smallest are
// found without a look at every slot.
// The decision: what is new is collected and sorted when it is some thousands; sorted runs double in length, so adding
// costs as often as lengths double, and a look goes through a handful of runs. A pair that the column does not have any
// more is passed over, and left out when its run is merged.
import type { Sliced } from "../../scheduling/slices.ts";
import type { Column } from "./column.ts";
import { SortedRun } from "./sorted-run.ts";

const FRESH = 4096;
/** Above this share of all slots it is cheaper to look at the column from end to end than at pairs in disorder. */
const SCAN_SHARE = 1 / 16;
/** Pairs that are looked at until the work may be cut. */
const CUT_PAIRS = 2 ** 13;

export class ValueOrder {
  readonly #column: Column;
  #freshValues: number[] = [];
  #freshSlots: number[] = [];
  /** Lengths at least halve from one to the next. */
  #runs: SortedRun[] = [];

  constructor(column: Column) {
    this.#column = column;
  }

  get bytes(): number {
    return this.#runs.reduce((sum, run) => sum + run.bytes, this.#freshSlots.length * 16);
  }

  /** The column has this value at the slot from now on. */
  add(value: number, slot: number): void {
    this.#freshValues.push(value);
    this.#freshSlots.push(slot);
    if (this.#freshSlots.length === FRESH) this.#settle();
  }

  /** How many values there are from `low` to `high`, both included; a little more where payloads have changed. */
  count(low: number, high: number): number {
    this.#settle();
    return this.#runs.reduce((sum, run) => sum + Math.max(0, run.upperBound(high) - run.lowerBound(low)), 0);
  }

  /** Calls `visit` with every slot that has a value from `low` to `high`, some more than once. */
  *forEachWithin(low: number, high: number, visit: (slot: number) => void): Sliced<void> {
    if (this.count(low, high) > this.#column.end * SCAN_SHARE) {
      yield* this.#column.forEachWithin(low, high, visit);
      return;
    }
    // Runs stay as they are; others may take their place while this is gone through.
    for (const run of [...this.#runs]) {
      const end = run.upperBound(high);
      for (let i = run.lowerBound(low); i < end; i++) {
        if (this.#column.has(run.slots[i]!, run.values[i]!)) visit(run.slots[i]!);
        if (i % CUT_PAIRS === 0) yield;
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

  /** What is new becomes a run. */
  #settle(): void {
    if (this.#freshSlots.length === 0) return;
    let run = SortedRun.sort(this.#freshValues, this.#freshSlots);
    this.#freshValues = [];
    this.#freshSlots = [];
    const holds = (value: number, slot: number) => this.#column.has(slot, value);
    while (this.#runs.length > 0 && this.#runs.at(-1)!.length < 2 * run.length) {
      run = this.#runs.pop()!.merge(run, holds);
    }
    if (run.length > 0) this.#runs.push(run);
  }
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
