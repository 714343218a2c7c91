// Paths into payloads: `a.b`, `a[].b`, `a[0].b`, `"a b".c`. A path is followed to all values at its end.
// The decision: arrays are entered only where the path says so, by [] or [n].
import { InvalidPath } from "../../errors/request.ts";
import { MAX_PAYLOAD_DEPTH } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import { EVERY_ITEM, type JsonPath, type PathStep } from "./filter.ts";
import { isObject, type JsonObject, type JsonValue, member } from "./value.ts";

const BARE_KEY = /[\p{Alphabetic}\p{N}_-]+/uy;
const QUOTED_KEY = /"((?:[^"\\]|\\["\\])*)"/uy;
const INDEX = /\[(\d{0,15})\]/uy;

/** @throws InvalidPath */
export function parsePath(text: string): JsonPath {
  const steps: PathStep[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  do {
    const quoted = take(QUOTED_KEY);
    const key = quoted ? quoted[1]!.replace(/\\(.)/gsu, "$1") : take(BARE_KEY)?.[0];
    if (key === undefined) throw unreadable(text, at);
    steps.push(key);
    for (let index = take(INDEX); index; index = take(INDEX)) {
      steps.push(index[1] === "" ? EVERY_ITEM : Number(index[1]));
    }
  } while (text[at++] === ".");
  if (at <= text.length) throw unreadable(text, at - 1);
  if (steps.length > MAX_PAYLOAD_DEPTH) {
    throw new InvalidPath(show(text), `expected at most ${MAX_PAYLOAD_DEPTH} steps, got ${steps.length}`);
  }
  return { text: steps.map(spell).join(""), steps };
}

function unreadable(text: string, at: number): InvalidPath {
  return new InvalidPath(
    show(text),
    `character ${at + 1} cannot be there; expected keys of letters, digits, _ and -, or quoted ones, as in a.b, a[].b, a[0] or "a b".c`,
  );
}

function spell(step: PathStep, index: number): string {
  if (step === EVERY_ITEM) return "[]";
  if (typeof step === "number") return `[${step}]`;
  BARE_KEY.lastIndex = 0;
  const isBare = BARE_KEY.exec(step)?.[0] === step;
  const key = isBare ? step : `"${step.replace(/["\\]/g, "\\$&")}"`;
  return index === 0 ? key : `.${key}`;
}

/** Returns the values at the path; none if a step is missing or has another type. An array is one value. */
export function valuesAt(payload: JsonObject, { steps }: JsonPath): JsonValue[] {
  let values: JsonValue[] = [payload];
  for (const step of steps) {
    const found: JsonValue[] = [];
    for (const value of values) addWithin(value, step, found);
    values = found;
  }
  return values;
}

function addWithin(value: JsonValue, step: PathStep, found: JsonValue[]): void {
  if (typeof step === "string") {
    const at = isObject(value) ? member(value, step) : undefined;
    if (at !== undefined) found.push(at);
  } else if (Array.isArray(value)) {
    if (step === EVERY_ITEM) for (const item of value) found.push(item);
    else if (step < value.length) found.push(value[step]!);
  }
}

/** Appends `[]` unless the path ends with it, because `a` and `a[]` both mean the items of a. */
export function everyItem(path: JsonPath): JsonPath {
  if (path.steps.at(-1) === EVERY_ITEM) return path;
  return { text: `${path.text}[]`, steps: [...path.steps, EVERY_ITEM] };
}

/** The elements of an array, and the path of a field inside each of them. */
export interface Elements {
  readonly items: JsonPath;
  readonly field: JsonPath;
}

/** Returns the elements of the array `nested` that a path leads into; null if it does not. @throws InvalidPath */
export function elementsOf(path: JsonPath, nested: string): Elements | null {
  const items = everyItem(parsePath(nested));
  const inside = `${items.text}.`;
  return path.text.startsWith(inside) ? { items, field: parsePath(path.text.slice(inside.length)) } : null;
}

/** Returns the values of the field in each element. */
export function valuesOfElements(payload: JsonObject, { items, field }: Elements): JsonValue[][] {
  return valuesAt(payload, items).map((element) =>
    isObject(element) ? valuesAt(element, field).flat(1) : [],
  );
}
