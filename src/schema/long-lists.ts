// What stands in the long lists of filters, looked at in slices before the filters are read.
// The decision: a filter is read in one go, so that what is wrong with it is said before anything is done. To ask a million texts
// whether they are UUIDs takes a tenth of a second, so where a request is checked, its long lists are looked at with cuts, and what
// is found is kept beside each list. Whoever reads a list that nobody has looked at looks at it at once.
import type { Sliced } from "../scheduling/pause.ts";
import { isPointId } from "./leaf.ts";

/** Lists with more items than this are long. */
export const LONG_LIST = 128;
/** Items that are looked at until the work may be cut. */
const CUT_ITEMS = 2 ** 10;
/** Objects and lists that are gone into: more than a filter has that is taken. In a program an object may contain itself. */
const MOST_PARTS = 2 ** 17;

/** What the items of a list of a filter have to be. */
type ItemKind = keyof typeof KINDS;

const KINDS = {
  id: isPointId,
  text: (item: unknown) => typeof item === "string",
  integer: (item: unknown) => typeof item === "bigint" || Number.isSafeInteger(item),
} as const satisfies Record<string, (item: unknown) => boolean>;

interface Known {
  readonly kind: ItemKind;
  readonly length: number;
  /** The first item that is not of the kind, -1 if there is none. */
  readonly wrong: number;
}

const known = new WeakMap<readonly unknown[], Known>();

/** The index of the first item that is not of the kind, or -1. */
export function firstWrong(list: readonly unknown[], kind: ItemKind): number {
  const found = known.get(list);
  if (found?.kind === kind && found.length === list.length) return found.wrong;
  const isRight = KINDS[kind];
  return list.findIndex((item) => !isRight(item));
}

/** Of what kind the values of a list are, as its first one says. */
export function kindOfValues(list: readonly unknown[]): ItemKind {
  return typeof list[0] === "string" ? "text" : "integer";
}

/** Looks at the long lists of a filter as it was received. Nothing is refused here. */
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
