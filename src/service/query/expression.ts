// Formulas: expressions that compute a score from the scores of prefetches, the payload, and conditions on the point.
// The decision: an expression is parsed once, into a tree with parsed paths, datetimes as numbers and defaults filled
// in, so nothing is parsed while points are scored. An error names the place in the request.
import { parseDatetime } from "../../core/filter/datetime.ts";
import type { Filter, GeoPoint, JsonPath } from "../../core/filter/filter.ts";
import { parseFilter } from "../../core/filter/parse.ts";
import { parsePath } from "../../core/filter/path.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { MAX_EXPRESSIONS } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import { listed } from "../../shared/listed.ts";

export type Expression =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "score"; readonly prefetch: number; readonly missing: number }
  /** A number of the payload. */
  | { readonly kind: "variable"; readonly path: JsonPath; readonly missing: number | null }
  | { readonly kind: "condition"; readonly filter: Filter }
  | { readonly kind: ListKind; readonly of: readonly Expression[] }
  | { readonly kind: Function; readonly of: Expression }
  | {
      readonly kind: "div";
      readonly left: Expression;
      readonly right: Expression;
      readonly byZero: number | null;
    }
  | { readonly kind: "pow"; readonly base: Expression; readonly exponent: Expression }
  | {
      readonly kind: "geo_distance";
      readonly origin: GeoPoint;
      readonly to: JsonPath;
      readonly missing: GeoPoint | null;
    }
  | { readonly kind: "datetime_key"; readonly path: JsonPath; readonly missing: number | null }
  | Decay;

type ListKind = "mult" | "sum" | "max" | "min";
type Function = "neg" | "abs" | "sqrt" | "exp" | "log10" | "ln" | "acosh";

export interface Decay {
  readonly kind: "lin_decay" | "exp_decay" | "gauss_decay";
  readonly x: Expression;
  readonly target: Expression;
  readonly scale: number;
  readonly midpoint: number;
}

export interface Formula {
  readonly expression: Expression;
  /** True if it reads the payload. */
  readonly readsPayload: boolean;
  /** The filters of its conditions. */
  readonly filters: readonly Filter[];
}

type Members = Readonly<Record<string, unknown>>;

const FUNCTIONS = ["neg", "abs", "sqrt", "exp", "log10", "ln", "acosh"];
const DECAYS = ["lin_decay", "exp_decay", "gauss_decay"];
const SCORE = /^\$score(?:\[(\d+)\])?$/;
const MICROSECONDS = 1e6;

/** @throws InvalidArgument, InvalidFilter */
export function parseFormula(json: unknown, defaults: Members, where = "query.formula"): Formula {
  const reader = new FormulaReader(defaults);
  const expression = reader.read(json, where);
  return { expression, readsPayload: reader.readsPayload, filters: reader.filters };
}

class FormulaReader {
  readonly #defaults: Members;
  #count = 0;
  readsPayload = false;
  readonly filters: Filter[] = [];

  constructor(defaults: Members) {
    this.#defaults = defaults;
  }

  read(json: unknown, where: string): Expression {
    if (++this.#count > MAX_EXPRESSIONS) {
      throw new InvalidArgument(`${where}: a formula has at most ${MAX_EXPRESSIONS} expressions`);
    }
    if (typeof json === "number" || typeof json === "bigint")
      return { kind: "constant", value: finite(json, where) };
    if (typeof json === "string") return this.#variable(json);
    if (!isObject(json)) throw refusal(where, "an expression", json);
    const [known, another] = Object.keys(json).filter((key) => Object.hasOwn(READERS, key));
    if (another !== undefined)
      throw new InvalidArgument(`${where}: give either ${known} or ${another}, not both`);
    if (known !== undefined) {
      ensureKnown(json, [known], where, "this expression");
      return READERS[known]!(this, json[known], `${where}.${known}`, known);
    }
    this.readsPayload = true;
    const filter = parseFilter({ must: [json] }, where);
    this.filters.push(filter);
    return { kind: "condition", filter };
  }

  #variable(name: string): Expression {
    const score = SCORE.exec(name);
    if (score) {
      const prefetch = Number(score[1] ?? 0);
      const given = this.default(name) ?? this.default(prefetch === 0 ? "$score" : name);
      const missing = given === undefined ? 0 : this.#number(given, name);
      return { kind: "score", prefetch, missing };
    }
    const given = this.default(name);
    const missing = given === undefined ? null : this.#number(given, name);
    return { kind: "variable", path: this.path(name), missing };
  }

  path(text: string): JsonPath {
    this.readsPayload = true;
    return parsePath(text);
  }

  default(name: string): unknown {
    return Object.hasOwn(this.#defaults, name) ? this.#defaults[name] : undefined;
  }

  #number(value: unknown, name: string): number {
    return finite(value, `query.defaults.${name}`);
  }
}

type Read = (reader: FormulaReader, json: unknown, where: string, kind: string) => Expression;

const READERS: Readonly<Record<string, Read>> = {
  ...Object.fromEntries([...FUNCTIONS].map((name) => [name, readFunction])),
  ...Object.fromEntries([...DECAYS].map((name) => [name, readDecay])),
  mult: readList,
  sum: readList,
  max: readSome,
  min: readSome,
  div: readDivision,
  pow: readPower,
  geo_distance: readGeoDistance,
  datetime: (_, json, where) => ({ kind: "constant", value: moment(json, where) }),
  datetime_key: readDatetimeKey,
};

