// Counts for each slot the number of sets that contain it.
// The decision: the counters are stored as bit planes, one set of bits for each binary digit. A set is added to the
// counters of 32 slots at a time, and a thousand sets need ten planes.
import { allBits, type Bits, intersect, noBits, subtract, union } from "../../slots/bits.ts";

export class BitCounters {
  readonly #slots: number;
  /** The bit planes, that of the lowest digit first. */
  readonly #digits: Bits[] = [];

  constructor(slots: number) {
    this.#slots = slots;
  }

  copy(): BitCounters {
    const copy = new BitCounters(this.#slots);
    copy.#digits.push(...this.#digits.map((digit) => digit.slice()));
    return copy;
  }

  /** Adds 1 to the counter of each slot of the set. */
  add(set: Bits): void {
    const carry = set.slice();
    for (const digit of this.#digits) {
      let left = 0;
      for (let w = 0; w < digit.length; w++) {
        const before = digit[w]!;
        digit[w] = before ^ carry[w]!;
        carry[w] = before & carry[w]!;
        left |= carry[w]!;
      }
      if (left === 0) return;
    }
    this.#digits.push(carry);
  }

  /** Returns the slots that at least `count` of the added sets contain. */
  atLeast(count: number): Bits {
    const digits = this.#digits;
    if (count >= 2 ** digits.length) return noBits(this.#slots);
    const more = noBits(this.#slots);
    const equal = allBits(this.#slots);
    for (let i = digits.length - 1; i >= 0; i--) {
      if ((count >>> i) & 1) {
        intersect(equal, digits[i]!);
      } else {
        union(more, intersect(equal.slice(), digits[i]!));
        subtract(equal, digits[i]!);
      }
    }
    return union(more, equal);
  }
}
