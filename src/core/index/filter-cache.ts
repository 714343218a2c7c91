// A cache of the slots that matched a filter, shared by all segments of a database.
// The decision: a result is kept as one bit for each slot. Writes do not change it; each use of a result checks the
// slots that were assigned or got another payload since (search/select/cached-matches.ts). The least recently used
// result is dropped first. The cache takes memory only while no other use is refused, and gives it back before one
// would be.

import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { type Bits, common, wholeIfAll } from "../slots/bits.ts";
import type { IndexedField } from "./indexed-fields.ts";

/** The share of the memory limit that results may take, and the maximum. */
const SHARE = 64;
const MAX_BYTES = 256 * 2 ** 20;
/** Bytes of a result besides its bits: its key and the objects. */
const RESULT_BYTES = 512;

/** The state of a segment when a filter was evaluated. */
export interface SegmentState {
  /** The number of slots that had been assigned. */
  readonly slots: number;
  /** The version of the payloads, see segment/changed-slots.ts. */
  readonly version: number;
  /** The indexed fields: text is compared as its index says. */
  readonly indexed: ReadonlyMap<string, IndexedField>;
}

/** The slots of a segment that matched a filter. */
export class FilterResult {
  readonly at: SegmentState;
  /** The matching slots among those that had been assigned; must not be changed. */
  readonly bits: Bits;
  /** The last result of `among`: equal calls return the same object, which facets use as a key. */
  #last: { readonly slots: Bits; readonly matching: Bits } | null = null;

  constructor(at: SegmentState, bits: Bits) {
    this.at = at;
    this.bits = bits;
  }

  /** Returns those of the slots that match, the same object if all do; must not be changed. */
  among(slots: Bits): Bits {
    if (this.#last?.slots !== slots) {
      this.#last = { slots, matching: wholeIfAll(common(this.bits, slots), slots) };
    }
    return this.#last.matching;
  }
}

interface Kept {
  readonly result: FilterResult;
  readonly key: string;
  readonly owner: Map<string, Kept>;
  readonly bytes: number;
}

export class FilterCache {
  readonly #memory: MemoryLimit;
  readonly #budget: number;
  /** The least recently used first. */
  readonly #kept = new Set<Kept>();
  #bytes = 0;

  constructor(memory: MemoryLimit) {
    this.#memory = memory;
    this.#budget = Math.min(MAX_BYTES, memory.limit / SHARE);
    memory.onShortage((bytes) => this.#release(bytes));
  }

  get bytes(): number {
    return this.#bytes;
  }

  ofSegment(): SegmentFilterCache {
    return new SegmentFilterCache(this);
  }

  /** Marks a result as the most recently used. */
  touch(kept: Kept): void {
    this.#kept.delete(kept);
    this.#kept.add(kept);
  }

  /** @returns whether there was memory for it */
  add(kept: Kept): boolean {
    if (kept.bytes > this.#budget) return false;
    this.#release(this.#bytes + kept.bytes - this.#budget);
    if (!this.#memory.reserveSpare(kept.bytes)) return false;
    this.#bytes += kept.bytes;
    this.#kept.add(kept);
    return true;
  }

  remove(kept: Kept): void {
    if (!this.#kept.delete(kept)) return;
    kept.owner.delete(kept.key);
    this.#bytes -= kept.bytes;
    this.#memory.release(kept.bytes);
  }

  /** Drops the least recently used results until `bytes` are free. @returns whether any result was dropped */
  #release(bytes: number): boolean {
    const before = this.#bytes;
    for (const kept of this.#kept) {
      if (before - this.#bytes >= bytes) break;
      this.remove(kept);
    }
    return this.#bytes < before;
  }
}

/** The results of one segment. */
export class SegmentFilterCache {
  readonly #cache: FilterCache;
  readonly #results = new Map<string, Kept>();
  #dropped = false;

  constructor(cache: FilterCache) {
    this.#cache = cache;
  }

  find(key: string): FilterResult | null {
    const kept = this.#results.get(key);
    if (!kept) return null;
    this.#cache.touch(kept);
    return kept.result;
  }

  /** Keeps a result in place of an earlier one, if there is memory for it and the segment was not dropped. */
  keep(key: string, result: FilterResult): void {
    this.forget(key);
    if (this.#dropped) return;
    const bytes = 2 * result.bits.byteLength + 2 * key.length + RESULT_BYTES;
    const kept: Kept = { result, key, owner: this.#results, bytes };
    if (this.#cache.add(kept)) this.#results.set(key, kept);
  }

  forget(key: string): void {
    const kept = this.#results.get(key);
    if (kept) this.#cache.remove(kept);
  }

  drop(): void {
    this.#dropped = true;
    for (const kept of [...this.#results.values()]) this.#cache.remove(kept);
  }
}
