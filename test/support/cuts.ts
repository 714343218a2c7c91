// Work that is done in slices, done at once: what it comes to, and how often it may be cut.
import type { Sliced } from "../../src/scheduling/slices.ts";

export function cutsOf<T>(work: Sliced<T>): { readonly cuts: number; readonly value: T } {
  for (let cuts = 0; ; cuts++) {
    const step = work.next();
    if (step.done) return { cuts, value: step.value };
  }
}
