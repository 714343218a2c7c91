// The values of random bodies: mostly those of the collections of the fuzz (fuzz-server.ts), and some others.
import fc from "fast-check";
import type { Json } from "./fuzz-json.ts";

type Value = fc.Arbitrary<Json>;

const oneOf = (...values: unknown[]): Value =>
  fc.constantFrom(...values.map((value) => JSON.stringify(value)));
const raw = (...texts: string[]): Value => fc.constantFrom(...texts);
const listOf = (item: Value, minLength: number, maxLength = minLength): Value =>
  fc.array(item, { minLength, maxLength });
const often = <T = Json>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });

/** Collections with a vector without a name; `other` is an alias of `c`, `new` does not exist. */
export const UNNAMED = ["c", "c", "c", "c", "c", "other", "other", "new"] as const;
/** The collection with the vectors `a` and `b` and the sparse vectors `s`. */
export const NAMED = ["n"] as const;
export const LARGE_ID = "13570027672830659665";
export const UUID = "550e8400-e29b-41d4-a716-446655440000";
/** A placeholder for the name of the snapshot, which is known only after its creation. */
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

/** Names of members that every object of JavaScript has. */
const EVIL = ["constructor", "toString", "__proto__"];
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
const name = oneOf("c", "n", "other", "new", "alias", "", "a/b", ...EVIL);
const id = often(raw("1", "2", "3", "4", LARGE_ID, `"${UUID}"`), raw("99", '"x"', "-1"));
const component = fc.oneof(
  { weight: 40, arbitrary: number },
  { weight: 1, arbitrary: raw("1e39", "-1e999", "null") },
);
const vector = often(listOf(component, 2), listOf(component, 0, 3));
const index = often(raw("0", "1", "5", "4294967295"), raw("4294967296", "-1", "1.5", '"1"', "null"));
/** Few entries of few indices, so that some indices are repeated and some lists have other lengths. */
const sparse: Value = fc
  .tuple(
    fc.uniqueArray(raw("0", "1", "5", "4294967295"), { maxLength: 4 }),
    fc.array(component, { minLength: 4, maxLength: 4 }),
    often<Json | null>(fc.constant(null), listOf(index, 0, 4)),
    often<Json | null>(fc.constant(null), listOf(component, 0, 4)),
  )
  .map(([indices, values, otherIndices, otherValues]) => ({
    members: [
      ["indices", otherIndices ?? indices],
      ["values", otherValues ?? values.slice(0, indices.length)],
    ],
  }));
const size = often(raw("1", "2", "3"), raw("65536"));
const place: Value = fc.constant({
  members: [
    ["lon", "10"],
    ["lat", "-45.5"],
  ],
});
const member = fc.constantFrom(...Object.keys(INDEXED), "tags", "list", "a b", "deep", ...EVIL);
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
export const MAP_KEYS = ["a", "a", "b", "b", "s", "", "x", ...EVIL];
/** Optional fields that are usually present, because most requests without them are refused at once. */
export const USUAL = [
  "points",
  "vector",
  "vectors",
  "target",
  "positive",
  "field_schema",
  "using",
  "size",
  "distance",
];
/** Objects that must have exactly one member, by their component or field. */
export const ONE_OF = ["QueryObject", "operations"];

export interface World {
  /** The values of components of the document, instead of its definitions. */
  readonly references: Readonly<Record<string, Value>>;
  /** The values of texts and numbers in fields with this name. */
  readonly named: Readonly<Record<string, Value>>;
}

/** @param hasNames whether the vectors of the collection have names */
export function worldFor(hasNames: boolean): World {
  const vectorName = hasNames ? often(oneOf("a", "b", "s"), oneOf("", "x")) : often(oneOf(""), oneOf("a"));
  const pointVector: Value = hasNames ? often(vectorsByName, vector) : often(vector, vectorsByName);
  const fields = (names: readonly string[], value: Value) => names.map((one) => [one, value] as const);
  return {
    references: {
      Vector: vector,
      SparseVector: sparse,
      PointVector: pointVector,
      PointId: id,
      FilterPointId: id,
      Payload: payload,
    },
    named: Object.fromEntries([
      ...fields(
        ["using", "name", "has_vector", "vector", "vectors", "with_vector", "with_vectors"],
        vectorName,
      ),
      ...fields(["collection", "with_lookup", "collection_name"], name),
      ...fields(["alias_name", "old_alias_name", "new_alias_name"], name),
      ...fields(
        ["key", "keys", "include", "exclude", "group_by", "field_name", "order_by", "datetime_key"],
        path,
      ),
      ...fields(["limit", "offset", "sample", "group_size"], limit),
      ["location", often(oneOf(SNAPSHOT), oneOf("x", "../x", "file:///etc/passwd"))],
      ["size", size],
      ["total", raw("1", "2", "4294967295")],
    ]),
  };
}

const vectorsByName: Value = fc
  .subarray(["a", "b", "s"], { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      ...names.map((one) =>
        (one === "s" ? often(sparse, vector) : often(vector, sparse)).map((value) => [one, value] as const),
      ),
    ),
  )
  .map((members) => ({ members }));
