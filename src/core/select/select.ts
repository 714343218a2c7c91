// Which slots of a segment satisfy a filter.
// The decision: the caller says which slots are in question, because that differs: a count asks of the points there are,
// a search of all that it may come upon.
import type { Bits } from "../bits.ts";
import type { Filter } from "../filter/filter.ts";
import type { Segment } from "../segment.ts";
import { verify } from "./verify.ts";

/** Those of `slots` whose points satisfy the filter, at some moment until it resolves. */
export async function select(segment: Segment, filter: Filter, slots: Bits): Promise<Bits> {
  return verify(segment, filter, slots);
}
