// The values of a long list in a filter, as a set that is filled in slices: half a million texts take a quarter of a
// second.
// The decision: a filter is parsed in one go, so errors are reported at once. The set of a long list is filled later,
// when the filter is planned, where the work can be cut; a look-up before that fills it at once. Values are spread
// over many sets, none of which takes long to double.
import type { Sliced } from "../../scheduling/slices.ts";
import type { Condition, Filter, Integer, Values } from "./filter.ts";
import { PART_COUNT, partOf } from "./spread.ts";

/** Values that are inserted between two yields. */
const VALUES_PER_YIELD = 2 ** 8;

type Value = string | Integer;

export class LargeSet implements Values {
  readonly #given: readonly Value[];
  readonly #read: (given: Value) => Value;
  readonly #parts: (Set<Value> | undefined)[] = Array(PART_COUNT).fill(undefined);
  #next = 0;

  /** @param read converts a given value to the form in which values are compared */
  constructor(given: readonly Value[], read: (given: Value) => Value) {
    this.#given = given;
    this.#read = read;
  }

  *fill(): Sliced<void> {
    while (this.#next < this.#given.length) {
      this.#put(VALUES_PER_YIELD);
      yield;
    }
  }

  has(value: unknown): boolean {
    this.#put(this.#given.length);
    const isValue = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
    return isValue && this.#parts[partOf(value)]?.has(value) === true;
  }

  /** Yields the distinct values in arbitrary order. */
  *[Symbol.iterator](): Generator<Value> {
    this.#put(this.#given.length);
    for (const part of this.#parts) if (part) yield* part;
  }

  /** Returns a set of the same values, each converted by `form`. */
  as(form: (value: Value) => Value): LargeSet {
    return new LargeSet(this.#given, (given) => form(this.#read(given)));
  }

  #put(count: number): void {
    const end = Math.min(this.#given.length, this.#next + count);
    while (this.#next < end) {
      const value = this.#read(this.#given[this.#next++]!);
      const at = partOf(value);
      this.#parts[at] ??= new Set();
      this.#parts[at].add(value);
    }
  }
}

/** Fills the sets of a filter before it is evaluated, so that no later check takes long. */
export function* fillSets({ must, should, mustNot, minShould }: Filter): Sliced<void> {
  for (const conditions of [must, should, mustNot, minShould?.conditions ?? []]) {
    for (const condition of conditions) yield* fillSetOf(condition);
  }
}

function* fillSetOf(condition: Condition): Sliced<void> {
  switch (condition.kind) {
    case "filter":
    case "nested":
      return yield* fillSets(condition.filter);
    case "has_id":
      return yield* condition.ids.fill();
    case "field": {
      const { check } = condition;
      if ((check.kind === "any" || check.kind === "except") && check.values instanceof LargeSet) {
        yield* check.values.fill();
      }
    }
  }
}
