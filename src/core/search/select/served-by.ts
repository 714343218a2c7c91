// Which index each condition of a filter is answered by in a segment: the same questions that plan.ts asks, put down
// instead of put together. It is asked only where a search is to be explained.

import type { Sliced } from "../../../scheduling/slices.ts";
import type { ServedCondition } from "../../../schema/explain.ts";
import { type Condition, EVERY_ITEM, type Filter } from "../../filter/filter.ts";
import type { CollectionSegment } from "../../segment/segment.ts";

/** In the order of the filter, whichever segment is asked. */
export function* servedBy(filter: Filter, segment: CollectionSegment): Sliced<ServedCondition[]> {
  const { must, should, mustNot, minShould } = filter;
  const conditions = [...must, ...should, ...mustNot, ...(minShould?.conditions ?? [])];
  return yield* servedAll(conditions, segment, "");
}

/** @param inside the path of the objects that a nested filter asks about; "": the payload itself */
function* served(
  condition: Condition,
  segment: CollectionSegment,
  inside: string,
): Sliced<ServedCondition[]> {
  switch (condition.kind) {
    case "filter":
      return inside === ""
        ? yield* servedBy(condition.filter, segment)
        : yield* insideOf(condition.filter, segment, inside);
    case "field": {
      const path = inside + condition.path.text;
      const { kind: check } = condition.check;
      const verdict = yield* segment.indexes.select(path, condition.check, segment.ids.slots);
      const index = verdict ? (segment.indexes.entry(path)?.field.params.type ?? null) : null;
      // Of which object of an array it holds no index knows.
      const settles = inside === "" && verdict !== null && verdict.sure === verdict.maybe;
      return [{ condition: path, check, index, settles }];
    }
    case "has_id":
      return [{ condition: "has_id", check: "has_id", index: "id", settles: true }];
    case "has_vector":
      return [{ condition: "has_vector", check: "has_vector", index: "vector", settles: true }];
    case "nested": {
      const { path, filter } = condition;
      const items = `${inside}${path.text}${path.steps.at(-1) === EVERY_ITEM ? "" : "[]"}.`;
      return yield* insideOf(filter, segment, items);
    }
    case "slice":
      return [{ condition: "slice", check: "slice", index: null, settles: false }];
  }
}

/**
 * Returns the served conditions inside an array. `must_not` is served by no index, because an index does not tell
 * which object has a value.
 */
function* insideOf(filter: Filter, segment: CollectionSegment, inside: string): Sliced<ServedCondition[]> {
  const { must, should, mustNot, minShould } = filter;
  const asked = yield* servedAll([...must, ...should], segment, inside);
  const looked = yield* servedAll([...mustNot, ...(minShould?.conditions ?? [])], segment, inside);
  return [...asked, ...looked.map((one) => ({ ...one, index: null, settles: false }))];
}

function* servedAll(
  conditions: readonly Condition[],
  segment: CollectionSegment,
  inside: string,
): Sliced<ServedCondition[]> {
  const all: ServedCondition[] = [];
  for (const condition of conditions) {
    yield;
    all.push(...(yield* served(condition, segment, inside)));
  }
  return all;
}

/**
 * Returns the conditions that are served in all segments.
 * @param all of at least one segment
 */
export function servedInAll(all: readonly (readonly ServedCondition[])[]): ServedCondition[] {
  return all[0]!.map((first, i) => ({
    ...first,
    index: all.map((own) => own[i]!.index).find((index) => index !== null) ?? null,
    settles: all.every((own) => own[i]!.settles),
  }));
}
