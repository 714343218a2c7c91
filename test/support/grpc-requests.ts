// Random requests of every kind that a message can contain, as the plain objects that services receive.
import fc from "fast-check";
import { RawJson } from "../../src/schema/leaf.ts";

type Arbitrary<T = unknown> = fc.Arbitrary<T>;

/** Generates an object; every member may be missing except for the named ones. */
export function object(
  members: Record<string, Arbitrary>,
  ...always: string[]
): Arbitrary<Record<string, unknown>> {
  return fc.record(members, { requiredKeys: always });
}

// There is no negative zero in fields that have no presence.
export const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
export const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
export const text = fc.string({ unit: "grapheme", maxLength: 12 });
const flag = fc.boolean();
const many = fc.integer({ min: 1, max: 1000 });
const share = fc.float({ noNaN: true, min: 0, max: 1 }).map((value) => value + 0);
export const integer: Arbitrary<number | bigint> = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
);
export const id: Arbitrary<number | bigint | string> = fc.oneof(
  fc.maxSafeNat(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.uuid(),
);
const ids = fc.array(id, { maxLength: 4 });
export const vector = fc.float32Array({ noNaN: true, noDefaultInfinity: true, minLength: 1, maxLength: 5 });
/** Some names are members of every object and must not be found in it. */
export const name = fc.constantFrom("a", "image", "__proto__", "toString", "Größe", "2");
export const vectors = fc.oneof(vector, fc.dictionary(name, vector, { maxKeys: 3, noNullPrototype: false }));

/** Generates a payload of texts, safe integers and nested values, as its text. */
export const payload = fc
  .dictionary(
    text,
    fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(text, fc.maxSafeInteger(), flag, fc.constant(null)),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    })).value,
    { maxKeys: 4 },
  )
  .map((value) => new RawJson(Buffer.from(JSON.stringify(value)), depthOf(value)));
const somePayload = payload.filter(({ bytes }) => bytes.length > 2);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

const key = fc.constantFrom("a", "a.b", "list[].x", '"a b".c');
export const place = object(
  { lon: fc.integer({ min: -180, max: 180 }), lat: fc.integer({ min: -90, max: 90 }) },
  "lon",
  "lat",
);
const moment = fc.constantFrom(
  "2024-02-29T12:00:00Z",
  "1969-12-31T23:59:59.999999Z",
  "0001-01-01T00:00:00.000001Z",
);
const bounds = (one: Arbitrary) => object({ lt: one, gt: one, gte: one, lte: one });
const filled = (one: Arbitrary<Record<string, unknown>>) =>
  one.filter((value) => Object.keys(value).length > 0);
const corner = fc.record({ lon: fc.integer({ min: 0, max: 9 }), lat: fc.integer({ min: 0, max: 9 }) });
const ring = fc.tuple(corner, corner, corner).map(([a, b, c]) => ({ points: [a, b, c, a] }));
const some = (item: Arbitrary) => fc.array(item, { minLength: 1, maxLength: 3 });

const match = fc.oneof(
  ...[text, integer, flag].map((value) => fc.record({ value })),
  ...[some(text), some(integer)].flatMap((values) => [
    fc.record({ any: values }),
    fc.record({ except: values }),
  ]),
  ...["text", "text_any", "phrase", "prefix"].map((kind) => fc.record({ [kind]: text })),
);
const check = fc.oneof(
  fc.record({ match }),
  fc.record({ range: filled(bounds(double)) }),
  fc.record({ range: filled(bounds(moment)) }),
  fc.record({ geo_bounding_box: fc.record({ top_left: place, bottom_right: place }) }),
  fc.record({ geo_radius: fc.record({ center: place, radius: fc.constantFrom(0, 1.5, 1e6) }) }),
  fc.record({ geo_polygon: object({ exterior: ring, interiors: some(ring) }, "exterior") }),
  fc.record({ values_count: filled(bounds(many)) }),
  fc.record({ is_empty: flag }),
  fc.record({ is_null: flag }),
);
const onField = fc.tuple(key, check).map(([field, one]) => ({ key: field, ...one }));

