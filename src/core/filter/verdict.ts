// Verdicts put together: all of them, any of them, none, at least so many.
// The decision: the certain slots and the possible ones go the same way side by side, each as plain bits; where all is
// certain they are one set and go once. Verdicts are used up by what is made of them.
import { allBits, type Bits, forEachSlot, intersect, noBits, setBit, subtract, unite } from "../bits.ts";
import { certain, type Verdict } from "../field-index/field-index.ts";

/** Nothing is known of any slot. */
export function unknown(slots: number): Verdict {
  return { sure: noBits(slots), maybe: allBits(slots) };
}

export function both(a: Verdict, b: Verdict): Verdict {
  return together(a, b, intersect);
}

export function either(a: Verdict, b: Verdict): Verdict {
  return together(a, b, unite);
}

export function not({ sure, maybe }: Verdict, slots: number): Verdict {
  const notMaybe = subtract(allBits(slots), maybe);
  return sure === maybe ? certain(notMaybe) : { sure: notMaybe, maybe: subtract(allBits(slots), sure) };
}

/** Where at least `count` of the verdicts hold. */
export function atLeast(count: number, verdicts: readonly Verdict[], slots: number): Verdict {
  const reached = (sets: readonly Bits[]) => inAtLeast(count, sets, slots);
  const sure = reached(verdicts.map((verdict) => verdict.sure));
  if (verdicts.every((verdict) => verdict.sure === verdict.maybe)) return certain(sure);
  return { sure, maybe: reached(verdicts.map((verdict) => verdict.maybe)) };
}

function together(a: Verdict, b: Verdict, combine: (bits: Bits, other: Bits) => Bits): Verdict {
  if (a.sure === a.maybe && b.sure === b.maybe) return certain(combine(a.sure, b.sure));
  return { sure: combine(a.sure.slice(), b.sure), maybe: combine(a.maybe, b.maybe) };
}

function inAtLeast(count: number, sets: readonly Bits[], slots: number): Bits {
  const bits = noBits(slots);
  const counts = new Uint16Array(slots);
  for (const set of sets) {
    forEachSlot(set, (slot) => {
      if (slot < slots && ++counts[slot]! === count) setBit(bits, slot);
    });
  }
  return bits;
}
