// Parses a filter: clauses and conditions.
// The decision: unknown members are refused with their name and path. A misspelt condition that was ignored would
// return, or delete, points that were not meant. Checks of payload values are parsed by parse-check.ts.
import { InvalidFilter, InvalidPath } from "../../errors/request.ts";
import { CHECKS, FILTER_DOCUMENT, MIN_SHOULD, NAMED_CONDITIONS, OF_KEY } from "../../schema/filter.ts";
import type { PointId } from "../../schema/leaf.ts";
import {
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_TEXT_LENGTH,
  MAX_POLYGON_POINTS,
} from "../../schema/limits.ts";
import { firstWrong } from "../../schema/long-lists.ts";
import { show } from "../../schema/show.ts";
import type { Check, Condition, Filter, JsonPath } from "./filter.ts";
import { IdSet } from "./id-set.ts";
import { membersOf, objectOf, required, unexpected } from "./json-object.ts";
import { readCheck } from "./parse-check.ts";
import { parsePath } from "./path.ts";

const MAX_U32 = 2 ** 32 - 1;

/** The position of a nested filter: its depth, and whether its subjects are objects of an array instead of points. */
interface FilterScope {
  readonly depth: number;
  readonly isNested: boolean;
}

/** @param where the path of the filter in the request. @throws InvalidFilter */
export function parseFilter(json: unknown, where = "filter"): Filter {
  return new FilterReader().filter(json, where, { depth: 1, isNested: false });
}

class FilterReader {
  #conditions = 0;
  #corners = 0;
  #characters = 0;

  filter(json: unknown, at: string, scope: FilterScope): Filter {
    if (scope.depth > MAX_FILTER_DEPTH) {
      throw new InvalidFilter(at, `expected at most ${MAX_FILTER_DEPTH} filters within each other`);
    }
    const clauses = membersOf(json, at, "a filter", FILTER_DOCUMENT.Filter);
    return {
      must: this.#conditionsOf(clauses.get("must"), `${at}.must`, scope),
      should: this.#conditionsOf(clauses.get("should"), `${at}.should`, scope),
      mustNot: this.#conditionsOf(clauses.get("must_not"), `${at}.must_not`, scope),
      minShould: this.#minShould(clauses.get("min_should"), `${at}.min_should`, scope),
    };
  }

  /** Reads a list of conditions, or a single condition, which counts as a list of one. */
  #conditionsOf(json: unknown, at: string, scope: FilterScope): Condition[] {
    if (json === undefined) return [];
    if (!Array.isArray(json)) return [this.#condition(json, at, scope)];
    return json.map((item, index) => this.#condition(item, `${at}[${index}]`, scope));
  }

  #minShould(json: unknown, at: string, scope: FilterScope): Filter["minShould"] {
    if (json === undefined) return null;
    const members = membersOf(json, at, "min_should", MIN_SHOULD);
    const list = required(members, "conditions", at);
    const conditions = this.#conditionsOf(list, `${at}.conditions`, scope);
    const minCount = required(members, "min_count", at);
    if (!isWhole(minCount)) throw unexpected(`${at}.min_count`, "an integer of at least 1", minCount);
    if (minCount === 0) {
      throw new InvalidFilter(`${at}.min_count`, "min_count must be greater than 0", "named_validation");
    }
    return conditions.length === 0 ? null : { conditions, minCount: Number(minCount) };
  }

  #condition(json: unknown, at: string, scope: FilterScope): Condition {
    if (++this.#conditions > MAX_FILTER_CONDITIONS) {
      throw new InvalidFilter(at, `expected at most ${MAX_FILTER_CONDITIONS} conditions in one filter`);
    }
    const object = objectOf(json, at) as Record<string, unknown>;
    if (Object.hasOwn(object, "key")) return this.#counted(readField(object, at), at);
    const kind = KINDS.find((name) => Object.hasOwn(object, name));
    if (kind) {
      const value = membersOf(object, at, `a ${kind} condition`, NAMED_CONDITIONS[kind]).get(kind) ?? null;
      return this.#pointCondition(kind, value, at, scope);
    }
    const stranger = Object.keys(object).find(
      (key) => !Object.hasOwn(FILTER_DOCUMENT.Filter.properties, key),
    );
    if (stranger !== undefined) throw new InvalidFilter(at, unknownCondition(stranger));
    return { kind: "filter", filter: this.filter(object, at, { ...scope, depth: scope.depth + 1 }) };
  }

  /** Counts the points of polygons and the characters of texts, whose sums over the whole filter are limited. */
  #counted(condition: Condition, at: string): Condition {
    const { must = [], should = [] } = condition.kind === "filter" ? condition.filter : { must: [condition] };
    for (const member of [...must, ...should]) {
      if (member.kind === "field") this.#count(member.check);
    }
    if (this.#corners > MAX_POLYGON_POINTS) {
      const reason = `expected at most ${MAX_POLYGON_POINTS} points in all polygons of one filter`;
      throw new InvalidFilter(at, reason);
    }
    if (this.#characters <= MAX_FILTER_TEXT_LENGTH) return condition;
    throw new InvalidFilter(
      at,
      `expected at most ${MAX_FILTER_TEXT_LENGTH} characters in all text, text_any and phrase of one filter, got ${this.#characters} up to here`,
    );
  }

  #count(check: Check): void {
    switch (check.kind) {
      case "geo_polygon":
        this.#corners += check.interiors.reduce((sum, ring) => sum + ring.length, check.exterior.length);
        return;
      case "text":
      case "text_any":
      case "phrase":
        this.#characters += check.text.length;
    }
  }

  #pointCondition(kind: NamedCondition, json: unknown, condition: string, scope: FilterScope): Condition {
    const at = `${condition}.${kind}`;
    if (scope.isNested && OF_POINTS_ONLY.some((name) => name === kind)) {
      throw new InvalidFilter(condition, `${kind} is about points and cannot be asked of nested objects`);
    }
    switch (kind) {
      case "is_empty":
      case "is_null":
        return { kind: "field", path: readPath(keyOf(json, at), at), check: { kind, is: true } };
      case "has_id":
        return { kind, ids: new IdSet(readIds(json, at)) };
      case "has_vector":
        if (typeof json !== "string") throw unexpected(at, "the name of a vector", json);
        return { kind, name: json };
      case "slice":
        return readSlice(json, at);
      case "nested":
        return this.#nested(json, at, scope);
    }
  }

  #nested(json: unknown, at: string, scope: FilterScope): Condition {
    const members = membersOf(json, at, "nested", FILTER_DOCUMENT.NestedCondition);
    const path = readPath(members.get("key"), at);
    const filter = required(members, "filter", at);
    const inside = { depth: scope.depth + 1, isNested: true };
    return { kind: "nested", path, filter: this.filter(filter, `${at}.filter`, inside) };
  }
}

