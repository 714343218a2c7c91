// Scrolling: pages of points by id, or the first points in the order of an indexed field.
// The decision: by id the next page begins at an id, so pages stay right whatever is written between them. By a field
// there is no such position, because a point can have several values, so the client gives the value to continue from.

import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import type { Filter } from "../core/filter/filter.ts";
import type { CollectionReads } from "../core/search/collection-reads.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { OffsetWithOrder } from "../errors/points.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import type { PointId } from "../schema/leaf.ts";
import { MAX_LIMIT } from "../schema/limits.ts";
import type { Rules } from "../schema/rules.ts";
import type { Scroll, ScrollPoints } from "../schema/scroll.ts";
import { type AnswerBudget, AnswerBudgets } from "./common/answer-budget.ts";
import { readingAtOnce } from "./common/at-once.ts";
import { filterOf } from "./common/filters.ts";
import { type Order, orderOf } from "./common/order.ts";
import { readRecords, type Selector, selectorOf, withoutGone } from "./common/record-reader.ts";

export class ScrollService {
  readonly #database: Database;
  readonly #budgets: AnswerBudgets;

  constructor(database: Database, budgets = new AnswerBudgets(database)) {
    this.#database = database;
    this.#budgets = budgets;
  }

  scroll(request: ScrollPoints, rules: Rules, signal?: CancelSignal): MaybePromise<Scroll> {
    const collection = this.#database.collection(request.collection_name);
    const withVector = request.with_vector ?? request.with_vectors ?? false;
    const selector = selectorOf(collection, request.with_payload ?? true, withVector);
    const filter = filterOf(request.filter);
    const limit = checkedLimit(request.limit ?? rules.scrollLimit, rules);
    const { order_by, offset } = request;
    if (offset != null && order_by != null) throw new OffsetWithOrder();
    const order = order_by == null ? null : orderOf(order_by);
    const asked = { filter, limit, selector, reads: collection.reads.while(signal) };
    return this.#budgets.withinAtOnce((budget) =>
      order === null
        ? byId(collection, offset ?? null, asked, budget)
        : ordered(collection, order, asked, budget),
    );
  }
}

/** The parts of a scroll request that are read from a collection. */
interface ScrollQuery {
  readonly filter: Filter | null;
  readonly limit: number;
  readonly selector: Selector;
  readonly reads: CollectionReads;
}

function byId(
  collection: Collection,
  from: PointId | null,
  { filter, limit, selector, reads }: ScrollQuery,
  budget: AnswerBudget,
): MaybePromise<Scroll> {
  const most = Math.min(limit, Math.max(1, collection.reads.size));
  const payloads = selector.payload !== false;
  return readingAtOnce(collection, () =>
    andThen(reads.page({ filter, from, limit: most, payloads }), ({ refs, next }) =>
      andThen(readRecords(collection, refs, selector, budget), (points) => ({
        points: withoutGone(collection, refs, points),
        next_page_offset: next,
      })),
    ),
  );
}

/** @throws InvalidArgument for a limit above the largest, where the dialect refuses it */
function checkedLimit(limit: number, { hugeLimit }: Rules): number {
  if (limit <= MAX_LIMIT || hugeLimit === "clamped") return limit;
  throw new InvalidArgument(`limit must be 1..${MAX_LIMIT}`);
}

/** Returns the first points in the order of a field. Text counts as a datetime: microseconds since 1970. */
async function ordered(
  collection: Collection,
  order: Order,
  { filter, limit, selector, reads }: ScrollQuery,
  budget: AnswerBudget,
): Promise<Scroll> {
  return collection.reading(async () => {
    const found = await reads.ordered({ filter, limit, ...order });
    const slots = found.map(({ ref }) => ref);
    const records = await readRecords(collection, slots, selector, budget);
    const points = records.map((record, i) => Object.assign(record, { order_value: found[i]!.value }));
    return { points: withoutGone(collection, slots, points), next_page_offset: null };
  });
}
