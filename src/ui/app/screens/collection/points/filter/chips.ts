// Converts a filter to chips and chips to a filter.
// The decision: a chip keeps its condition as JSON, so nothing is lost; a form reads and writes what it can show of it.
// Conditions without a form stay together as one chip that is edited as text.
import { parseId } from "../../../../api/ids.ts";
import { parseJson, writeJson } from "../../../../api/json.ts";
import type { PointId } from "../../../../api/types.ts";

export type Filter = Readonly<Record<string, unknown>>;
export type Clause = "must" | "must_not";

export const CONDITIONS = {
  is: "is",
  is_not: "is not",
  any: "is any of",
  except: "is none of",
  text: "contains the text",
  text_any: "contains any word of",
  phrase: "contains the phrase",
  prefix: "begins with",
  substring: "contains as it is spelled",
  range: "is between",
  near: "is near",
  exists: "exists",
  is_empty: "is empty",
  is_null: "is null",
  values_count: "value count",
  has_id: "has the id",
  has_vector: "has the vector",
} as const;
export type Kind = keyof typeof CONDITIONS;

export const BOUNDS = ["gt", "gte", "lt", "lte"] as const;
export type Bound = (typeof BOUNDS)[number];
export type Scalar = string | number | bigint | boolean;

/** A condition in the form of the dialog. */
export interface Condition {
  readonly clause: Clause;
  readonly kind: Kind;
  /** The payload field; empty for conditions on the point itself. */
  readonly key: string;
  /**
   * One value for is and is_not, several for any and except, one for texts, ids for has_id, a name for has_vector;
   * latitude, longitude and radius in metres for near.
   */
  readonly values: readonly Scalar[];
  /** The bounds of range and values_count. */
  readonly bounds: Readonly<Partial<Record<Bound, Scalar>>>;
}

interface Chips {
  readonly conditions: readonly Condition[];
  /** The part that no chip can show; undefined if there is none. */
  readonly rest: Filter | undefined;
}

const TEXTS: readonly Kind[] = ["text", "text_any", "phrase", "prefix", "substring"];
/** Kinds of conditions that are the negation of their JSON, so they are in the other clause. */
const NEGATED: Readonly<Partial<Record<Kind, true>>> = { is_not: true, exists: true };

export function chipsOf(filter: Filter): Chips {
  const conditions: Condition[] = [];
  const rest: Record<string, unknown> = {};
  for (const [clause, value] of Object.entries(filter)) {
    if (value === null) continue;
    const isClause = clause === "must" || clause === "must_not";
    const list = Array.isArray(value) ? value : [value];
    const left = isClause ? list.filter((item) => !take(conditions, clause, item)) : list;
    if (!isClause) rest[clause] = value;
    else if (left.length > 0) rest[clause] = left;
  }
  return { conditions, rest: Object.keys(rest).length > 0 ? rest : undefined };
}

function take(conditions: Condition[], clause: Clause, json: unknown): boolean {
  const condition = readCondition(clause, json);
  if (condition) conditions.push(condition);
  return condition !== null;
}

/** Returns the filter; undefined without conditions. */
export function filterOf({ conditions, rest }: Chips): Filter | undefined {
  const clauses: Record<string, unknown> = {};
  for (const clause of ["must", "must_not"] as const) {
    const mine = conditions.map(writeCondition).filter((written) => written.clause === clause);
    const others = (rest?.[clause] ?? []) as readonly unknown[];
    const all = [...mine.map(({ json }) => json), ...others];
    if (all.length > 0) clauses[clause] = all;
  }
  const whole = { ...rest, ...clauses };
  return Object.keys(whole).length > 0 ? whole : undefined;
}

function writeCondition(condition: Condition): { clause: Clause; json: Filter } {
  const { clause, kind } = condition;
  const isOther = NEGATED[kind] === true;
  return { clause: isOther ? opposite(clause) : clause, json: jsonOf(condition) };
}

function opposite(clause: Clause): Clause {
  return clause === "must" ? "must_not" : "must";
}

function jsonOf({ kind, key, values, bounds }: Condition): Filter {
  if (kind === "is" || kind === "is_not") return { key, match: { value: values[0] } };
  if (kind === "any" || kind === "except") return { key, match: { [kind]: values } };
  if (TEXTS.includes(kind)) return { key, match: { [kind]: values[0] } };
  if (kind === "range" || kind === "values_count") return { key, [kind]: bounds };
  if (kind === "near") {
    const [lat, lon, radius] = values;
    return { key, geo_radius: { center: { lat, lon }, radius } };
  }
  if (kind === "has_id") return { has_id: values };
  if (kind === "has_vector") return { has_vector: values[0] };
  return { [kind === "exists" ? "is_empty" : kind]: { key } };
}

