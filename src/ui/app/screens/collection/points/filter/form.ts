// Converts the form of a condition to a condition.
// The decision: the type of a value (text, number, true or false) is that of the field's index or of values that were
// loaded, and can be changed. A text that is no number is refused without a request.
import { payloadIndexRow } from "../../../../../../shared/payload-indexes.ts";
import { parseJson } from "../../../../api/json.ts";
import type { Info } from "../../info.ts";
import { pathTo, thingsOf } from "../../things/things.ts";
import { BOUNDS, type Bound, type Clause, type Condition, idsOf, type Kind, type Scalar } from "./chips.ts";

type ValueType = "text" | "number" | "bool";

export interface Form {
  readonly clause: Clause;
  readonly kind: Kind;
  readonly key: string;
  readonly type: ValueType;
  /** One value, or one on each line. */
  readonly text: string;
  readonly bounds: Readonly<Partial<Record<Bound, string>>>;
}

/** The known facts about a field. */
export interface KnownField {
  readonly name: string;
  readonly type: ValueType;
}

/** Returns the fields with an index, and those of the first points, by their paths. */
export function knownFields(collection: string, { payload_schema }: Info): KnownField[] {
  const { sample = [], known } = thingsOf(collection);
  const names = new Map(known.map((field) => [pathTo(field), field]));
  return [...new Set([...Object.keys(payload_schema), ...names.keys()])].map((path) => {
    const values = sample.map((payload) => payload[names.get(path) ?? ""]);
    const indexed = payload_schema[path]?.data_type;
    return { name: path, type: indexed ? (payloadIndexRow(indexed).input ?? "text") : typeOf(values) };
  });
}

/** Returns the type of the first value that is there. */
function typeOf(values: readonly unknown[]): ValueType {
  const value = values.flat().find((one) => one !== undefined && one !== null);
  if (typeof value === "number" || typeof value === "bigint") return "number";
  return typeof value === "boolean" ? "bool" : "text";
}

export function formOf({ clause, kind, key, values, bounds }: Condition): Form {
  const [first = Object.values(bounds)[0]] = values;
  const type = typeof first === "boolean" ? "bool" : typeof first === "string" ? "text" : "number";
  const texts = Object.entries(bounds).map(([name, value]) => [name, String(value)]);
  const text = values.map(String).join(kind === "near" ? ", " : "\n");
  return { clause, kind, key, type, text, bounds: Object.fromEntries(texts) };
}

/** Makes a condition. @throws Error saying what is missing or wrong */
export function conditionOf(form: Form): Condition {
  const { clause, kind, text } = form;
  const common = { clause, kind, key: form.key.trim(), values: [], bounds: {} };
  if (kind === "has_id") return { ...common, key: "", values: some(idsOf(text), "an id") };
  if (kind === "has_vector") return { ...common, key: "", values: [text] };
  if (common.key === "") throw new Error("Choose a field");
  if (kind === "exists" || kind === "is_empty" || kind === "is_null") return common;
  if (kind === "range" || kind === "values_count") return { ...common, bounds: boundsOf(form) };
  if (kind === "near") return { ...common, values: place(text) };
  if (kind === "any" || kind === "except") {
    const lines = text.split("\n").filter((line) => line !== "");
    return { ...common, values: some(lines, "a value").map((line) => scalar(line, form.type)) };
  }
  if (kind === "is" || kind === "is_not") return { ...common, values: [scalar(text, form.type)] };
  return { ...common, values: some([text].filter(Boolean), "a text") };
}

function some<T>(list: readonly T[], what: string): readonly T[] {
  if (list.length === 0) throw new Error(`Type ${what}`);
  return list;
}

const PLACE = "Type the latitude, the longitude and the metres around it, such as 48.85, 2.35, 5000";

/** Returns latitude, longitude and radius. */
function place(text: string): readonly number[] {
  const numbers = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const [lat = Number.NaN, lon = Number.NaN, radius = Number.NaN, ...more] = numbers;
  if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && radius > 0 && more.length === 0) return numbers;
  throw new Error(PLACE);
}

function boundsOf({ kind, type, bounds }: Form): Partial<Record<Bound, Scalar>> {
  const isNumber = kind === "values_count" || type !== "text";
  const given = BOUNDS.filter((name) => (bounds[name] ?? "").trim() !== "");
  if (given.length === 0) throw new Error("Type at least one limit");
  return Object.fromEntries(
    given.map((name) => [name, isNumber ? scalar(bounds[name]!, "number") : bounds[name]!.trim()]),
  );
}

function scalar(text: string, type: ValueType): Scalar {
  if (type === "text") return text;
  if (type === "bool") return text.trim() !== "false";
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()))
    throw new Error(`${text || "Nothing"} is not a number`);
  return parseJson(text.trim().replace(/^(-?)0+(?=\d)/, "$1")) as number | bigint;
}
