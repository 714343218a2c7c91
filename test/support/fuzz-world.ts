// The values that bodies are drawn from: mostly those that the collections of the fuzz (fuzz-server.ts) have, some that
// they do not.
import fc from "fast-check";
import type { Json } from "./fuzz-json.ts";

type Value = fc.Arbitrary<Json>;

const oneOf = (...values: unknown[]): Value =>
  fc.constantFrom(...values.map((value) => JSON.stringify(value)));
const raw = (...texts: string[]): Value => fc.constantFrom(...texts);
const listOf = (item: Value, minLength: number, maxLength = minLength): Value =>
  fc.array(item, { minLength, maxLength });
const often = (usual: Value, other: Value): Value =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });

/** `c` has one unnamed vector, `n` the vectors `a` and `b`, `other` is another name of `c`; `new` is not there. */
export const COLLECTIONS = ["c", "n", "other", "new"] as const;
export const LARGE_ID = "13570027672830659665";
export const UUID = "550e8400-e29b-41d4-a716-446655440000";
/** Stands for the name of the snapshot, which is known only when it is made. */
export const SNAPSHOT = "the-snapshot";
export const INDEXED = {
  color: "keyword",
  n: "integer",
  price: "float",
  at: "datetime",
  place: "geo",
  text: "text",
  ok: "bool",
  key: "uuid",
} as const;

const vectorName = oneOf("", "a", "b", "x");
const path = oneOf(
  ...Object.keys(INDEXED),
  "tags",
  "tags[]",
  "list[].x",
  "list[0]",
  "deep.er",
  '"a b"',
  "x",
  "a..b",
);
const number = raw("0", "1", "2", "5", "-1", "0.5", "2.25", "100");
const whole = raw("0", "1", "2", "3", "5", "10", "9007199254740993");
const limit = often(raw("1", "2", "5", "10"), raw("0", "10000", "10001", "999999999", "4294967296"));
const word = oneOf("red", "green", "the red apple", "", "2024-02-29", "2024-02-29T12:00:00Z", UUID);
const name = oneOf(...COLLECTIONS, "alias", "", "a/b", "__proto__");
const id = often(raw("1", "2", "3", "4", LARGE_ID, `"${UUID}"`), raw("99", '"x"', "-1"));
const vector = often(listOf(number, 2), listOf(number, 0, 3));
const size = often(raw("1", "2", "3"), raw("65536"));
const place: Value = fc.constant({
  members: [
    ["lon", "10"],
    ["lat", "-45.5"],
  ],
});
const member = fc.constantFrom(...Object.keys(INDEXED), "tags", "list", "a b", "deep", "__proto__");
const payload: Value = fc
  .array(fc.tuple(member, fc.oneof(word, number, whole, oneOf(true, null, []), place)), { maxLength: 4 })
  .map((members) => ({ members }));

export const ANY: Value = fc.oneof(word, number, oneOf(true, null), listOf(number, 0, 2), place);
export const SCALARS: Readonly<Record<string, Value>> = {
  string: word,
  number,
  integer: whole,
  boolean: oneOf(true, false),
  null: raw("null"),
};
export const MAP_KEYS = ["a", "b", "", "x", "__proto__"];
/** What is drawn for components of the document, instead of what they say. */
export const REFERENCES: Readonly<Record<string, Value>> = {
  Vector: vector,
  PointId: id,
  FilterPointId: id,
  Payload: payload,
};
/** What is drawn for texts and numbers of fields with this name. */
export const NAMED: Readonly<Record<string, Value>> = {
  using: vectorName,
  name: vectorName,
  has_vector: vectorName,
  vector: vectorName,
  vectors: vectorName,
  with_vector: vectorName,
  with_vectors: vectorName,
  collection: name,
  with_lookup: name,
  collection_name: name,
  alias_name: name,
  old_alias_name: name,
  new_alias_name: name,
  key: path,
  keys: path,
  include: path,
  exclude: path,
  group_by: path,
  field_name: path,
  order_by: path,
  datetime_key: path,
  location: oneOf(SNAPSHOT, "x", "../x", "file:///etc/passwd"),
  size,
  limit,
  offset: limit,
  sample: limit,
  group_size: limit,
  total: raw("1", "2", "4294967295"),
};
