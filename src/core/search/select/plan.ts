// Decides which slots of a segment match a filter, as far as indexes and slot tables know: for each slot yes, no, or to
// be checked.
// The decision: three results instead of two, combined as the filter combines its conditions. A condition without an
// index therefore costs payload checks only for the slots that the rest of the filter leaves open. The work can pause
// between and within conditions: the result for a slot that changes meanwhile may be wrong, and the caller checks such
// slots (select.ts). Verdicts are combined as they are computed, so a thousand conditions need no more memory than
// three. The explanation of a search notes in the same walk which index answers each condition.

import type { Sliced } from "../../../scheduling/slices.ts";
import type { ServedCondition } from "../../../schema/explain.ts";
import { type Check, type Condition, EVERY_ITEM, type Filter, type JsonPath } from "../../filter/filter.ts";
import type { IdSet } from "../../filter/id-set.ts";
import { certain, type Verdict } from "../../index/field-index.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { allBits, type Bits, eachSlot, intersect, isEmpty, noBits, setBit, union } from "../../slots/bits.ts";
import { both, either, not, onlyBelow, unknown, VerdictCounters } from "./verdict.ts";

/** The state of a segment at the moment of the request. */
export interface PlanScope {
  readonly segment: CollectionSegment;
  /** The slots that had been assigned. */
  readonly slots: number;
  /** Slots with pending tombstones; null if there are none. */
  readonly pendingDeletes: Bits | null;
  /** Is called for an explanation with each condition, in the order of the filter, even when no slot is left. */
  readonly note?: ((served: ServedCondition) => void) | undefined;
}

/** Ids that are looked up between two yields. */
const IDS_PER_YIELD = 2 ** 10;

/** Plans the filter for all assigned slots; the verdict for slots with confirmed tombstones is arbitrary. */
export function* plan(filter: Filter, scope: PlanScope): Sliced<Verdict> {
  const { should, mustNot, minShould } = filter;
  const { slots, note } = scope;
  let all = yield* allOf(filter.must, scope);
  if (!note && isEmpty(all.maybe)) return all;
  if (should.length > 0) all = both(all, yield* anyOf(should, scope));
  for (const condition of mustNot) {
    if (!note && isEmpty(all.maybe)) return all;
    all = both(all, not(yield* verdictOn(condition, scope), slots));
  }
  if (!minShould || (!note && isEmpty(all.maybe))) return all;
  const counters = new VerdictCounters(slots);
  for (const condition of minShould.conditions) counters.add(yield* verdictOn(condition, scope));
  return both(all, counters.atLeast(minShould.minCount));
}

/** Stops at the first condition after which no slot is left. */
function* allOf(conditions: readonly Condition[], scope: PlanScope): Sliced<Verdict> {
  const { slots, note } = scope;
  let all: Verdict | null = null;
  for (const condition of conditions) {
    const verdict = yield* verdictOn(condition, scope);
    all = all ? both(all, verdict) : onlyBelow(verdict, slots);
    if (!note && isEmpty(all.maybe)) return all;
  }
  return all ?? certain(allBits(slots));
}

function* anyOf(conditions: readonly Condition[], scope: PlanScope): Sliced<Verdict> {
  let any = certain(noBits(scope.slots));
  for (const condition of conditions) any = either(any, yield* verdictOn(condition, scope));
  return any;
}

function* verdictOn(condition: Condition, scope: PlanScope): Sliced<Verdict> {
  const { segment, slots, note } = scope;
  yield;
  switch (condition.kind) {
    case "filter":
      return yield* plan(condition.filter, scope);
    case "field": {
      const { path, check } = condition;
      const verdict = yield* segment.indexes.select(path.text, check, slots);
      noteField(path.text, check, scope, verdict, verdict !== null && verdict.sure === verdict.maybe);
      return verdict ?? unknown(slots);
    }
    case "has_id":
      note?.({ condition: "has_id", check: "has_id", index: "id", settles: true });
      return certain(yield* slotsOf(condition.ids, scope));
    case "has_vector":
      note?.({ condition: "has_vector", check: "has_vector", index: "vector", settles: true });
      return certain(segment.vectors.slotsWith(condition.name, slots));
    case "nested": {
      const maybe = yield* somewhere(condition, "", scope);
      return maybe ? { sure: noBits(slots), maybe } : unknown(slots);
    }
    case "slice":
      note?.({ condition: "slice", check: "slice", index: null, settles: false });
      return unknown(slots);
  }
}

function noteField(
  path: string,
  { kind: check }: Check,
  { segment, note }: PlanScope,
  verdict: Verdict | null,
  settles: boolean,
): void {
  const index = verdict && segment.indexes.entry(path)?.field.params.type;
  note?.({ condition: path, check, index: index ?? null, settles });
}

/** Returns the slots of the points with these ids: both slots of a point that is being overwritten. */
function* slotsOf(idSet: IdSet, { segment, slots, pendingDeletes }: PlanScope): Sliced<Bits> {
  const { ids: tracker } = segment;
  const bits = noBits(slots);
  const { packed, length } = idSet;
  for (let i = 0; i < length; i++) {
    const slot = tracker.find(packed, i);
    if (slot >= 0) setBit(bits, slot);
    if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
  }
  let checked = 0;
  for (const slot of pendingDeletes ? eachSlot(pendingDeletes) : []) {
    if (idSet.hasAt(tracker.bySlot, slot)) setBit(bits, slot);
    if (++checked % IDS_PER_YIELD === 0) yield;
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
  { must, should, mustNot, minShould }: Filter,
  prefix: string,
  scope: PlanScope,
): Sliced<Bits | null> {
  let all: Bits | null = null;
  for (const condition of must) {
    const bits = yield* conditionSomewhere(condition, prefix, scope);
    if (bits) all = all ? intersect(all, bits) : bits;
  }
  const { note } = scope;
  let any: Bits | null = should.length > 0 ? noBits(scope.slots) : null;
  for (const condition of should) {
    if (!note && !any) break;
    const bits = yield* conditionSomewhere(condition, prefix, scope);
    any = any && bits && union(any, bits);
  }
  if (note) {
    // Of the other conditions no index can say that they hold for the same object.
    const unserved = {
      ...scope,
      note: (condition: ServedCondition) => note({ ...condition, index: null, settles: false }),
    };
    for (const condition of [...mustNot, ...(minShould?.conditions ?? [])])
      yield* conditionSomewhere(condition, prefix, unserved);
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
      const { check } = condition;
      const path = prefix + condition.path.text;
      // What holds for an object that has nothing says nothing about the other objects.
      const isOfShape =
        check.kind === "is_empty" || check.kind === "is_null" || check.kind === "values_count";
      const verdict = isOfShape ? null : yield* scope.segment.indexes.select(path, check, scope.slots);
      noteField(path, check, scope, verdict, false);
      return verdict?.maybe ?? null;
    }
    default:
      return null;
  }
}
