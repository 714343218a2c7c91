// Codecs of JSON values: payloads as bytes, all other values as plain values.
// The decision: a payload is written as JSON text at once, because that is what is stored, logged and matched. A double
// stays a double: 5 is written as 5.0, because only its digits distinguish it from an integer.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { Float } from "../../json/number.ts";
import { readJson } from "../../json/reader.ts";
import { EXACT } from "../../json/shape.ts";
import { RawJson } from "../../schema/leaf.ts";
import { MAX_PAYLOAD_DEPTH } from "../../schema/limits.ts";
import type { Value } from "../gen/azimuth.d.ts";
import { enums } from "../wire/messages.ts";
import { byName, type Codec, exact, type Filling } from "./codec.ts";

const { NullValue } = enums;

type Values = Map<string, Value>;

const MIN_I64 = -(2n ** 63n);
const MAX_I64 = 2n ** 63n - 1n;

/** A payload to write. Without keys it is an empty payload. */
export const payload: Filling<Values> = {
  read(fields, where) {
    const writer = new Writer(where);
    const text = writer.object(fields, 1);
    return new RawJson(Buffer.from(text), writer.depth);
  },
  write(json) {
    if (!(json instanceof RawJson)) return new Map();
    return fieldsOf(readJson(json.bytes, EXACT) as object);
  },
  get absent() {
    return new Map();
  },
};

/** The payload of a point, which may be left out. */
export const pointPayload: Filling<Values> = {
  ...payload,
  read: (fields, where) => (fields.size === 0 ? undefined : payload.read(fields, where)),
  get absent() {
    return new Map();
  },
};

/** A plain value, in which a double equals the integer of the same value. */
export const plainValue: Codec<Value> = { read: plain, write: valueFrom };
export const plainObject: Filling<Values> = byName(plainValue, "none");

function plain({ kind }: Value, where: string): unknown {
  switch (kind?.$case) {
    case undefined:
    case "null_value":
      return null;
    case "double_value":
      if (!Number.isFinite(kind.value)) throw notFinite(where, kind.value);
      return kind.value;
    case "integer_value":
      return exact(kind.value);
    case "struct_value":
      return byName(plainValue).read(kind.value.fields, where);
    case "list_value":
      return kind.value.values.map((item, index) => plain(item, `${where}[${index}]`));
    default:
      return kind!.value;
  }
}

/** Writes JSON text, and measures its depth. */
class Writer {
  readonly #where: string;
  depth = 0;

  constructor(where: string) {
    this.#where = where;
  }

  object(fields: Values, depth: number): string {
    this.#enter(depth);
    let text = "";
    for (const [key, value] of fields) {
      text += `${text === "" ? "{" : ","}${quoted(key)}:${this.#value(value, depth)}`;
    }
    return text === "" ? "{}" : `${text}}`;
  }

  #list(items: readonly Value[], depth: number): string {
    this.#enter(depth);
    return `[${items.map((item) => this.#value(item, depth)).join()}]`;
  }

  #value({ kind }: Value, depth: number): string {
    switch (kind?.$case) {
      case undefined:
      case "null_value":
        return "null";
      case "double_value":
        return this.#double(kind.value);
      case "string_value":
        return JSON.stringify(kind.value);
      case "struct_value":
        return this.object(kind.value.fields, depth + 1);
      case "list_value":
        return this.#list(kind.value.values, depth + 1);
      default:
        return String(kind!.value);
    }
  }

  #double(value: number): string {
    if (!Number.isFinite(value)) throw notFinite(this.#where, value);
    if (Object.is(value, -0)) return "-0.0";
    const text = String(value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }

  #enter(depth: number): void {
    if (depth > MAX_PAYLOAD_DEPTH) {
      const text = `${this.#where}: expected at most ${MAX_PAYLOAD_DEPTH} levels of nesting, got more`;
      throw new InvalidArgument(text);
    }
    this.depth = Math.max(this.depth, depth);
  }
}

/** Quoted keys, because the points of a collection share a few keys. */
const QUOTED = new Map<string, string>();
const MAX_CACHED_KEYS = 512;
const MAX_CACHED_KEY_LENGTH = 32;

function quoted(key: string): string {
  if (key.length > MAX_CACHED_KEY_LENGTH) return JSON.stringify(key);
  let text = QUOTED.get(key);
  if (text === undefined) {
    text = JSON.stringify(key);
    if (QUOTED.size === MAX_CACHED_KEYS) QUOTED.clear();
    QUOTED.set(key, text);
  }
  return text;
}

function notFinite(where: string, value: number): InvalidArgument {
  return new InvalidArgument(`${where}: expected finite numbers, got ${value}`);
}

function fieldsOf(object: object): Values {
  return new Map(Object.entries(object).map(([key, value]) => [key, valueFrom(value)]));
}

function valueFrom(json: unknown): Value {
  return { kind: kindOf(json) };
}

function kindOf(json: unknown): Value["kind"] {
  switch (typeof json) {
    case "string":
      return { $case: "string_value", value: json };
    case "boolean":
      return { $case: "bool_value", value: json };
    case "number":
      if (!Number.isSafeInteger(json)) return { $case: "double_value", value: json };
      return { $case: "integer_value", value: BigInt(json) };
    case "bigint":
      // Integers of more than 64 bits can only be doubles.
      if (json < MIN_I64 || json > MAX_I64) return { $case: "double_value", value: Number(json) };
      return { $case: "integer_value", value: json };
  }
  if (json === null || json === undefined) return { $case: "null_value", value: NullValue.NULL_VALUE };
  if (json instanceof Float) return { $case: "double_value", value: json.value };
  if (Array.isArray(json)) return { $case: "list_value", value: { values: json.map(valueFrom) } };
  return { $case: "struct_value", value: { fields: fieldsOf(json) } };
}
