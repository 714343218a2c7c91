// Runs work that is done in slices at once, and counts the slices.
import type { Sliced } from "../../src/scheduling/slices.ts";

export function cutsOf<T>(work: Sliced<T>): { readonly cuts: number; readonly value: T } {
  for (let cuts = 0; ; cuts++) {
    const step = work.next();
    if (step.done) return { cuts, value: step.value };
  }
}
