// Which slots of a segment satisfy a filter, as far as indexes and books know: for each slot yes, no, or look at it.
// The decision: three answers instead of two, put together as the filter puts its conditions together; so what no index
// serves costs a look at those slots only that the rest of the filter leaves open. All of it is worked out in one go,
// between two writes.
import type { PointId } from "../../schema/leaf.ts";
import { allBits, type Bits, intersect, noBits, setBit, unite } from "../bits.ts";
import { certain, type Verdict } from "../field-index/field-index.ts";
import { PackedIds } from "../point-id.ts";
import type { Segment } from "../segment.ts";
import { type Condition, EVERY_ITEM, type Filter, type JsonPath } from "./filter.ts";
import { atLeast, both, either, not, unknown } from "./verdict.ts";

/** Of all slots that have been assigned; of those that are dead for good it may say anything. */
export function plan(filter: Filter, segment: Segment): Verdict {
  const { must, should, mustNot, minShould } = filter;
  const { slots } = segment.ids;
  const of = (condition: Condition) => verdictOn(condition, segment);
  const clauses = [...must.map(of), ...mustNot.map((condition) => not(of(condition), slots))];
  if (should.length > 0) clauses.push(should.map(of).reduce(either));
  if (minShould) clauses.push(atLeast(minShould.minCount, minShould.conditions.map(of), slots));
  return clauses.reduce(both, certain(allBits(slots)));
}

function verdictOn(condition: Condition, segment: Segment): Verdict {
  const { slots } = segment.ids;
  switch (condition.kind) {
    case "filter":
      return plan(condition.filter, segment);
    case "field":
      return segment.indexes.select(condition.path.text, condition.check) ?? unknown(slots);
    case "has_id":
      return certain(slotsOf(condition.ids, segment));
    case "has_vector":
      return certain(segment.vectors.having(condition.name, slots));
    case "nested": {
      const maybe = somewhere(condition, "", segment);
      return maybe ? { sure: noBits(slots), maybe } : unknown(slots);
    }
    case "slice":
      return unknown(slots);
  }
}

/** The slots whose points have these ids: of one that is being overwritten, the old and the new. */
function slotsOf(wanted: ReadonlySet<PointId>, { ids: tracker, dying }: Segment): Bits {
  const bits = noBits(tracker.slots);
  const packed = PackedIds.pack([...wanted]);
  for (let i = 0; i < packed.length; i++) {
    const slot = tracker.find(packed, i);
    if (slot >= 0) setBit(bits, slot);
  }
  for (const slot of dying) if (wanted.has(tracker.idOf(slot))) setBit(bits, slot);
  return bits;
}

/**
 * The slots in whose payload the conditions of a nested filter hold somewhere, each perhaps in another object: those that
 * have to be looked at. Null: that may be any.
 */
function somewhere(
  { path, filter }: { readonly path: JsonPath; readonly filter: Filter },
  prefix: string,
  segment: Segment,
): Bits | null {
  const items = `${prefix}${path.text}${path.steps.at(-1) === EVERY_ITEM ? "" : "[]"}.`;
  return conditionsSomewhere(filter, items, segment);
}

function conditionsSomewhere({ must, should }: Filter, prefix: string, segment: Segment): Bits | null {
  const of = (condition: Condition) => conditionSomewhere(condition, prefix, segment);
  const clauses = must.map(of);
  const choices = should.map(of);
  if (choices.length > 0 && choices.every((bits) => bits !== null)) clauses.push(choices.reduce(unite));
  const known = clauses.filter((bits) => bits !== null);
  return known.length > 0 ? known.reduce(intersect) : null;
}

function conditionSomewhere(condition: Condition, prefix: string, segment: Segment): Bits | null {
  switch (condition.kind) {
    case "filter":
      return conditionsSomewhere(condition.filter, prefix, segment);
    case "nested":
      return somewhere(condition, prefix, segment);
    case "field": {
      const { path, check } = condition;
      // What holds for an object that has nothing says nothing about the other objects.
      if (check.kind === "is_empty" || check.kind === "is_null" || check.kind === "values_count") return null;
      return segment.indexes.select(prefix + path.text, check)?.maybe ?? null;
    }
    default:
      return null;
  }
}
