// Codecs of filters: they convert messages to the JSON that core/filter/parse.ts reads and validates.
// The decision: only errors that just messages can have are checked here: a oneof without a kind, NaN, two ranges.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { NAMED_CONDITIONS } from "../../schema/filter.ts";
import type {
  Condition,
  FieldCondition,
  Filter,
  HasIdCondition,
  HasVectorCondition,
  Match,
  RepeatedIntegers,
  RepeatedStrings,
} from "../gen/azimuth.d.ts";
import { messages } from "../wire/messages.ts";
import { type Codec, choice, flag, integer, type Json, lazy, list, only, text } from "./codec.ts";
import { moment } from "./moments.ts";
import { record } from "./record.ts";
import { pointId } from "./vectors.ts";

const conditions = list(
  lazy((): Codec<Condition> => condition),
  "none",
);
const minShould = record(messages.MinShould, {
  conditions: list(lazy((): Codec<Condition> => condition)),
});

export const filter: Codec<Filter> = record(messages.Filter, {
  should: conditions,
  must: conditions,
  must_not: conditions,
  min_should: minShould,
});

const strings: Codec<RepeatedStrings> = only("strings", list(text));
const integers: Codec<RepeatedIntegers> = only("integers", list(integer));

type MatchKind = NonNullable<Match["match_value"]>;
const matchKind = choice<MatchKind>({
  keyword: text,
  integer,
  boolean: flag,
  text,
  keywords: strings,
  integers,
  except_integers: integers,
  except_keywords: strings,
  phrase: text,
  text_any: text,
  prefix: text,
  substring: text,
});

const MATCHES: Readonly<Record<MatchKind["$case"], string>> = {
  keyword: "value",
  integer: "value",
  boolean: "value",
  text: "text",
  keywords: "any",
  integers: "any",
  except_integers: "except",
  except_keywords: "except",
  phrase: "phrase",
  text_any: "text_any",
  prefix: "prefix",
  substring: "substring",
};

const match: Codec<Match> = {
  read({ match_value: kind }, where) {
    const value = matchKind.read(kind, where);
    return { [MATCHES[kind!.$case]]: value };
  },
  write(json) {
    const [[name, value]] = Object.entries(json as Json) as [[string, unknown]];
    return { match_value: matchKind.write(matchKindOf(name, value), value) };
  },
};

function matchKindOf(name: string, value: unknown): MatchKind["$case"] {
  const isText = (item: unknown) => typeof item === "string";
  if (name === "any") return (value as unknown[]).every(isText) ? "keywords" : "integers";
  if (name === "except") return (value as unknown[]).every(isText) ? "except_keywords" : "except_integers";
  if (name !== "value") return name as MatchKind["$case"];
  if (typeof value === "boolean") return "boolean";
  return isText(value) ? "keyword" : "integer";
}

const datetimeRange = record(messages.DatetimeRange, { lt: moment, gt: moment, gte: moment, lte: moment });

const fieldParts = record(messages.FieldCondition, {
  match,
  geo_polygon: record(messages.GeoPolygon, {
    interiors: list(record(messages.GeoLineString), "none"),
  }),
  datetime_range: datetimeRange,
});

/** JSON has one `range`, of numbers or of datetimes. */
const field: Codec<FieldCondition> = {
  read(message, where) {
    const { datetime_range: moments, ...json } = fieldParts.read(message, where) as Json;
    if (!moments) return json;
    if (json.range) throw new InvalidArgument(`${where}: give range or datetime_range, not both`);
    return { ...json, range: moments };
  },
  write(json) {
    const { range: bounds, ...rest } = json as { range?: Json };
    const isOfMoments = Object.values(bounds ?? {}).some((bound) => typeof bound === "string");
    return fieldParts.write({ ...rest, [isOfMoments ? "datetime_range" : "range"]: bounds });
  },
};

const ofKey = record(messages.IsEmptyCondition);
const hasId: Codec<HasIdCondition> = only("has_id", list(pointId));
const hasVector: Codec<HasVectorCondition> = only("has_vector", text);
const slice = record(messages.SliceCondition);
const nested = record(messages.NestedCondition, { filter });

type ConditionKind = NonNullable<Condition["condition_one_of"]>;
const conditionKind = choice<ConditionKind>({
  field,
  is_empty: ofKey,
  has_id: hasId,
  filter,
  is_null: ofKey,
  nested,
  has_vector: hasVector,
  slice,
});

/**
 * Conditions that JSON has under their name. A field condition is recognised by its key, and a filter by having none of
 * these.
 */
const NAMED = Object.keys(NAMED_CONDITIONS) as (keyof typeof NAMED_CONDITIONS)[];

export const condition: Codec<Condition> = {
  read({ condition_one_of: kind }, where) {
    const json = conditionKind.read(kind, where);
    return NAMED.some((name) => name === kind!.$case) ? { [kind!.$case]: json } : json;
  },
  write(json) {
    const members = json as Json;
    if ("key" in members) return { condition_one_of: conditionKind.write("field", json) };
    const name = NAMED.find((known) => known in members);
    const kind = name ? conditionKind.write(name, members[name]) : conditionKind.write("filter", json);
    return { condition_one_of: kind };
  },
};