/** Reads a condition; null if no form shows all of it. */
export function readCondition(clause: Clause, json: unknown): Condition | null {
  if (!isObject(json)) return null;
  const common = { clause, key: "", values: [], bounds: {} };
  const names = Object.keys(json).sort().join();
  if (names === "has_id" && Array.isArray(json.has_id) && json.has_id.length > 0)
    return { ...common, kind: "has_id", values: json.has_id as PointId[] };
  if (names === "has_vector" && typeof json.has_vector === "string")
    return { ...common, kind: "has_vector", values: [json.has_vector] };
  if (names === "is_empty" || names === "is_null") return emptiness(clause, names, json[names]);
  if (typeof json.key !== "string") return null;
  const ofKey = { ...common, key: json.key };
  if (names === "key,match") return matched(ofKey, json.match);
  if (names === "geo_radius,key") return nearby(ofKey, json.geo_radius);
  if (names !== "key,range" && names !== "key,values_count") return null;
  const kind = names.slice("key,".length) as "range" | "values_count";
  return isBounds(json[kind]) ? { ...ofKey, kind, bounds: json[kind] } : null;
}

function emptiness(clause: Clause, kind: "is_empty" | "is_null", json: unknown): Condition | null {
  if (!isObject(json) || Object.keys(json).join() !== "key" || typeof json.key !== "string") return null;
  const common = { key: json.key, values: [], bounds: {} };
  if (kind === "is_empty" && clause === "must_not") return { ...common, clause: "must", kind: "exists" };
  return { ...common, clause, kind };
}

function nearby(common: Omit<Condition, "kind">, json: unknown): Condition | null {
  if (!isObject(json) || Object.keys(json).sort().join() !== "center,radius") return null;
  const { center, radius } = json;
  if (!isObject(center) || Object.keys(center).sort().join() !== "lat,lon") return null;
  const values = [center.lat, center.lon, radius];
  return values.every(isScalar) ? { ...common, kind: "near", values } : null;
}

function matched(common: Omit<Condition, "kind">, json: unknown): Condition | null {
  if (!isObject(json)) return null;
  const [name, ...more] = Object.keys(json);
  const value = json[name!];
  if (more.length > 0) return null;
  if (name === "value" && isScalar(value)) {
    if (common.clause === "must") return { ...common, kind: "is", values: [value] };
    return { ...common, clause: "must", kind: "is_not", values: [value] };
  }
  const isList = Array.isArray(value) && value.length > 0 && value.every(isScalar);
  if ((name === "any" || name === "except") && isList) return { ...common, kind: name, values: value };
  if (TEXTS.includes(name as Kind) && typeof value === "string")
    return { ...common, kind: name as Kind, values: [value] };
  return null;
}

function isBounds(value: unknown): value is Partial<Record<Bound, Scalar>> {
  if (!isObject(value) || Object.keys(value).length === 0) return false;
  return Object.entries(value).every(([name, bound]) => BOUNDS.includes(name as Bound) && isScalar(bound));
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "bigint", "boolean"].includes(typeof value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const SIGNS: Readonly<Record<Bound, string>> = { gt: ">", gte: "≥", lt: "<", lte: "≤" };
const MAX_SHOWN_VALUES = 3;

/** Describes a condition in the words of a chip. */
export function wordsOf({ clause, kind, key, values, bounds }: Condition): string {
  const not = clause === "must_not" ? "not: " : "";
  const few = values.slice(0, MAX_SHOWN_VALUES).map(String).join(", ");
  const shown =
    values.length > MAX_SHOWN_VALUES ? `${few} and ${values.length - MAX_SHOWN_VALUES} more` : few;
  if (kind === "range" || kind === "values_count") {
    const limits = BOUNDS.filter((name) => bounds[name] !== undefined).map(
      (name) => `${SIGNS[name]} ${bounds[name]}`,
    );
    return `${not}${key} ${kind === "range" ? "" : "has values "}${limits.join(" and ")}`;
  }
  if (kind === "near") return `${not}${key} within ${values[2]} m of ${values[0]}, ${values[1]}`;
  return [not + key, CONDITIONS[kind], shown || (kind === "has_vector" ? "without a name" : "")]
    .filter(Boolean)
    .join(" ");
}

export function parseFilter(text: string): Filter | undefined {
  if (text.trim() === "") return undefined;
  const json = parseJson(text);
  if (!isObject(json)) throw new Error('A filter is an object such as {"must": []}');
  return Object.keys(json).length === 0 ? undefined : json;
}

export function writeFilter(filter: Filter | undefined, indent?: number): string {
  return filter ? writeJson(filter, indent) : "";
}

/** Reads ids separated by spaces, lines or commas. @throws Error naming the text that is no id */
export function idsOf(text: string): PointId[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  return words.map((word) => {
    const id = parseId(word);
    if (id === null) throw new Error(`${word} is not an id`);
    return id;
  });
}
