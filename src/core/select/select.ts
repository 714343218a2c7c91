// Which slots of a segment satisfy a filter.
// The decision: the caller says which slots are in question, because that differs: a count asks of the points there are,
// a search of all that it may come upon. What indexes say is taken down before this waits for anything.
import type { Wanted } from "../../schema/caller.ts";
import { type Bits, intersect, isEmpty, subtract, unite } from "../bits.ts";
import type { Filter } from "../filter/filter.ts";
import { plan } from "../filter/plan.ts";
import type { Segment } from "../segment.ts";
import { verify } from "./verify.ts";

/** Those of some slots that satisfy a filter, and those of which it has to be looked at the point. */
export interface Candidates {
  readonly sure: Bits;
  readonly open: Bits;
}

/** What is known at this moment of `slots`. */
export function candidates(segment: Segment, filter: Filter, slots: Bits): Candidates {
  const { sure, maybe } = plan(filter, segment);
  const certain = intersect(slots.slice(), sure);
  return { sure: certain, open: subtract(intersect(slots.slice(), maybe), certain) };
}

/** Those of `slots` whose points satisfy the filter, at some moment until it resolves. */
export async function select(segment: Segment, filter: Filter, slots: Bits, signal?: Wanted): Promise<Bits> {
  const { sure, open } = candidates(segment, filter, slots);
  return isEmpty(open) ? sure : unite(sure, await verify(segment, filter, open, signal));
}
