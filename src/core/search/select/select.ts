// Which slots of a segment satisfy a filter.
// The decision: the caller says which slots are in question, because that differs: a count asks of the points there are,
// a search of all that it may come upon. The answer is as of the moment of the call: planning goes on in slices, writes come
// in between, and what they touch is looked at afterwards, whatever indexes said of it before or after.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import { fillSets } from "../../filter/large-set.ts";
import type { Verdict } from "../../index/field-index.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, intersect, isEmpty, subtract, union } from "../../slots/bits.ts";
import { type PlanScope, plan } from "./plan.ts";
import { verify } from "./verify.ts";

/** Those of some slots that satisfy a filter, and those of which it has to be looked at the point. */
export interface Candidates {
  readonly sure: Bits;
  readonly open: Bits;
}

/** What is known of `slots`, as they are when this is called. @throws DeadlineExceeded */
export async function candidates(
  segment: CollectionSegment,
  filter: Filter,
  slots: Bits,
  signal?: CancelSignal,
): Promise<Candidates> {
  const scope = { segment, slots: segment.ids.slots, pendingDeletes: segment.pendingDeletes() };
  const touched = segment.touched.begin();
  try {
    const { sure, maybe } = await runInSlices(planned(filter, scope), signal);
    const changed = intersect(slots.slice(), touched.words(scope.slots));
    const certain = subtract(intersect(slots.slice(), sure), changed);
    const open = subtract(intersect(slots.slice(), maybe), certain);
    return { sure: certain, open: union(open, changed) };
  } finally {
    segment.touched.end(touched);
  }
}

function* planned(filter: Filter, scope: PlanScope): Sliced<Verdict> {
  yield* fillSets(filter);
  return yield* plan(filter, scope);
}

/** Those of `slots` whose points satisfy the filter, at some moment until it resolves. */
export async function select(
  segment: CollectionSegment,
  filter: Filter,
  slots: Bits,
  signal?: CancelSignal,
): Promise<Bits> {
  const { sure, open } = await candidates(segment, filter, slots, signal);
  return isEmpty(open) ? sure : union(sure, await verify(segment, filter, open, signal));
}
