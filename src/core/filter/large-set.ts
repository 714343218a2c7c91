// The values of a long list in a filter, as a set that is filled in slices: half a million texts take a quarter of a second.
// The decision: a filter is read in one go, so what is wrong with it is said at once; the set of a long list stays empty then and
// is filled when the filter is planned, where the work can be cut. Whoever asks it before that fills it at once.
import type { Sliced } from "../../scheduling/slices.ts";
import type { Condition, Filter } from "./filter.ts";

/** Lists of more values than this are put into a set later. */
export const LONG_LIST = 4_096;
/** Values that are put in until the work may be cut. */
const CUT_VALUES = 2 ** 8;

export class LargeSet<Given, Value> extends Set<Value> {
  readonly #given: readonly Given[];
  readonly #read: (given: Given) => Value;
  #next = 0;

  /** @param read one of the list in the form in which values are compared */
  constructor(given: readonly Given[], read: (given: Given) => Value) {
    super();
    this.#given = given;
    this.#read = read;
  }

  *fill(): Sliced<void> {
    while (this.#next < this.#given.length) {
      this.#put(CUT_VALUES);
      yield;
    }
  }

  override has(value: Value): boolean {
    this.#put(this.#given.length);
    return super.has(value);
  }

  override get size(): number {
    this.#put(this.#given.length);
    return super.size;
  }

  override [Symbol.iterator](): SetIterator<Value> {
    this.#put(this.#given.length);
    return super[Symbol.iterator]();
  }

  override values(): SetIterator<Value> {
    return this[Symbol.iterator]();
  }

  override keys(): SetIterator<Value> {
    return this[Symbol.iterator]();
  }

  override forEach(visit: (value: Value, key: Value, set: Set<Value>) => void): void {
    for (const value of this) visit(value, value, this);
  }

  #put(count: number): void {
    const end = Math.min(this.#given.length, this.#next + count);
    while (this.#next < end) super.add(this.#read(this.#given[this.#next++]!));
  }
}

/** Fills the sets of all long lists of a filter. */
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
      if (condition.ids instanceof LargeSet) yield* condition.ids.fill();
      return;
    case "field": {
      const { check } = condition;
      if ((check.kind === "any" || check.kind === "except") && check.values instanceof LargeSet) {
        yield* check.values.fill();
      }
    }
  }
}
