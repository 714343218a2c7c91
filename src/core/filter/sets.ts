// Computes how many sets of slots a filter needs at most in a segment: those that plan.ts and select.ts hold at once.
import type { Condition, Filter } from "./filter.ts";

/** The sets of a selection: the requested slots, a verdict, the changed slots, and the result. */
const OF_SELECTION = 8;
/**
 * The sets of each level of nested filters: the result so far and that of one condition, each with its possible slots.
 */
const OF_FILTER = 4;
/** The sets of a selection without a filter: the requested slots and a copy. */
const WITHOUT_FILTER = 2;

export function setsOf(filter: Filter | null): number {
  return filter === null ? WITHOUT_FILTER : OF_SELECTION + planning(filter);
}

function planning({ must, should, mustNot, minShould }: Filter): number {
  let inside = 0;
  const visit = (condition: Condition) => {
    if ("filter" in condition) inside = Math.max(inside, planning(condition.filter));
  };
  must.forEach(visit);
  should.forEach(visit);
  mustNot.forEach(visit);
  minShould?.conditions.forEach(visit);
  // A set of counters for each binary digit, of what is certain and of what may be.
  const counters = minShould ? 2 * Math.ceil(Math.log2(minShould.conditions.length + 1)) : 0;
  return OF_FILTER + counters + inside;
}
