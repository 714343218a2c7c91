// Decides which slots of a segment match a filter, as far as indexes and slot tables know: for each slot yes, no, or to
// be checked.
// The decision: three results instead of two, combined as the filter combines its conditions. A condition without an
// index therefore costs payload checks only for the slots that the rest of the filter leaves open. The work can pause
// between and within conditions: the result for a slot that changes meanwhile may be wrong, and the caller checks such
// slots (select.ts). Verdicts are combined as they are computed, so a thousand conditions need no more memory than
// three.

import type { Sliced } from "../../../scheduling/slices.ts";
import { type Condition, EVERY_ITEM, type Filter, type JsonPath } from "../../filter/filter.ts";
import type { IdSet } from "../../filter/id-set.ts";
import { certain, type Verdict } from "../../index/field-index.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { allBits, type Bits, eachSlot, intersect, isEmpty, noBits, setBit, union } from "../../slots/bits.ts";
import { both, either, not, unknown, VerdictCounters } from "./verdict.ts";

/** A segment at the moment it was asked. */
export interface PlanScope {
  readonly segment: CollectionSegment;
  /** The slots that had been assigned. */
  readonly slots: number;
  /** Slots with pending tombstones; null if there are none. */
  readonly pendingDeletes: Bits | null;
}

/** Ids that are looked up until the work may be cut. */
const CUT_IDS = 2 ** 10;

/** Plans the filter for all assigned slots; the verdict for slots with confirmed tombstones is arbitrary. */
export function* plan(filter: Filter, scope: PlanScope): Sliced<Verdict> {
  const { must, should, mustNot, minShould } = filter;
  const { slots } = scope;
  let all = certain(allBits(slots));
  for (const condition of must) {
    all = both(all, yield* verdictOn(condition, scope));
    if (isEmpty(all.maybe)) return all;
  }
  for (const condition of mustNot) {
    all = both(all, not(yield* verdictOn(condition, scope), slots));
    if (isEmpty(all.maybe)) return all;
  }
  if (should.length > 0) all = both(all, yield* anyOf(should, scope));
  if (!minShould) return all;
  const counters = new VerdictCounters(slots);
  for (const condition of minShould.conditions) counters.add(yield* verdictOn(condition, scope));
  return both(all, counters.atLeast(minShould.minCount));
}

function* anyOf(conditions: readonly Condition[], scope: PlanScope): Sliced<Verdict> {
  let any = certain(noBits(scope.slots));
  for (const condition of conditions) any = either(any, yield* verdictOn(condition, scope));
  return any;
}

function* verdictOn(condition: Condition, scope: PlanScope): Sliced<Verdict> {
  const { segment, slots } = scope;
  yield;
  switch (condition.kind) {
    case "filter":
      return yield* plan(condition.filter, scope);
    case "field": {
      const verdict = yield* segment.indexes.select(condition.path.text, condition.check, slots);
      return verdict ?? unknown(slots);
    }
    case "has_id":
      return certain(yield* slotsOf(condition.ids, scope));
    case "has_vector":
      return certain(segment.vectors.having(condition.name, slots));
    case "nested": {
      const maybe = yield* somewhere(condition, "", scope);
      return maybe ? { sure: noBits(slots), maybe } : unknown(slots);
    }
    case "slice":
      return unknown(slots);
  }
}

/** The slots whose points have these ids: of one that is being overwritten, the old and the new. */
function* slotsOf(wanted: IdSet, { segment, slots, pendingDeletes: dying }: PlanScope): Sliced<Bits> {
  const { ids: tracker } = segment;
  const bits = noBits(slots);
  const { packed, length } = wanted;
  for (let i = 0; i < length; i++) {
    const slot = tracker.find(packed, i);
    if (slot >= 0) setBit(bits, slot);
    if (i % CUT_IDS === CUT_IDS - 1) yield;
  }
  let seen = 0;
  for (const slot of dying ? eachSlot(dying) : []) {
    if (wanted.hasAt(tracker.bySlot, slot)) setBit(bits, slot);
    if (++seen % CUT_IDS === 0) yield;
  }
  return bits;
}

/**
 * Returns the slots in whose payload each condition of a nested filter holds in some object, not necessarily the same
 * one; these have to be checked. Null means that any slot may match.
 */
function* somewhere(
  { path, filter }: { readonly path: JsonPath; readonly filter: Filter },
  prefix: string,
  scope: PlanScope,
): Sliced<Bits | null> {
  const items = `${prefix}${path.text}${path.steps.at(-1) === EVERY_ITEM ? "" : "[]"}.`;
  return yield* conditionsSomewhere(filter, items, scope);
}

function* conditionsSomewhere(
  { must, should }: Filter,
  prefix: string,
  scope: PlanScope,
): Sliced<Bits | null> {
  let all: Bits | null = null;
  for (const condition of must) {
    const bits = yield* conditionSomewhere(condition, prefix, scope);
    if (bits) all = all ? intersect(all, bits) : bits;
  }
  let any: Bits | null = null;
  for (const condition of should) {
    const bits = yield* conditionSomewhere(condition, prefix, scope);
    if (!bits) return all;
    any = any ? union(any, bits) : bits;
  }
  return all && any ? intersect(all, any) : (all ?? any);
}

function* conditionSomewhere(condition: Condition, prefix: string, scope: PlanScope): Sliced<Bits | null> {
  yield;
  switch (condition.kind) {
    case "filter":
      return yield* conditionsSomewhere(condition.filter, prefix, scope);
    case "nested":
      return yield* somewhere(condition, prefix, scope);
    case "field": {
      const { path, check } = condition;
      // What holds for an object that has nothing says nothing about the other objects.
      if (check.kind === "is_empty" || check.kind === "is_null" || check.kind === "values_count") return null;
      const verdict = yield* scope.segment.indexes.select(prefix + path.text, check, scope.slots);
      return verdict?.maybe ?? null;
    }
    default:
      return null;
  }
}
