// Selects the slots of a segment that match a filter.
// The decision: the caller gives the slots in question, because a count needs the current points and a search all slots
// that it may meet. The result is as of the moment of the call: planning runs in slices with writes in between, and the
// slots that they touch are checked afterwards, whatever the indexes said about them.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import { fillSets } from "../../filter/large-set.ts";
import type { Verdict } from "../../index/field-index.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, intersect, isEmpty, subtract, union, wholeIfAll } from "../../slots/bits.ts";
import { CachedMatches } from "./cached-matches.ts";
import { type PlanScope, plan } from "./plan.ts";
import { verify } from "./verify.ts";

/** The slots that satisfy a filter, and the slots whose points have to be checked. */
export interface Candidates {
  /** The bits must not be changed; the same object as the slots in question if all of them satisfy the filter. */
  readonly sure: Bits;
  /** Null: no point has to be checked. */
  readonly open: Bits | null;
}

/** Returns those of `slots` that match, as `Candidates.sure`, if a cached result says it; otherwise null. */
export function knownMatches(segment: CollectionSegment, filter: Filter, slots: Bits): Bits | null {
  return CachedMatches.of(segment, filter)?.current(slots) ?? null;
}

/**
 * Returns the verdict for `slots` at the moment of the call.
 * @throws DeadlineExceeded
 */
export async function candidates(
  segment: CollectionSegment,
  filter: Filter,
  slots: Bits,
  signal?: CancelSignal,
  note?: PlanScope["note"],
): Promise<Candidates> {
  const cached = CachedMatches.of(segment, filter);
  const found = note ? null : cached?.find(slots, signal);
  const known = found instanceof Promise ? await found : found;
  if (known) return { sure: known, open: null };
  const begun = cached?.begin();
  const scope = { segment, slots: segment.ids.slots, pendingDeletes: segment.pendingDeletes(), note };
  const touched = segment.touched.begin();
  try {
    const { sure, maybe } = await runInSlices(planned(filter, scope), signal);
    const result = sure === maybe ? cached?.keep(begun!, sure) : null;
    if (result && touched.bytes === 0) return { sure: result.among(slots), open: null };
    const changed = intersect(slots.slice(), touched.words(scope.slots));
    const certain = subtract(intersect(slots.slice(), sure), changed);
    const open = union(subtract(intersect(slots.slice(), maybe), certain), changed);
    return isEmpty(open) ? { sure: wholeIfAll(certain, slots), open: null } : { sure: certain, open };
  } finally {
    segment.touched.end(touched);
  }
}

function* planned(filter: Filter, scope: PlanScope): Sliced<Verdict> {
  yield* fillSets(filter);
  return yield* plan(filter, scope);
}

/** Returns those of `slots` whose points satisfied the filter at some moment before it resolves. */
export async function select(
  segment: CollectionSegment,
  filter: Filter,
  slots: Bits,
  signal?: CancelSignal,
): Promise<Bits> {
  const { sure, open } = await candidates(segment, filter, slots, signal);
  return open === null ? sure : union(sure.slice(), await verify(segment, filter, open, signal));
}
