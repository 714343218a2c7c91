// The configuration of a collection's vectors, index and upkeep. Every value may be left out or null.
// The decision: names, ranges and defaults are Qdrant's. An option without effect is accepted, stored, and named in the
// collection's `warnings` (service/collection-warnings.ts); one that would change results is refused by name in
// service/collection-config.ts.
import Type, { type Static, type TLiteral, type TSchema, type TUnsafe } from "typebox";
import { DISTANCE_NAMES, type Distance, namesWhereBetter } from "../shared/distances.ts";
import { listed } from "../shared/listed.ts";
import { MAX_DIMENSION, MAX_EF, MAX_M, MIN_EF_CONSTRUCT, MIN_M, MIN_RECALL } from "./limits.ts";
import { type Shown, SINGLE_FIELD } from "./shown.ts";

export const DistanceSchema = Type.Union(
  DISTANCE_NAMES.map((name) => Type.Literal(name)) as unknown as [TLiteral<Distance>],
  {
    expected: listed(
      DISTANCE_NAMES.map((name) => `"${name}"`),
      "or",
    ),
    description:
      `How vectors are compared: for ${namesWhereBetter("larger", "and")} larger scores are better, ` +
      `for ${namesWhereBetter("smaller", "and")} smaller ones.`,
  },
);

/** Clients send null for values that they leave out. */
export function optional<T extends TSchema>(
  schema: T,
  words: { expected?: string; description?: string; document?: Shown } = {},
) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}

/** One of a few words. */
export function oneOf<W extends string>(...words: W[]) {
  const quoted = words.map((word) => JSON.stringify(word));
  const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return Type.Unsafe<W>({ enum: words, expected });
}

export const word = <W extends string>(...words: W[]) => optional(oneOf(...words));

const boolean = (words = {}) => optional(Type.Boolean(), words);
export const whole = (minimum = 0, words = {}) => optional(Type.Integer({ minimum }), words);
const ef = (minimum: number, description: string) =>
  optional(Type.Integer({ minimum, maximum: MAX_EF }), { description });
const memory = () => word("cold", "cached");

export const HnswConfigSchema = Type.Object({
  m: optional(Type.Union([Type.Literal(0), Type.Integer({ minimum: MIN_M, maximum: MAX_M })]), {
    expected: `0 for no graph or an integer from ${MIN_M} to ${MAX_M}`,
    description:
      "Links of a node, twice as many on the lowest level; 0: no graph, every search compares all vectors. Default 16.",
  }),
  ef_construct: ef(
    MIN_EF_CONSTRUCT,
    "The number of candidates while the links of a new node are searched: more build slower and find more. Default 100.",
  ),
  ef_search: ef(
    1,
    "The number of candidates of a search without `hnsw_ef` and `recall`. Default 64; natively a search asks for a " +
      "recall of 0.95 instead, unless this is set.",
  ),
  recall: optional(Type.Number({ minimum: MIN_RECALL, maximum: 1 }), {
    description:
      `The share of the nearest neighbours that a search without \`hnsw_ef\` should find, ${MIN_RECALL} to 1; it rules ` +
      "instead of `ef_search`. 1: exact search. null in a change: no longer set.",
  }),
  full_scan_threshold: whole(10, {
    description:
      "The size of a segment, in KB of vectors, from which on it has a graph; smaller ones are searched exactly. Default 10000.",
  }),
  // The others have no effect.
  max_indexing_threads: whole(),
  on_disk: boolean(),
  payload_m: whole(),
  inline_storage: boolean(),
});

/** There is one scale per vector and nothing is clipped, so `quantile` has no effect; codes are always in memory. */
export const ScalarQuantizationSchema = Type.Object({
  type: Type.Literal("int8"),
  quantile: optional(Type.Number({ minimum: 0.5, maximum: 1 })),
  always_ram: boolean(),
});

/** One bit per dimension, whatever `encoding` says. The engine chooses the encoding of queries. */
export const BinaryQuantizationSchema = Type.Object({
  encoding: word("one_bit", "two_bits", "one_and_half_bits"),
  query_encoding: word("default", "binary", "scalar4bits", "scalar8bits"),
  always_ram: boolean(),
});

/** Served by 8-bit codes. */
const ProductQuantizationSchema = Type.Object({
  compression: oneOf("x4", "x8", "x16", "x32", "x64"),
  always_ram: boolean(),
});

/** Served by codes of one bit; `bits4` and `bits8` are served by 8-bit codes. */
const TurboQuantizationSchema = Type.Object({
  bits: word("bits1", "bits1_5", "bits2", "bits4", "bits8"),
  always_ram: boolean(),
});

/** Quantization by kind, which is the one key of the object. */
export const QUANTIZATION_KINDS = {
  scalar: ScalarQuantizationSchema,
  product: ProductQuantizationSchema,
  binary: BinaryQuantizationSchema,
  turbo: TurboQuantizationSchema,
};

/**
 * The codes on which the graph is built and searched; results are always scored with the original vectors. The default
 * is `{"scalar": {"type": "int8"}}`; `"Disabled"`, the word with which Qdrant's PATCH removes quantization, uses the
 * original vectors. An object with no kind or several is refused by service/quantization.ts.
 */
