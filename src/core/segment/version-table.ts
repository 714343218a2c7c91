// The version of the point of each slot: the log sequence number of the write that made it.
// The decision: the table doubles as it fills, or gets its final size at once if that is known.

import type { Sliced } from "../../scheduling/slices.ts";
import { FIRST_SLOTS } from "../slots/slot-tables.ts";

/** Slots whose versions are copied between two yields. */
const SLOTS_PER_YIELD = 2 ** 13;

export class VersionTable {
  #versions = new Float64Array(FIRST_SLOTS);

  get(slot: number): number {
    return this.#versions[slot]!;
  }

  /** @param version the version of all `count` slots from `first` on, or one for each */
  set(first: number, version: number | Float64Array, count: number): void {
    if (first + count > this.#versions.length) {
      this.#resize(Math.max(this.#versions.length * 2, first + count));
    }
    if (typeof version === "number") this.#versions.fill(version, first, first + count);
    else this.#versions.set(version, first);
  }

  /** Allocates the table for `slots` slots at once. */
  expect(slots: number): void {
    if (slots > this.#versions.length) this.#resize(slots);
  }

  /** Fills an empty table. */
  *restore(versions: Float64Array): Sliced<void> {
    this.expect(versions.length);
    for (let slot = 0; slot < versions.length; slot += SLOTS_PER_YIELD) {
      this.#versions.set(versions.subarray(slot, slot + SLOTS_PER_YIELD), slot);
      yield;
    }
  }

  #resize(slots: number): void {
    const versions = new Float64Array(slots);
    versions.set(this.#versions);
    this.#versions = versions;
  }
}
