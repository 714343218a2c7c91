// Codecs of JSON values: payloads as bytes, all other values as plain values.
// The decision: a payload is written as JSON text at once, because that is what is stored, logged and matched. A double
// stays a double: 5 is written as 5.0, because only its digits distinguish it from an integer.

import { Float } from "../../json/number.ts";
import { readJson } from "../../json/reader.ts";
import { EXACT } from "../../json/shape.ts";
import { RawJson } from "../../schema/leaf.ts";
import type { Value } from "../gen/azimuth.d.ts";
import { DeferredEntries } from "../wire/deferred.ts";
import { enums } from "../wire/messages.ts";
import { byName, type Codec, exact, type Filling, list } from "./codec.ts";
import { deferredPayload } from "./deferred-payload.ts";
import { notFinite, PayloadWriter, type Values } from "./payload-writer.ts";

const { NullValue } = enums;

const MIN_I64 = -(2n ** 63n);
const MAX_I64 = 2n ** 63n - 1n;

/** A payload to write. Without keys it is an empty payload. */
export const payload: Filling<Values> = {
  read(fields, where) {
    if ((fields as unknown) instanceof DeferredEntries) return deferredPayload(fields as never, where);
    const writer = new PayloadWriter(where);
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
const plainList = list(plainValue);
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
      return plainList.read(kind.value.values, where);
    default:
      return kind!.value;
  }
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
