// What checks say of a value, and how the items of its lists are looked at: at once where there are few.
// The decision: a long list is put off, as if all was well with it, and its items are looked at afterwards, with cuts in
// between; so all other checks stay plain functions. Lists come in the order in which they were met, and before what was
// found wrong behind them, so what is told of a value does not depend on how long its lists are.
import type { Sliced } from "../scheduling/pause.ts";
import { lookAtLongLists } from "../schema/long-lists.ts";
import type { Rules } from "../schema/rules.ts";
import type { Finding, JsonSchema } from "./check-rules.ts";
import type { UnknownField } from "./unknown-fields.ts";

/** Whether a value is as it should be; findings are added if not. `path` is where it stands, and put back. */
export type Check = (data: unknown, path: string[], notes: Notes) => boolean;

/** What has yet to be looked at: whether it is right, with cuts. */
type PutOff = (notes: Notes) => Sliced<boolean>;

/** What a check has to say. */
export class Notes {
  readonly findings: Finding[] = [];
  /** Fields of objects whose schema has others. They are no findings: what becomes of them is for others to decide. */
  readonly unknown: UnknownField[] = [];
  readonly aliases: Rules["aliases"];
  /** Null: all is looked at where it is met. */
  putOff: PutOff[] | null;
  /** Lists with more items are put off. */
  readonly long: number;

  /** @param long infinite: no list is put off */
  constructor(aliases: Rules["aliases"] = "unknown", long = Number.POSITIVE_INFINITY) {
    this.aliases = aliases;
    this.long = long;
    this.putOff = long < Number.POSITIVE_INFINITY ? [] : null;
  }
}

/** Items that are looked at between two cuts: vectors of 1,536 numbers take a tenth of a millisecond. */
const CUT_ITEMS = 32;

export function items(check: Check): Check {
  return (data, path, notes) => {
    if (!Array.isArray(data)) return true;
    if (data.length > notes.long && notes.putOff) {
      const where = [...path];
      notes.putOff.push((later) => areRight(check, data, where, later));
      return true;
    }
    return data.every((item, i) => at(String(i), check, item, path, notes));
  };
}

/** Filters are read, and refused, by the service; here their long lists are looked at for it. */
export const filter: Check = (data, _, { putOff }) => {
  putOff?.push(function* () {
    yield* lookAtLongLists(data);
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

/** The same check, which puts nothing off: what it says of a value is for another to decide by. */
export function undelayed(check: Check): Check {
  return (data, path, notes) => {
    const { putOff } = notes;
    notes.putOff = null;
    const isRight = check(data, path, notes);
    notes.putOff = putOff;
    return isRight;
  };
}

/** Whether a list may be what the schema describes; without a type, anything may. */
export function takesLists(schema: JsonSchema): boolean {
  return (schema.type ?? "array") === "array";
}

/** Looks at the lists that a check has put off. @param isRight what it said. @returns what it would have said without */
export function* withPutOff(isRight: boolean, notes: Notes): Sliced<boolean> {
  const { putOff } = notes;
  if (putOff === null || putOff.length === 0) return isRight;
  // Found behind the lists.
  const found = notes.findings.splice(0);
  notes.putOff = [];
  for (const look of putOff) if (!(yield* look(notes))) return false;
  notes.findings.push(...found);
  return isRight;
}

function* areRight(check: Check, items: readonly unknown[], path: string[], notes: Notes): Sliced<boolean> {
  for (let i = 0; i < items.length; i++) {
    if (i % CUT_ITEMS === CUT_ITEMS - 1) yield;
    const isRight = at(String(i), check, items[i], path, notes);
    if (!(yield* withPutOff(isRight, notes))) return false;
  }
  return true;
}