const { filter: filterOf, condition: conditionOf } = fc.letrec((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    object({
      must: fc.array(tie("condition"), { minLength: 1, maxLength: 2 }),
      should: fc.array(tie("condition"), { minLength: 1, maxLength: 2 }),
      must_not: fc.array(tie("condition"), { minLength: 1, maxLength: 2 }),
      min_should: fc.record({
        conditions: fc.array(tie("condition"), { minLength: 1, maxLength: 2 }),
        min_count: many,
      }),
    }),
  ),
  condition: fc.oneof(
    { maxDepth: 3 },
    onField,
    fc.record({ is_empty: fc.record({ key }) }),
    fc.record({ is_null: fc.record({ key }) }),
    fc.record({ has_id: ids }),
    fc.record({ has_vector: text }),
    fc.record({ slice: fc.record({ total: fc.constant(8), index: fc.integer({ min: 0, max: 7 }) }) }),
    fc.record({ nested: fc.record({ key, filter: fc.constant({ must: [{ key: "x", is_null: true }] }) }) }),
    tie("filter"),
  ),
}));
export const filter = filterOf as Arbitrary<object>;
export const condition = conditionOf as Arbitrary<object>;

const paths = fc.array(key, { maxLength: 2 });
export const selectors = {
  with_payload: fc.oneof(flag, fc.record({ include: paths }), fc.record({ exclude: paths })),
  with_vectors: fc.oneof(flag, fc.array(name, { maxLength: 2 })),
};
export const collection = { collection_name: text };
const selection = fc.oneof(fc.record({ points: ids }), fc.record({ filter }));

/** Generates the fields of a request and the selection of its points. */
const about = (members: Record<string, Arbitrary>, ...always: string[]) =>
  fc.tuple(object(members, ...always), selection).map(([fields, meant]) => ({ ...fields, ...meant }));

const upsert = {
  points: fc.array(object({ id, vector: vectors, payload: somePayload }, "id", "vector"), { maxLength: 3 }),
  update_filter: filter,
  update_mode: fc.constantFrom("upsert", "insert_only", "update_only"),
};
const updateVectors = {
  points: fc.array(fc.record({ id, vector: vectors }), { maxLength: 3 }),
  update_filter: filter,
};
const request = { ...collection, wait: flag };
const pathsOf = { keys: paths };
const namesOf = { vectors: fc.array(name, { maxLength: 2 }) };
const set = { payload, key: text };

export const writes = {
  upsert: object({ ...request, ...upsert }, "collection_name", "points"),
  delete: about(request, "collection_name"),
  updateVectors: object({ ...request, ...updateVectors }, "collection_name", "points"),
  deleteVectors: about({ ...request, ...namesOf }, "collection_name", "vectors"),
  setPayload: about({ ...request, ...set }, "collection_name", "payload"),
  deletePayload: about({ ...request, ...pathsOf }, "collection_name", "keys"),
  batch: object(
    {
      ...request,
      operations: fc.array(
        fc.oneof(
          fc.record({ upsert: object(upsert, "points") }),
          fc.record({ delete: selection }),
          fc.record({ set_payload: about(set, "payload") }),
          fc.record({ overwrite_payload: about(set, "payload") }),
          fc.record({ delete_payload: about(pathsOf, "keys") }),
          fc.record({ clear_payload: selection }),
          fc.record({ update_vectors: object(updateVectors, "points") }),
          fc.record({ delete_vectors: about(namesOf, "vectors") }),
        ),
        { maxLength: 3 },
      ),
    },
    "collection_name",
    "operations",
  ),
};

export const params = object({
  hnsw_ef: many,
  exact: flag,
  indexed_only: flag,
  quantization: object({ ignore: flag, rescore: flag, oversampling: fc.constantFrom(1, 1.5, 100) }),
  acorn: object({ enable: flag, max_selectivity: share }),
});
export const lookup = object({ collection: text, vector: text }, "collection");
export const grouping = {
  group_by: key,
  group_size: many,
  with_lookup: object({ collection: text, ...selectors }, "collection"),
};
export const orderBy = object(
  { key, direction: fc.constantFrom("asc", "desc"), start_from: fc.oneof(integer, fc.constant(1.5), moment) },
  "key",
);
export { flag, ids, key, many, moment, share, some };
