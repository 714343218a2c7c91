// Which slots of a segment satisfy a filter.
// The decision: the caller says which slots are in question, because that differs: a count asks of the points there are,
// a search of all that it may come upon. The answer is as of the moment of the call: planning goes on in slices, writes come
// in between, and what they touch is looked at afterwards, whatever indexes said of it before or after.
import type { Wanted } from "../../schema/caller.ts";
import { type Bits, intersect, isEmpty, subtract, unite } from "../bits.ts";
import type { Verdict } from "../field-index/field-index.ts";
import type { Filter } from "../filter/filter.ts";
import { fillSets } from "../filter/large-set.ts";
import { type PlanScope, plan } from "../filter/plan.ts";
import type { Segment } from "../segment.ts";
import { type Cut, inTurns } from "../turns.ts";
import { verify } from "./verify.ts";

/** Those of some slots that satisfy a filter, and those of which it has to be looked at the point. */
export interface Candidates {
  readonly sure: Bits;
  readonly open: Bits;
}

/** What is known of `slots`, as they are when this is called. @throws DeadlineExceeded */
export async function candidates(
  segment: Segment,
  filter: Filter,
  slots: Bits,
  signal?: Wanted,
): Promise<Candidates> {
  const scope = { segment, slots: segment.ids.slots, dying: segment.dying() };
  const touched = segment.touched.begin();
  try {
    const { sure, maybe } = await inTurns(planned(filter, scope), signal);
    const changed = intersect(slots.slice(), touched.words(scope.slots));
    const certain = subtract(intersect(slots.slice(), sure), changed);
    const open = subtract(intersect(slots.slice(), maybe), certain);
    return { sure: certain, open: unite(open, changed) };
  } finally {
    segment.touched.end(touched);
  }
}

function* planned(filter: Filter, scope: PlanScope): Cut<Verdict> {
  yield* fillSets(filter);
  return yield* plan(filter, scope);
}

/** Those of `slots` whose points satisfy the filter, at some moment until it resolves. */
export async function select(segment: Segment, filter: Filter, slots: Bits, signal?: Wanted): Promise<Bits> {
  const { sure, open } = await candidates(segment, filter, slots, signal);
  return isEmpty(open) ? sure : unite(sure, await verify(segment, filter, open, signal));
}
