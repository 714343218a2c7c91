// The behaviour of payload index types: the key of a value, and the index.
// The decision: there is one row for each row of shared/payload-indexes.ts.
import type { FieldType } from "../../shared/payload-indexes.ts";
import { parseDatetime } from "../filter/datetime.ts";
import { uuidText } from "../filter/uuid.ts";
import { integerOf, type JsonValue, numberOf } from "../filter/value.ts";
import type { FieldIndex } from "./field-index.ts";
import { GeoIndex } from "./geo-index.ts";
import type { IndexedField } from "./indexed-fields.ts";
import type { Key, KeyOf } from "./keys.ts";
import { LookupIndex } from "./lookup-index.ts";
import { NumberIndex } from "./number-index.ts";
import { TextIndex } from "./text-index.ts";

interface IndexType {
  /** Null where values have no keys: such a type has no facets and no order. */
  readonly keyOf: KeyOf | null;
  create(field: IndexedField): FieldIndex;
}

const INDEX_TYPES: Readonly<Record<FieldType, IndexType>> = {
  keyword: lookup((value) => (typeof value === "string" ? value : null), true),
  uuid: lookup((value) => (typeof value === "string" ? uuidText(value) : null)),
  bool: lookup(
    (value) => (typeof value === "boolean" ? value : null),
    false,
    (text) => text === "true",
  ),
  integer: numbers(integerOf, "range", true),
  float: numbers(numberOf, "range"),
  datetime: numbers((value) => (typeof value === "string" ? parseDatetime(value) : null), "datetime_range"),
  geo: { keyOf: null, create: () => new GeoIndex() },
  text: { keyOf: null, create: ({ tokenizer }) => new TextIndex(tokenizer!) },
};

function lookup(keyOf: KeyOf, isText = false, keyFrom = (text: string): Key => text): IndexType {
  return { keyOf, create: () => new LookupIndex(keyOf, isText, keyFrom) };
}

function numbers(keyOf: KeyOf, range: "range" | "datetime_range", isExact = false): IndexType {
  return { keyOf, create: () => new NumberIndex(keyOf, range, isExact) };
}

export function newIndex(field: IndexedField): FieldIndex {
  return INDEX_TYPES[field.params.type].create(field);
}

/** Returns the keys of the values at a path; for a list, the keys of its items. */
export function keysOf(type: FieldType, values: readonly JsonValue[]): Key[] {
  const { keyOf } = INDEX_TYPES[type];
  return values
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => keyOf?.(value) ?? []);
}
