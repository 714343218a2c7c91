// Combines verdicts: all of them, any of them, none, or at least a number of them.
// The decision: certain and possible slots are combined separately, each as plain bits; where both are the same set, it
// is combined once. A combined verdict reuses the bits of its operands, so these must not be read again.

import { certain, type Verdict } from "../../index/field-index.ts";
import { allBits, type Bits, clearFrom, intersect, noBits, subtract, union } from "../../slots/bits.ts";
import { BitCounters } from "./bit-counters.ts";

/** The verdict before any index was read: every slot is possible and none is certain. */
export function unknown(slots: number): Verdict {
  return { sure: noBits(slots), maybe: allBits(slots) };
}

/** Removes the slots from `slots` on, which an index may know already, from the bits of the verdict. */
export function onlyBelow({ sure, maybe }: Verdict, slots: number): Verdict {
  return sure === maybe
    ? certain(clearFrom(sure, slots))
    : { sure: clearFrom(sure, slots), maybe: clearFrom(maybe, slots) };
}

export function both(a: Verdict, b: Verdict): Verdict {
  return together(a, b, intersect);
}

export function either(a: Verdict, b: Verdict): Verdict {
  return together(a, b, union);
}

export function not({ sure, maybe }: Verdict, slots: number): Verdict {
  const notMaybe = subtract(allBits(slots), maybe);
  return sure === maybe ? certain(notMaybe) : { sure: notMaybe, maybe: subtract(allBits(slots), sure) };
}

/** Counts for each slot how many verdicts hold. */
export class VerdictCounters {
  readonly #sure: BitCounters;
  /** Null: all verdicts so far were certain. */
  #maybe: BitCounters | null = null;

  constructor(slots: number) {
    this.#sure = new BitCounters(slots);
  }

  add({ sure, maybe }: Verdict): void {
    if (sure !== maybe) this.#maybe ??= this.#sure.copy();
    this.#sure.add(sure);
    this.#maybe?.add(maybe);
  }

  /** Returns where at least `count` of the verdicts hold. */
  atLeast(count: number): Verdict {
    const sure = this.#sure.atLeast(count);
    return this.#maybe ? { sure, maybe: this.#maybe.atLeast(count) } : certain(sure);
  }
}

function together(a: Verdict, b: Verdict, combine: (bits: Bits, other: Bits) => Bits): Verdict {
  if (a.sure === a.maybe && b.sure === b.maybe) return certain(combine(a.sure, b.sure));
  return { sure: combine(a.sure.slice(), b.sure), maybe: combine(a.maybe, b.maybe) };
}
