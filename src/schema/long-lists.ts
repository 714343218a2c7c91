// Examines the items of long lists in filters, in slices, before the filters are parsed.
// The decision: a filter is parsed without interruption, so its errors are found before anything is done. Checking a
// million texts for UUIDs takes a tenth of a second, so the long lists of a request are examined in slices when it is
// validated, and the result is stored beside each list. A list that has not been examined is examined when it is
// parsed.
import type { Sliced } from "../scheduling/pause.ts";
import { isPointId } from "./leaf.ts";
import { MAX_FILTER_CONDITIONS } from "./limits.ts";

/** Lists with more items are checked in slices. */
export const LONG_LIST = 128;
/** Items that are examined in one slice. */
const ITEMS_PER_YIELD = 2 ** 10;
/** Filters with at most this number of parts are searched for long lists at once. */
const FEW_PARTS = 256;
/** The most parts that are entered, more than a valid filter has. In a program an object may contain itself. */
const MAX_PARTS = 2 ** 17;
/** The members of a filter or a condition that lead to conditions, and those that may be long lists. */
const INNER = [
  "must",
  "should",
  "must_not",
  "min_should",
  "conditions",
  "nested",
  "filter",
  "match",
] as const;
const LISTS = ["has_id", "any", "except"] as const;

/** The kinds of items that a list of a filter may have. */
type ItemKind = keyof typeof KINDS;

const KINDS = {
  id: isPointId,
  text: (item: unknown) => typeof item === "string",
  integer: (item: unknown) => typeof item === "bigint" || Number.isSafeInteger(item),
} as const satisfies Record<string, (item: unknown) => boolean>;

interface Known {
  readonly kind: ItemKind;
  readonly length: number;
  /** The index of the first item that is not of the kind, -1 if there is none. */
  readonly wrong: number;
}

const known = new WeakMap<readonly unknown[], Known>();

/** Returns the index of the first item that is not of the kind, or -1. */
export function firstWrong(list: readonly unknown[], kind: ItemKind): number {
  const found = known.get(list);
  if (found?.kind === kind && found.length === list.length) return found.wrong;
  const isRight = KINDS[kind];
  return list.findIndex((item) => !isRight(item));
}

/** Returns the kind of the values of a list, which follows from the first one. */
export function kindOfValues(list: readonly unknown[]): ItemKind {
  return typeof list[0] === "string" ? "text" : "integer";
}

/** Tells whether a filter is short and has no long list, so that there is nothing to examine. */
export function isShort(json: unknown): boolean {
  return partsLeft(json, FEW_PARTS) > 0;
}

/** Returns how many of `left` parts are left after those of the value; 0 or less if it has more, or a long list. */
function partsLeft(value: unknown, left: number): number {
  if (typeof value !== "object" || value === null) return left - 1;
  if (Array.isArray(value)) {
    let rest = value.length > LONG_LIST ? 0 : left - 1;
    for (let i = 0; i < value.length && rest > 0; i++) rest = partsLeft(value[i], rest);
    return rest;
  }
  let rest = left - 1;
  for (const key in value) {
    if (rest <= 0) break;
    rest = partsLeft((value as Readonly<Record<string, unknown>>)[key], rest);
  }
  return rest;
}

/**
 * Examines the long lists of a filter as it was received. It refuses nothing, and it enters nothing that the parser
 * refuses anyway: other members, and items of a list beyond the limit on conditions.
 */
export function* examineLongLists(json: unknown): Sliced<void> {
  const parts: unknown[] = [json];
  let entered = 0;
  for (let visited = 1; parts.length > 0; visited++) {
    if (visited % ITEMS_PER_YIELD === 0) yield;
    const part = parts.pop();
    if (!isObject(part)) continue;
    for (const name of LISTS) {
      const list = part[name];
      if (Array.isArray(list) && list.length > LONG_LIST)
        yield* examine(list, name === "has_id" ? "id" : kindOfValues(list));
    }
    for (const name of INNER) {
      const inner = part[name];
      const some = Array.isArray(inner) ? inner.slice(0, MAX_FILTER_CONDITIONS + 1) : [inner];
      entered += some.length;
      if (entered <= MAX_PARTS) parts.push(...some);
    }
  }
}

function isObject(part: unknown): part is Readonly<Record<string, unknown>> {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

function* examine(list: readonly unknown[], kind: ItemKind): Sliced<void> {
  const { length } = list;
  const isRight = KINDS[kind];
  let wrong = 0;
  while (wrong < length && isRight(list[wrong])) if (++wrong % ITEMS_PER_YIELD === 0) yield;
  known.set(list, { kind, length, wrong: wrong < length ? wrong : -1 });
  yield;
}