function readFunction(reader: FormulaReader, json: unknown, where: string, kind: string): Expression {
  return { kind: kind as Function, of: reader.read(json, where) };
}

function readList(reader: FormulaReader, json: unknown, where: string, kind: string): Expression {
  if (!Array.isArray(json)) throw refusal(where, "a list of expressions", json);
  const of = json.map((item, i) => reader.read(item, `${where}[${i}]`));
  return { kind: kind as ListKind, of };
}

/** Reads a list with at least one expression, because the maximum of none would be minus infinity. */
function readSome(reader: FormulaReader, json: unknown, where: string, kind: string): Expression {
  if (Array.isArray(json) && json.length === 0) {
    throw new InvalidArgument(`${where}: expected at least one expression, got []`);
  }
  return readList(reader, json, where, kind);
}

function readDivision(reader: FormulaReader, json: unknown, where: string): Expression {
  const { left, right, by_zero_default } = members(
    json,
    ["left", "right"],
    ["by_zero_default"],
    where,
    "div",
  );
  return {
    kind: "div",
    left: reader.read(left, `${where}.left`),
    right: reader.read(right, `${where}.right`),
    byZero: isGiven(by_zero_default) ? finite(by_zero_default, `${where}.by_zero_default`) : null,
  };
}

function readPower(reader: FormulaReader, json: unknown, where: string): Expression {
  const { base, exponent } = members(json, ["base", "exponent"], [], where, "pow");
  return {
    kind: "pow",
    base: reader.read(base, `${where}.base`),
    exponent: reader.read(exponent, `${where}.exponent`),
  };
}

function readGeoDistance(reader: FormulaReader, json: unknown, where: string): Expression {
  const { origin, to } = members(json, ["origin", "to"], [], where, "geo_distance");
  if (typeof to !== "string") throw refusal(`${where}.to`, "a payload path", to);
  const given = reader.default(to);
  return {
    kind: "geo_distance",
    origin: geoPoint(origin, `${where}.origin`),
    to: reader.path(to),
    missing: given === undefined ? null : geoPoint(given, `query.defaults.${to}`),
  };
}

function readDatetimeKey(reader: FormulaReader, json: unknown, where: string): Expression {
  if (typeof json !== "string") throw refusal(where, "a payload path", json);
  const given = reader.default(json);
  const missing = given === undefined ? null : moment(given, `query.defaults.${json}`);
  return { kind: "datetime_key", path: reader.path(json), missing };
}

function readDecay(reader: FormulaReader, json: unknown, where: string, kind: string): Expression {
  const { x, target, scale, midpoint } = members(
    json,
    ["x"],
    ["target", "scale", "midpoint"],
    where,
    "a decay",
  );
  const decay: Decay = {
    kind: kind as Decay["kind"],
    x: reader.read(x, `${where}.x`),
    target: reader.read(target ?? 0, `${where}.target`),
    scale: finite(scale ?? 1, `${where}.scale`),
    midpoint: finite(midpoint ?? 0.5, `${where}.midpoint`),
  };
  if (decay.scale <= 0) throw refusal(`${where}.scale`, "a number above 0", scale);
  if (decay.midpoint <= 0 || decay.midpoint >= 1) {
    throw refusal(`${where}.midpoint`, "a number between 0 and 1", midpoint);
  }
  return decay;
}

/** Returns a datetime in seconds since 1970. */
function moment(json: unknown, where: string): number {
  const microseconds = typeof json === "string" ? parseDatetime(json) : null;
  if (microseconds === null) throw refusal(where, "a datetime", json);
  return Number(microseconds) / MICROSECONDS;
}

function geoPoint(json: unknown, where: string): GeoPoint {
  const { lon, lat } = members(json, ["lon", "lat"], [], where, "a geo point");
  const point = { lon: finite(lon, `${where}.lon`), lat: finite(lat, `${where}.lat`) };
  if (Math.abs(point.lon) > 180) throw refusal(`${where}.lon`, "a number from -180 to 180", lon);
  if (Math.abs(point.lat) > 90) throw refusal(`${where}.lat`, "a number from -90 to 90", lat);
  return point;
}

/** @param what a noun phrase for the error, such as "a geo point" */
function members(
  json: unknown,
  required: readonly string[],
  optional: readonly string[],
  where: string,
  what: string,
): Members {
  if (!isObject(json)) throw refusal(where, "an object", json);
  ensureKnown(json, [...required, ...optional], where, what);
  const missing = required.find((name) => !isGiven(json[name]));
  if (missing !== undefined) throw new InvalidArgument(`${where}.${missing} is required`);
  return json;
}

/** Refuses unknown keys in both dialects, as filters do, because a misspelt option would have no effect. */
function ensureKnown(json: Members, names: readonly string[], where: string, what: string): void {
  const unknown = Object.keys(json).find((name) => json[name] !== undefined && !names.includes(name));
  if (unknown === undefined) return;
  throw new InvalidArgument(
    `${where}: unknown key ${show(unknown)}; ${what} can have ${listed(names, "and")}`,
  );
}

function finite(json: unknown, where: string): number {
  if (typeof json === "bigint" || (typeof json === "number" && Number.isFinite(json))) return Number(json);
  throw refusal(where, "a number", json);
}

function isGiven(json: unknown): boolean {
  return json !== undefined && json !== null;
}

function isObject(json: unknown): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json) && !ArrayBuffer.isView(json);
}

function refusal(where: string, expected: string, got: unknown): InvalidArgument {
  return new InvalidArgument(`${where}: expected ${expected}, got ${show(got)}`);
}