type NamedCondition = keyof typeof NAMED_CONDITIONS;
const KINDS = Object.keys(NAMED_CONDITIONS) as NamedCondition[];
const OF_POINTS_ONLY = ["has_id", "has_vector", "slice"] as const satisfies readonly NamedCondition[];
const CHECK_NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

function unknownCondition(key: string): string {
  return (
    'Expected some form of condition, which can be a field condition (like {"key": "city", "match": {"value": "Berlin"}}), ' +
    `${[...KINDS].sort().join(", ")} or a filter, got unknown key ${show(key)}`
  );
}

function readField(object: object, at: string): Condition {
  const members = membersOf(object, at, "a field condition", FILTER_DOCUMENT.FieldCondition);
  const path = readPath(members.get("key"), at);
  const given = CHECK_NAMES.filter((name) => members.has(name));
  const checks: Check[] = given.map((name) => readCheck(name, members.get(name), `${at}.${name}`));
  if (checks.length === 0) {
    throw new InvalidFilter(at, "At least one field condition must be specified", "named_validation");
  }
  const conditions = checks.map((check) => ({ kind: "field", path, check }) as const);
  if (conditions.length === 1) return conditions[0]!;
  return { kind: "filter", filter: { must: [], should: conditions, mustNot: [], minShould: null } };
}

function keyOf(json: unknown, at: string): unknown {
  return membersOf(json, at, "an object with a key", OF_KEY).get("key");
}

/** @param at the path of the object that has the `key` */
function readPath(key: unknown, at: string): JsonPath {
  if (typeof key !== "string") throw new InvalidFilter(at, "Filter condition 'key' must be a string");
  try {
    return parsePath(key);
  } catch (error) {
    if (error instanceof InvalidPath) throw new InvalidFilter(`${at}.key`, error.message);
    throw error;
  }
}

function readIds(json: unknown, at: string): PointId[] {
  if (!Array.isArray(json)) throw unexpected(at, "a list of point ids", json);
  const index = firstWrong(json, "id");
  if (index >= 0) throw invalidId(`${at}[${index}]`, json[index]);
  return json;
}

/** Uses the text of Qdrant, which clients recognise. */
function invalidId(at: string, json: unknown): InvalidFilter {
  const rule = "valid values are either an unsigned integer or a UUID";
  const shown = show(json).replace(/^"|"$/g, "");
  return new InvalidFilter(at, `value ${shown} is not a valid point ID, ${rule}`);
}

function readSlice(json: unknown, at: string): Condition {
  const members = membersOf(json, at, "slice", FILTER_DOCUMENT.SliceCondition);
  const total = readWhole(members.get("total"), `${at}.total`);
  const index = readWhole(members.get("index"), `${at}.index`);
  if (total === 0)
    throw new InvalidFilter(`${at}.total`, "value 0 invalid, must be 1 or larger", "validation");
  if (index >= total) {
    throw new InvalidFilter(
      `${at}.index`,
      `value ${index} invalid, must be less than total, ${total}`,
      "validation",
    );
  }
  return { kind: "slice", total, index };
}

function readWhole(json: unknown, at: string): number {
  if (!isWhole(json) || json > MAX_U32) throw unexpected(at, "an unsigned 32-bit integer", json);
  return Number(json);
}

function isWhole(json: unknown): json is number | bigint {
  return typeof json === "bigint" ? json >= 0n : Number.isSafeInteger(json) && (json as number) >= 0;
}
