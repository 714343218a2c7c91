// Examines the items of long lists in filters, in slices, before the filters are parsed.
// The decision: a filter is parsed without interruption, so its errors are found before anything is done. Checking a
// million texts for UUIDs takes a tenth of a second, so the long lists of a request are examined in slices when it is
// validated, and the result is stored beside each list. A list that has not been examined is examined when it is
// parsed.
import type { Sliced } from "../scheduling/pause.ts";
import { isPointId } from "./leaf.ts";

/** Lists with more items than this are long. */
export const LONG_LIST = 128;
/** Items that are examined in one slice. */
const CUT_ITEMS = 2 ** 10;
/**
 * The most objects and lists that are entered, more than a valid filter has. In a program an object may contain itself.
 */
const MOST_PARTS = 2 ** 17;

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

/** Examines the long lists of a filter as it was received. It refuses nothing. */
export function* lookAtLongLists(json: unknown): Sliced<void> {
  const parts = [json];
  for (let seen = 0; parts.length > 0 && seen < MOST_PARTS; seen++) {
    if (seen % CUT_ITEMS === CUT_ITEMS - 1) yield;
    const part = parts.pop() as Record<string, unknown> | readonly unknown[];
    for (const name in part) {
      const value = (part as Record<string, unknown>)[name];
      if (typeof value !== "object" || value === null) continue;
      const kind = Array.isArray(value) && value.length > LONG_LIST ? kindOf(name, value) : null;
      if (kind === null) parts.push(value);
      else yield* lookAt(value as unknown[], kind);
    }
  }
}

function kindOf(name: string, list: readonly unknown[]): ItemKind | null {
  if (name === "has_id") return "id";
  return name === "any" || name === "except" ? kindOfValues(list) : null;
}

function* lookAt(list: readonly unknown[], kind: ItemKind): Sliced<void> {
  const { length } = list;
  const isRight = KINDS[kind];
  let wrong = 0;
  while (wrong < length && isRight(list[wrong])) if (++wrong % CUT_ITEMS === 0) yield;
  known.set(list, { kind, length, wrong: wrong < length ? wrong : -1 });
  yield;
}
