// Lists and maps of large messages, whose items are decoded and converted later, one by one.
// The decision: a codec (convert/codec.ts) converts a list with `map` and a map with `forEach`. In a large message both
// stand for items that are still bytes, and these methods only remember what is to be done with each item. So codecs
// need no second form for large messages, and no item of a list stays in memory once it has been converted.
import type { Field, Plan } from "./fields.ts";

/** Reads the deferred items of one message. */
export interface Deferrer {
  /** Calls `work` when the items that have been deferred so far have been converted. */
  afterItems(work: () => void): void;
}

/** Counts the items that codecs have converted, to limit those of one message. */
export const converted = { items: 0 };

/** The items of a list. It has `length`, `map` and `forEach` of an array; a message has it instead of one. */
export class DeferredItems {
  readonly owner: Deferrer;
  /** The plan of the message that contains the list, because other fields may be between the items. */
  readonly plan: Plan;
  /** The name of the list in the message. */
  readonly member: string;
  /** The nesting of the message. */
  readonly depth: number;
  /** The position of the tag of the first item, and the position after the last item. */
  readonly from: number;
  to: number;
  /** The number of items. Packed numbers are not counted before they are read. */
  length = 0;
  /** Converts an item; null: nothing needs the items, and they are decoded only to be checked. */
  take: ((item: never, index: never) => unknown) | null = null;

  constructor(owner: Deferrer, plan: Plan, member: string, depth: number, from: number) {
    this.owner = owner;
    this.plan = plan;
    this.member = member;
    this.depth = depth;
    this.from = from;
    this.to = from;
  }

  /** Adds items that end at a position. */
  extend(to: number, count: number): void {
    this.to = to;
    this.length += count;
  }

  /** Calls `take` with each item later. */
  forEach<Item>(take: (item: Item, index: number) => void): void {
    this.take = take as DeferredItems["take"];
  }

  /** @returns an array that contains the converted items later */
  map<Item, Made>(convert: (item: Item, index: number) => Made): Made[] {
    const made: Made[] = [];
    this.forEach((item: Item, index) => {
      made.push(convert(item, index));
    });
    return made;
  }
}

/** The entries of a map. It has `size` and `forEach` of a Map; a message has it instead of one. */
export class DeferredEntries {
  readonly owner: Deferrer;
  readonly field: Field;
  readonly depth: number;
  /** The positions of values by their keys; -1 for a value that was not given. */
  readonly positions = new Map<unknown, number>();
  take: ((value: never, key: never) => unknown) | null = null;

  constructor(owner: Deferrer, field: Field, depth: number) {
    this.owner = owner;
    this.field = field;
    this.depth = depth;
  }

  get size(): number {
    return this.positions.size;
  }

  /** Calls `take` with each entry later. */
  forEach<Key, Value>(take: (value: Value, key: Key) => void): void {
    this.take = take as DeferredEntries["take"];
  }
}

/** Calls `work` when the items of all of these lists have been converted, which for small messages is at once. */
export function afterItems(lists: readonly (readonly unknown[])[], work: () => void): void {
  const deferred = lists.find((list) => (list as unknown) instanceof DeferredItems);
  if (deferred) (deferred as unknown as DeferredItems).owner.afterItems(work);
  else work();
}
