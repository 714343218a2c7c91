// The cached slots that match a filter in a segment, brought up to date.
// The decision: a cached result is never trusted for slots that were assigned or got another payload since; their
// points are checked by the same code as without any index. If there are many of them, the filter is planned again.

import type { CancelSignal } from "../../../scheduling/cancel.ts";
import type { MaybePromise } from "../../../scheduling/maybe-promise.ts";
import type { Filter } from "../../filter/filter.ts";
import { filterKey } from "../../filter/filter-key.ts";
import { FilterResult, type SegmentState } from "../../index/filter-cache.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, clearBit, intersect, isEmpty, noBits, setBit, union } from "../../slots/bits.ts";
import { verify } from "./verify.ts";

/** Changed slots that are checked; with more of them, planning by indexes is cheaper. */
const MAX_CHECKED = 256;

/** The cached results of one filter in a segment. */
export class CachedMatches {
  readonly #segment: CollectionSegment;
  readonly #filter: Filter;
  readonly #key: string;

  private constructor(segment: CollectionSegment, filter: Filter, key: string) {
    this.#segment = segment;
    this.#filter = filter;
    this.#key = key;
  }

  /** Returns null if results of the filter are not cached. */
  static of(segment: CollectionSegment, filter: Filter): CachedMatches | null {
    const key = segment.filters && filterKey(filter);
    return key ? new CachedMatches(segment, filter, key) : null;
  }

  /** Returns those of `slots` that match, which must not be changed, if a result is kept and nothing changed since. */
  current(slots: Bits): Bits | null {
    const { filters, ids, payloadChanges, indexed } = this.#segment;
    const result = filters!.find(this.#key);
    const isCurrent =
      result?.at.slots === ids.slots &&
      result.at.version === payloadChanges.version &&
      result.at.indexed === indexed.all;
    return isCurrent ? result.among(slots) : null;
  }

  /**
   * Returns those of `slots` that match, which must not be changed; null: no result is kept, or too much has changed.
   * It waits only while changed slots are checked, so planning begins at the moment of the call.
   * @throws DeadlineExceeded
   */
  find(slots: Bits, signal: CancelSignal): MaybePromise<Bits | null> {
    const { filters, indexed } = this.#segment;
    const result = filters!.find(this.#key);
    if (result === null) return null;
    const changed = result.at.indexed === indexed.all ? this.#changedSince(result) : null;
    if (changed === null) {
      filters!.forget(this.#key);
      return null;
    }
    if (changed.length === 0) return result.among(slots);
    return this.#refreshed(result, changed, signal).then((fresh) => fresh.among(slots));
  }

  /** Returns the present state of the segment, for a result that is worked out from now on. */
  begin(): SegmentState {
    const { ids, payloadChanges, indexed } = this.#segment;
    return { slots: ids.slots, version: payloadChanges.version, indexed: indexed.all };
  }

  /** @param bits all slots that match; from now on they must not be changed */
  keep(at: SegmentState, bits: Bits): FilterResult {
    const result = new FilterResult(at, bits);
    this.#segment.filters!.keep(this.#key, result);
    return result;
  }

  /** The slots that a result does not cover; null: there are too many. */
  #changedSince({ at: { slots, version } }: FilterResult): readonly number[] | null {
    const { ids, payloadChanges } = this.#segment;
    const replaced = payloadChanges.since(version);
    const added = ids.slots - slots;
    if (replaced === null || replaced.length + added > MAX_CHECKED) return null;
    return [...replaced, ...Array.from({ length: added }, (_, i) => slots + i)];
  }

  async #refreshed(
    { bits: before }: FilterResult,
    changed: readonly number[],
    signal: CancelSignal,
  ): Promise<FilterResult> {
    const now = this.begin();
    const toCheck = noBits(now.slots);
    for (const slot of changed) setBit(toCheck, slot);
    const live = intersect(toCheck, this.#segment.searchableSlots());
    const bits = noBits(now.slots);
    bits.set(before);
    for (const slot of changed) clearBit(bits, slot);
    if (!isEmpty(live)) union(bits, await verify(this.#segment, this.#filter, live, signal));
    return this.keep(now, bits);
  }
}
