// Scrolling: pages of points by id, or the first points in the order of an indexed field.
// The decision: by id the next page begins at an id, so pages stay right whatever is written between them; by a field
// there is no such place, because a point can be there several times: whoever goes on says from which value.
import type { Collection } from "../core/collection.ts";
import type { Database } from "../core/database.ts";
import { parseDatetime } from "../core/filter/datetime.ts";
import type { Filter, Integer } from "../core/filter/filter.ts";
import { parsePath } from "../core/filter/path.ts";
import type { Reads } from "../core/reads.ts";
import { OffsetWithOrder } from "../errors/point-errors.ts";
import { InvalidArgument } from "../errors.ts";
import type { Wanted } from "../schema/caller.ts";
import type { PointId } from "../schema/leaf.ts";
import { MAX_LIMIT } from "../schema/limits.ts";
import type { Rules } from "../schema/rules.ts";
import type { OrderBy, Scroll, ScrollPoints } from "../schema/scroll.ts";
import { show } from "../schema/show.ts";
import { type AnswerBudget, AnswerRoom } from "./answer-room.ts";
import { filterOf } from "./filters.ts";
import { readRecords, type Selector, selectorOf } from "./record-reader.ts";

export class ScrollService {
  readonly #database: Database;
  readonly #room: AnswerRoom;

  constructor(database: Database, room = new AnswerRoom(database)) {
    this.#database = database;
    this.#room = room;
  }

  async scroll(request: ScrollPoints, rules: Rules, wanted?: Wanted): Promise<Scroll> {
    const collection = this.#database.collection(request.collection_name);
    const withVector = request.with_vector ?? request.with_vectors ?? false;
    const selector = selectorOf(collection, request.with_payload ?? true, withVector);
    const filter = filterOf(request.filter);
    const limit = checkedLimit(request.limit ?? rules.scrollLimit, rules);
    const { order_by, offset } = request;
    if (offset != null && order_by != null) throw new OffsetWithOrder();
    const order = order_by == null ? null : orderOf(order_by);
    const asked = { filter, limit, selector, reads: collection.reads.while(wanted) };
    return this.#room.within((budget) =>
      order === null
        ? byId(collection, offset ?? null, asked, budget)
        : ordered(collection, order, asked, budget),
    );
  }
}

/** What is asked for of a collection. */
interface Asked {
  readonly filter: Filter | null;
  readonly limit: number;
  readonly selector: Selector;
  readonly reads: Reads;
}

async function byId(
  collection: Collection,
  from: PointId | null,
  { filter, limit, selector, reads }: Asked,
  budget: AnswerBudget,
): Promise<Scroll> {
  return collection.reading(async () => {
    const most = Math.min(limit, Math.max(1, collection.points));
    const { slots, next } = await reads.page({ filter, from, limit: most });
    const points = await readRecords(collection, slots, selector, budget);
    return { points, next_page_offset: next };
  });
}

/** @throws InvalidArgument where a limit beyond the largest is refused */
function checkedLimit(limit: number, { hugeLimit }: Rules): number {
  if (limit <= MAX_LIMIT || hugeLimit === "clamped") return limit;
  throw new InvalidArgument(`limit must be 1..${MAX_LIMIT}`);
}

export interface Order {
  readonly path: string;
  readonly direction: "asc" | "desc";
  readonly startFrom: Integer | null;
}

/** @throws InvalidPath, InvalidArgument */
export function orderOf(orderBy: OrderBy): Order {
  const { key, direction, start_from } = typeof orderBy === "string" ? { key: orderBy } : orderBy;
  return { path: parsePath(key).text, direction: direction ?? "asc", startFrom: startOf(start_from ?? null) };
}

/** Text is a moment: microseconds since 1970. */
function startOf(given: Integer | string | null): Integer | null {
  const start = typeof given === "string" ? parseDatetime(given) : given;
  if ((start === null && given === null) || typeof start === "number" || typeof start === "bigint")
    return start;
  const rule = "expected a number or a moment such as 2024-01-31T12:00:00Z";
  throw new InvalidArgument(`order_by.start_from: ${rule}, got ${show(given)}`);
}

async function ordered(
  collection: Collection,
  order: Order,
  { filter, limit, selector, reads }: Asked,
  budget: AnswerBudget,
): Promise<Scroll> {
  return collection.reading(async () => {
    const found = await reads.ordered({ ...order, filter, limit });
    const slots = found.map(({ slot }) => slot);
    const records = await readRecords(collection, slots, selector, budget);
    const points = records.map((record, i) => ({ ...record, order_value: found[i]!.value }));
    return { points, next_page_offset: null };
  });
}
