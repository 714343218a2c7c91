// Random configurations of collections and indexes, as the plain objects that services receive.
import fc from "fast-check";
import { double, flag, key, many, name, object, text } from "./grpc-requests.ts";

const memory = fc.constantFrom("cold", "cached");
const share = fc.constantFrom(0, 0.25, 1);

export const hnsw = object({
  m: fc.constantFrom(0, 16),
  ef_construct: fc.integer({ min: 4, max: 100 }),
  ef_search: many,
  recall: fc.constantFrom(0.5, 0.95, 1),
  full_scan_threshold: fc.integer({ min: 10, max: 1e12 }),
  max_indexing_threads: many,
  on_disk: flag,
  payload_m: many,
  inline_storage: flag,
});

const kinds = [
  object({ type: fc.constant("int8"), quantile: fc.constantFrom(0.5, 1), always_ram: flag }, "type").map(
    (scalar) => ({ scalar }),
  ),
  object(
    { compression: fc.constantFrom("x4", "x8", "x16", "x32", "x64"), always_ram: flag },
    "compression",
  ).map((product) => ({ product })),
  object({
    encoding: fc.constantFrom("one_bit", "two_bits", "one_and_half_bits"),
    query_encoding: fc.constantFrom("default", "binary", "scalar4bits", "scalar8bits"),
    always_ram: flag,
  }).map((binary) => ({ binary })),
  object({ bits: fc.constantFrom("bits1", "bits1_5", "bits2", "bits4"), always_ram: flag }).map((turbo) => ({
    turbo,
  })),
];
export const quantization = fc.oneof(fc.constant("Disabled"), ...kinds);

export const optimizers = object({
  deleted_threshold: share,
  vacuum_min_vector_number: fc.integer({ min: 100, max: 1e6 }),
  max_segment_size: many,
  default_segment_number: many,
  indexing_threshold: many,
  memmap_threshold: many,
  flush_interval_sec: many,
  max_optimization_threads: fc.oneof(many, fc.constant("auto")),
  prevent_unoptimized: flag,
});
export const wal = object({ wal_capacity_mb: many, wal_segments_ahead: many, wal_retain_closed: many });
export const strictMode = object({
  enabled: flag,
  max_query_limit: many,
  search_max_oversampling: fc.constantFrom(1.5, 2),
  max_points_count: fc.maxSafeNat(),
  multivector_config: fc.dictionary(name, object({ max_vectors: many }), { noNullPrototype: false }),
  sparse_config: fc.dictionary(name, object({ max_length: many }), { noNullPrototype: false }),
});

/** Any non-empty object, because a message cannot distinguish an empty map from none. */
export const metadata = fc.dictionary(
  text,
  fc.oneof(text, fc.maxSafeInteger(), double, flag, fc.constant(null)),
  {
    minKeys: 1,
    maxKeys: 3,
  },
);

const changeable = { hnsw_config: hnsw, quantization_config: quantization, on_disk: flag };
export const vectorParams = object(
  {
    size: fc.integer({ min: 1, max: 65_536 }),
    distance: fc.constantFrom("Cosine", "Euclid", "Dot", "Manhattan"),
    ...changeable,
    memory,
    datatype: fc.constantFrom("float32", "uint8", "float16", "turbo4"),
    multivector_config: fc.constant({ comparator: "max_sim" }),
  },
  "size",
  "distance",
);
const named = (one: fc.Arbitrary<unknown>) =>
  fc.dictionary(name, one, { maxKeys: 2, noNullPrototype: false });
export const vectors = fc.oneof(vectorParams, named(vectorParams));

export const copies = {
  replication_factor: many,
  write_consistency_factor: many,
  on_disk_payload: flag,
  payload: object({ memory }),
};
const modifier = fc.constantFrom("none", "idf");
const sparseDatatype = fc.constantFrom("float32", "uint8", "float16");
const sparseIndex = object({ full_scan_threshold: many, on_disk: flag, memory, datatype: sparseDatatype });
const settings = {
  hnsw_config: hnsw,
  optimizers_config: optimizers,
  strict_mode_config: strictMode,
  metadata,
  quantization_config: quantization,
  sparse_vectors: named(object({ index: sparseIndex, modifier })),
};
const collection = { collection_name: text };

export const create = object(
  {
    ...collection,
    ...settings,
    ...copies,
    vectors_config: vectors,
    wal_config: wal,
    shard_number: many,
    sharding_method: fc.constantFrom("auto", "custom"),
  },
  "collection_name",
);
export const update = object(
  {
    ...collection,
    ...settings,
    vectors_config: named(object(changeable)),
    params: object({ ...copies, read_fan_out_factor: many, read_fan_out_delay_ms: many }),
  },
  "collection_name",
);
export const remove = object(
  { ...collection, undo_seconds: fc.integer({ min: 1, max: 86_400 }), purge: flag },
  "collection_name",
);

const common = { on_disk: flag, enable_hnsw: flag, memory };
const index = (type: string, members: Record<string, fc.Arbitrary<unknown>> = {}) =>
  object({ type: fc.constant(type), ...common, ...members }, "type");
const words = fc.array(text, { maxLength: 2 });
const principal = { is_principal: flag };
export const indexParams = fc.oneof(
  index("keyword", { is_tenant: flag, prefix: fc.constant(true) }),
  index("uuid", { is_tenant: flag }),
  index("integer", { lookup: flag, range: flag, ...principal }),
  index("float", principal),
  index("datetime", principal),
  index("geo"),
  index("bool"),
  index("text", {
    tokenizer: fc.constantFrom("word", "whitespace", "prefix", "multilingual", "code"),
    language: fc.constantFrom("german", "de", "tamil"),
    min_token_len: many,
    max_token_len: many,
    lowercase: flag,
    ascii_folding: flag,
    phrase_matching: flag,
    stopwords: fc.record({ languages: words, custom: words }),
    stemmer: fc.oneof(
      fc.constant({ type: "none" }),
      fc.record({ type: fc.constant("snowball"), language: fc.constant("german") }),
    ),
  }),
);
export const fieldType = fc.constantFrom(
  "keyword",
  "integer",
  "float",
  "geo",
  "text",
  "bool",
  "datetime",
  "uuid",
);
const newVector = fc.oneof(
  fc.record({
    dense: object(
      {
        size: fc.integer({ min: 1, max: 65_536 }),
        distance: fc.constantFrom("Cosine", "Euclid", "Dot", "Manhattan"),
        datatype: sparseDatatype,
      },
      "size",
      "distance",
    ),
  }),
  fc.record({ sparse: object({ modifier, datatype: sparseDatatype }) }),
);
const ofVector = object({ ...collection, wait: flag, vector_name: name }, "collection_name", "vector_name");
export const createVector = fc.tuple(ofVector, newVector).map(([of, kind]) => ({ ...of, ...kind }));
export const deleteVector = ofVector;

export const createIndex = object(
  { ...collection, wait: flag, field_name: key, field_schema: fc.oneof(fieldType, indexParams) },
  "collection_name",
  "field_name",
);
export const deleteIndex = object(
  { ...collection, wait: flag, field_name: key },
  "collection_name",
  "field_name",
);

export const changeAliases = fc.record({
  actions: fc.array(
    fc.oneof(
      fc.record({ create_alias: fc.record({ collection_name: text, alias_name: text }) }),
      fc.record({ rename_alias: fc.record({ old_alias_name: text, new_alias_name: text }) }),
      fc.record({ delete_alias: fc.record({ alias_name: text }) }),
    ),
    { maxLength: 3 },
  ),
});
