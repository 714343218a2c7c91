// What a collection can be told about its vectors, its index and its upkeep. Every value may be left out or null.
// The decision: names, ranges and defaults are Qdrant's where it has the option. An option that has no effect here is
// accepted, kept, and named in the collection's `warnings` (service/collection-info.ts); one that would change what is
// found, such as another quantization, is refused.
import Type, { type Static, type TSchema, type TUnsafe } from "typebox";
import { MAX_DIMENSION, MAX_EF, MAX_M, MIN_EF_CONSTRUCT, MIN_M } from "./limits.ts";

export const DistanceSchema = Type.Union(
  [Type.Literal("Cosine"), Type.Literal("Dot"), Type.Literal("Euclid"), Type.Literal("Manhattan")],
  { expected: '"Cosine", "Dot", "Euclid" or "Manhattan"' },
);

export type Distance = Static<typeof DistanceSchema>;

/** Clients send null for what they leave out. */
function optional<T extends TSchema>(schema: T, words: { expected?: string } = {}) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}

const boolean = () => optional(Type.Boolean());
const whole = (minimum = 0) => optional(Type.Integer({ minimum }));
const ef = (minimum: number) => optional(Type.Integer({ minimum, maximum: MAX_EF }));

export const HnswConfigSchema = Type.Object({
  /** Links of a node, twice as many on the lowest level; 0: no graph, every search compares all vectors. */
  m: optional(Type.Union([Type.Literal(0), Type.Integer({ minimum: MIN_M, maximum: MAX_M })]), {
    expected: `0 for no graph or an integer from ${MIN_M} to ${MAX_M}`,
  }),
  ef_construct: ef(MIN_EF_CONSTRUCT),
  /** The width of a search's walk where the search does not say `hnsw_ef`. */
  ef_search: ef(1),
  /** In KB of vectors: the graph is begun when a segment holds as much; smaller ones are searched exactly. */
  full_scan_threshold: whole(10),
});

/** One scale per vector and nothing clipped, so `quantile` has no effect; codes are always in memory. */
export const ScalarQuantizationSchema = Type.Object({
  type: Type.Literal("int8"),
  quantile: optional(Type.Number({ minimum: 0.5, maximum: 1 })),
  always_ram: boolean(),
});

/** One bit per dimension. The query's own encoding is the engine's affair. */
export const BinaryQuantizationSchema = Type.Object({
  encoding: optional(Type.Literal("one_bit")),
  query_encoding: optional(Type.Literal("default")),
  always_ram: boolean(),
});

/**
 * What the graph is built on and walked on; results are always scored on the original vectors. The default is
 * `{"scalar": {"type": "int8"}}`; `"Disabled"`, the word with which Qdrant's PATCH takes a quantization away, walks on
 * the original vectors. Other kinds are refused by service/collection-config.ts, by name.
 */
export const QuantizationConfigSchema = Type.Union(
  [
    Type.Object({
      scalar: Type.Optional(ScalarQuantizationSchema),
      binary: Type.Optional(BinaryQuantizationSchema),
    }),
    Type.Literal("Disabled"),
    Type.Null(),
  ],
  { expected: '{"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled"' },
);
export type GivenQuantization = Static<typeof QuantizationConfigSchema>;

const share = () => optional(Type.Number({ minimum: 0, maximum: 1 }));

export const OptimizersConfigSchema = Type.Object({
  /** A segment is vacuumed when more than this share of its points is deleted ... */
  deleted_threshold: share(),
  /** ... and it has at least so many. */
  vacuum_min_vector_number: whole(100),
  /** In KB of vectors; null: as large as a segment can be. */
  max_segment_size: whole(1),
  // The rest has no effect.
  default_segment_number: whole(),
  indexing_threshold: whole(),
  memmap_threshold: whole(),
  flush_interval_sec: whole(),
  max_optimization_threads: optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Literal("auto")]), {
    expected: 'an integer of at least 0 or "auto"',
  }),
  prevent_unoptimized: boolean(),
});

export const nullableObject = <T extends TSchema>(schema: T) => optional(schema, { expected: "an object" });

/** What is given for one vector goes before what the collection says. */
export const VectorParamsSchema = Type.Object({
  size: Type.Integer({ minimum: 1, maximum: MAX_DIMENSION }),
  distance: DistanceSchema,
  hnsw_config: nullableObject(HnswConfigSchema),
  quantization_config: Type.Optional(QuantizationConfigSchema),
  /** Keep the original vectors in a file; codes and graph stay in memory. */
  on_disk: boolean(),
});
export type VectorParams = Static<typeof VectorParamsSchema>;

/**
 * One unnamed vector, or several by name. A `size` or `distance` that is no object tells which: a union would report
 * every mistake in one form also as a mistake in the other.
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