export const QuantizationConfigSchema = Type.Union(
  [
    Type.Partial(Type.Object(QUANTIZATION_KINDS), {
      additionalProperties: true,
      document: { ...SINGLE_FIELD, additionalProperties: false },
    }),
    Type.Literal("Disabled"),
    Type.Null(),
  ],
  { expected: '{"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled"' },
);
export type GivenQuantization = Static<typeof QuantizationConfigSchema>;

const share = () => optional(Type.Number({ minimum: 0, maximum: 1 }));

export const OptimizersConfigSchema = Type.Object({
  /** A segment is vacuumed if more than this share of its points is deleted ... */
  deleted_threshold: share(),
  /** ... and it has at least this number of vectors. */
  vacuum_min_vector_number: whole(100),
  /**
   * In KB of vectors, at least 1024 (Qdrant's clients may give less, which counts as 1024); null: as large as a segment
   * can be.
   */
  max_segment_size: whole(1),
  // The others have no effect.
  default_segment_number: whole(),
  indexing_threshold: whole(),
  memmap_threshold: whole(),
  flush_interval_sec: whole(),
  max_optimization_threads: optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Literal("auto")]), {
    expected: 'an integer of at least 0 or "auto"',
  }),
  prevent_unoptimized: boolean(),
});

/** `shard_number` is a matter of the creation, and at most MAX_SHARDS. The others are stored and shown. */
export const CollectionParamsSchema = Type.Object({
  shard_number: whole(1, {
    description:
      "The number of shards, from 1 to 64, which cannot be changed: parts of the points with graphs of their own, so that " +
      "servers of a cluster can share a collection. Default 1.",
  }),
  sharding_method: word("auto", "custom"),
  replication_factor: whole(1),
  write_consistency_factor: whole(1),
  read_fan_out_factor: whole(),
  read_fan_out_delay_ms: whole(),
  on_disk_payload: boolean(),
  payload: optional(Type.Object({ memory: memory() }), { expected: "an object" }),
  id_tracker: optional(Type.Object({ memory: word("cold", "cached", "pinned") }), { expected: "an object" }),
});

export const WalConfigSchema = Type.Object({
  wal_capacity_mb: whole(1),
  wal_segments_ahead: whole(),
  wal_retain_closed: whole(),
});

const STRICT_MODE = [
  ...[
    "enabled",
    "max_query_limit",
    "max_timeout",
    "unindexed_filtering_retrieve",
    "unindexed_filtering_update",
  ],
  ...["search_max_hnsw_ef", "search_allow_exact", "search_max_oversampling", "search_max_batchsize"],
  ...["upsert_max_batchsize", "max_collection_vector_size_bytes", "max_collection_payload_size_bytes"],
  ...[
    "read_rate_limit",
    "write_rate_limit",
    "filter_max_conditions",
    "condition_max_size",
    "max_points_count",
  ],
  ...["multivector_config", "sparse_config", "max_payload_index_count", "max_resident_memory_percent"],
];

/** These are stored and shown, and have no effect; limits of requests apply to the whole server, see limits.ts. */
export const StrictModeSchema = Type.Object(
  Object.fromEntries(STRICT_MODE.map((name) => [name, Type.Optional(Type.Unknown())])),
  { expected: "an object" },
);

/** Any members that the owner of a collection wants to store with it. */
export const MetadataSchema = Type.Record(Type.String(), Type.Unknown(), { expected: "an object" });

export const nullableObject = <T extends TSchema>(schema: T) => optional(schema, { expected: "an object" });

/** The settings of a vector that can be changed later. */
const changeable = {
  hnsw_config: nullableObject(HnswConfigSchema),
  quantization_config: Type.Optional(QuantizationConfigSchema),
  on_disk: boolean({
    description: "Keep the original vectors in a file; codes and graph stay in memory. Default false.",
  }),
};
export const VectorChangeSchema = Type.Object(changeable);
export type VectorChange = Static<typeof VectorChangeSchema>;

/** A setting of one vector takes precedence over that of the collection. */
export const VectorParamsSchema = Type.Object({
  size: Type.Integer({
    minimum: 1,
    maximum: MAX_DIMENSION,
    description: "The dimension: how many numbers each vector has.",
  }),
  distance: DistanceSchema,
  ...changeable,
  // These have no effect.
  memory: memory(),
  datatype: word("float32", "uint8", "float16", "turbo4", "turbo8", "turbo16"),
  /** Several vectors of a point under one name, which are refused. */
  multivector_config: Type.Optional(Type.Unknown({ document: false })),
});
export type VectorParams = Static<typeof VectorParamsSchema>;

/**
 * One unnamed vector, or several by name. A `size` or `distance` that is not an object selects the first form: a union
 * would report every error in one form also as an error in the other.
 */
export const VectorsConfigSchema: TUnsafe<VectorParams | Record<string, VectorParams>> = Type.Unsafe({
  if: { anyOf: ["size", "distance"].map(plain) },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: VectorParamsSchema,
  else: Type.Record(Type.String(), VectorParamsSchema, {
    expected: "{size, distance} or an object of them by vector name",
  }),
});

function plain(key: string) {
  return { type: "object", properties: { [key]: { not: { type: "object" } } }, required: [key] };
}
