// The number of values that points have at a field, of any type, and whether null is among them.
// The decision: it is kept beside every index, so conditions on the shape of a payload (values_count, is_empty,
// is_null) are answered wherever there is an index. A path with `[]` leads to several values, each with its own
// count.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import { countOf, hasNull, isWithin } from "../filter/match.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { allBits, type Bits, noBits, setBit, subtract } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { Column } from "./column.ts";

export class Shape {
  readonly #counts = new Column();
  readonly #nulls = new SlotSet();

  get bytes(): number {
    return this.#counts.bytes + this.#nulls.bytes;
  }

  /** @param values the values at the path; a list is one value */
  put(slot: number, values: readonly JsonValue[]): void {
    if (values.length > 1) this.#counts.set(slot, values.map(countOf));
    else this.#counts.setOne(slot, values.length === 0 ? 0 : countOf(values[0]!));
    this.#nulls.toggle(slot, values.some(hasNull));
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    yield* this.#counts.save(out, slots);
    yield* out.manyWords(this.#nulls.bitsBelow(slots));
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    yield* this.#counts.load(from, slots);
    this.#nulls.restore(yield* from.manyWords());
  }

  /** Returns the slots for which the check holds; null if the shape does not decide it. */
  *select(check: Check, slots: number): Sliced<Bits | null> {
    switch (check.kind) {
      case "is_null": {
        const nulls = this.#nulls.words(slots);
        return check.is ? nulls : subtract(allBits(slots), nulls);
      }
      case "is_empty": {
        const filled = yield* this.#counting((count) => count > 0, slots);
        return check.is ? subtract(allBits(slots), filled) : filled;
      }
      case "values_count":
        return yield* this.#counting((count) => isWithin(count, check.bounds), slots);
      default:
        return null;
    }
  }

  *#counting(passes: (count: number) => boolean, slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    yield* this.#counts.forEach((slot, count) => {
      if (passes(count)) setBit(bits, slot);
    });
    return bits;
  }
}
