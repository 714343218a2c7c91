// The results of checks, and the checking of lists, which is deferred for long ones.
// The decision: a long list counts as valid at first, and its items are checked afterwards, in slices; so all other
// checks are plain functions. Lists are checked in the order in which they were found, and their errors come before
// errors that were found after them, so the results do not depend on the lengths of lists.
import type { Sliced } from "../scheduling/pause.ts";
import { examineLongLists, isShort } from "../schema/long-lists.ts";
import type { Rules } from "../schema/rules.ts";
import type { JsonSchema, SchemaViolation } from "./check-rules.ts";
import type { UnknownField } from "./unknown-fields.ts";

/**
 * Returns true if a value is valid; otherwise it adds violations. `path` is the position of the value; a check restores
 * it.
 */
export type Check = (data: unknown, path: string[], notes: Notes) => boolean;

/** A check that was deferred: it works in slices, and returns true if the value is valid. */
type Deferred = (notes: Notes) => Sliced<boolean>;

export class Notes {
  readonly violations: SchemaViolation[] = [];
  /** Unknown fields of objects. They are no violations, because the dialect decides how they are treated. */
  readonly unknown: UnknownField[] = [];
  readonly aliases: Rules["aliases"];
  /** The checks that were deferred; null: nothing is deferred. */
  deferred: Deferred[] | null;
  /** Lists with more items are deferred. */
  readonly long: number;

  /** @param long infinite: no list is deferred */
  constructor(aliases: Rules["aliases"] = "unknown", long = Number.POSITIVE_INFINITY) {
    this.aliases = aliases;
    this.long = long;
    this.deferred = long < Number.POSITIVE_INFINITY ? [] : null;
  }
}

/** Items that are checked in one slice; 32 vectors of 1,536 numbers take a tenth of a millisecond. */
const ITEMS_PER_YIELD = 32;

export function items(check: Check): Check {
  return (data, path, notes) => {
    if (!Array.isArray(data)) return true;
    if (data.length > notes.long && notes.deferred) {
      const where = [...path];
      notes.deferred.push((later) => areRight(check, data, where, later));
      return true;
    }
    return data.every((item, i) => at(String(i), check, item, path, notes));
  };
}

/** Examines the long lists of a filter, which the service then parses and validates. */
export const filter: Check = (data, _, { deferred }) => {
  if (deferred === null || isShort(data)) return true;
  deferred.push(function* () {
    yield* examineLongLists(data);
    return true;
  });
  return true;
};

export function at(name: string, check: Check, data: unknown, path: string[], notes: Notes): boolean {
  path.push(name);
  const isRight = check(data, path, notes);
  path.pop();
  return isRight;
}

/** Makes a check that defers no list, for checks whose result another check needs at once. */
export function undelayed(check: Check): Check {
  return (data, path, notes) => {
    const { deferred } = notes;
    notes.deferred = null;
    const isRight = check(data, path, notes);
    notes.deferred = deferred;
    return isRight;
  };
}

/** Tells whether a schema may describe a list; a schema without a type may describe any value. */
export function takesLists(schema: JsonSchema): boolean {
  return (schema.type ?? "array") === "array";
}

/**
 * Checks the lists that a check has deferred.
 * @param isRight the result of the check.
 * @returns the result with the lists
 */
export function* withDeferred(isRight: boolean, notes: Notes): Sliced<boolean> {
  const { deferred } = notes;
  if (deferred === null || deferred.length === 0) return isRight;
  // These violations were found after the lists.
  const found = notes.violations.splice(0);
  notes.deferred = [];
  for (const check of deferred) if (!(yield* check(notes))) return false;
  notes.violations.push(...found);
  return isRight;
}

function* areRight(check: Check, items: readonly unknown[], path: string[], notes: Notes): Sliced<boolean> {
  for (let i = 0; i < items.length; i++) {
    if (i % ITEMS_PER_YIELD === ITEMS_PER_YIELD - 1) yield;
    const isRight = at(String(i), check, items[i], path, notes);
    if (!(yield* withDeferred(isRight, notes))) return false;
  }
  return true;
}
