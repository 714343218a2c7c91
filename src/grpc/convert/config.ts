// Codecs of a collection's configuration of indexes and upkeep.
// The decision: a value that is only stored to be shown may have any type over REST; a message leaves it out if the
// field has another type.
import type {
  BinaryQuantizationEncoding,
  BinaryQuantizationQueryEncoding,
  CompressionRatio,
  Disabled,
  MaxOptimizationThreads,
  Memory,
  OptimizersConfigDiff,
  QuantizationConfig,
  QuantizationConfigDiff,
  QuantizationType,
  BinaryQuantizationQueryEncoding_Setting as QueryEncoding,
  StrictModeMultivectorConfig,
  StrictModeSparseConfig,
  MaxOptimizationThreads_Setting as ThreadsSetting,
  TurboQuantBitSize,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import { byName, type Codec, choice, count, finite, flag, keyed, only, small, word } from "./codec.ts";
import { record } from "./record.ts";

/** Makes a codec that writes only values that fit. */
export function kept<Message>(codec: Codec<Message>, fits: (json: unknown) => boolean): Codec<Message> {
  const { read, write } = codec;
  return { read, write: (json) => (fits(json) ? write(json) : (undefined as Message)) };
}

const MEMORIES = { cold: enums.Memory.Cold, cached: enums.Memory.Cached, pinned: enums.Memory.Pinned };
export const memory = kept(word<Memory>(MEMORIES, enums.Memory.MemoryUnknown), (json) =>
  Object.hasOwn(MEMORIES, String(json)),
);

/** A recall that is set, or 0: it is null in JSON. */
const setRecall: Codec<number> = {
  read: (value, where) => (value === 0 ? null : finite.read(value, where)),
  write: finite.write,
};
export const hnswConfig = record(messages.HnswConfigDiff, { memory, recall: setRecall });

const scalar = record(messages.ScalarQuantization, {
  type: word<QuantizationType>(
    { int8: enums.QuantizationType.Int8 },
    enums.QuantizationType.UnknownQuantization,
  ),
  memory,
});

const { x4, x8, x16, x32, x64 } = enums.CompressionRatio;
const product = record(messages.ProductQuantization, {
  compression: word<CompressionRatio>({ x4, x8, x16, x32, x64 }),
  memory,
});

type EncodingKind = NonNullable<BinaryQuantizationQueryEncoding["variant"]>;
const encodingKind = choice<EncodingKind>({
  setting: word<QueryEncoding>({
    default: enums.BinaryQuantizationQueryEncoding_Setting.Default,
    binary: enums.BinaryQuantizationQueryEncoding_Setting.Binary,
    scalar4bits: enums.BinaryQuantizationQueryEncoding_Setting.Scalar4Bits,
    scalar8bits: enums.BinaryQuantizationQueryEncoding_Setting.Scalar8Bits,
  }),
});
const queryEncoding: Codec<BinaryQuantizationQueryEncoding> = {
  read: ({ variant }, where) => encodingKind.read(variant, where),
  write: (json) => ({ variant: encodingKind.write("setting", json) }),
};

const binary = record(messages.BinaryQuantization, {
  encoding: word<BinaryQuantizationEncoding>({
    one_bit: enums.BinaryQuantizationEncoding.OneBit,
    two_bits: enums.BinaryQuantizationEncoding.TwoBits,
    one_and_half_bits: enums.BinaryQuantizationEncoding.OneAndHalfBits,
  }),
  query_encoding: queryEncoding,
  memory,
});

const turboquant = record(messages.TurboQuantization, {
  bits: word<TurboQuantBitSize>({
    bits1: enums.TurboQuantBitSize.Bits1,
    bits1_5: enums.TurboQuantBitSize.Bits1_5,
    bits2: enums.TurboQuantBitSize.Bits2,
    bits4: enums.TurboQuantBitSize.Bits4,
    bits8: enums.TurboQuantBitSize.Bits8,
  }),
  memory,
});

type Kind = NonNullable<QuantizationConfig["quantization"]>;
const disabled: Codec<Disabled> = { read: () => ({}), write: () => ({}) };
const kinds = keyed<"quantization", Kind>(
  "quantization",
  { scalar, product, binary, turboquant, disabled },
  { turboquant: "turbo" },
);

/** One of the kinds, or the word "Disabled". */
export const quantization: Codec<QuantizationConfig> = {
  read(message, where) {
    const json = kinds.read(message, where);
    return message.quantization!.$case === "disabled" ? "Disabled" : json;
  },
  write: (json) => kinds.write(json === "Disabled" ? { disabled: {} } : json),
};
/** The codec of the same kinds, whose fields have other numbers. */
export const quantizationDiff = quantization as Codec<QuantizationConfigDiff>;

type ThreadsKind = NonNullable<MaxOptimizationThreads["variant"]>;
const threadsKind = choice<ThreadsKind>({
  value: count,
  setting: word<ThreadsSetting>({ auto: enums.MaxOptimizationThreads_Setting.Auto }),
});
const threads: Codec<MaxOptimizationThreads> = {
  read: ({ variant }, where) => threadsKind.read(variant, where),
  write: (json) => ({ variant: threadsKind.write(typeof json === "string" ? "setting" : "value", json) }),
};

const optimizers = record(messages.OptimizersConfigDiff, {
  max_optimization_threads: threads,
});

export const optimizersConfig: Codec<OptimizersConfigDiff> = {
  read(message, where) {
    const json = optimizers.read(message, where) as Record<string, unknown>;
    const { deprecated_max_optimization_threads: old, ...rest } = json;
    return old === undefined ? rest : { max_optimization_threads: old, ...rest };
  },
  write: optimizers.write,
};

export const payloadStorage = record(messages.PayloadStorageParams, { memory });
export const idTracker = record(messages.IdTrackerParams, { memory });

const isWhole = (json: unknown) => Number.isSafeInteger(json) && (json as number) >= 0;
const isObject = (json: unknown) => typeof json === "object" && json !== null && !Array.isArray(json);
const someFlag = kept(flag, (json) => typeof json === "boolean");
const someCount = kept(count, isWhole);
const someSmall = kept(small, (json) => isWhole(json) && (json as number) < 2 ** 32);

const multivectors: Codec<StrictModeMultivectorConfig> = only(
  "multivector_config",
  byName(record(messages.StrictModeMultivector, { max_vectors: someCount })),
);
const sparseVectors: Codec<StrictModeSparseConfig> = only(
  "sparse_config",
  byName(record(messages.StrictModeSparse, { max_length: someCount })),
);
const ofObjects = (json: unknown) => isObject(json) && Object.values(json as object).every(isObject);

export const strictMode = record(messages.StrictModeConfig, {
  enabled: someFlag,
  max_query_limit: someSmall,
  max_timeout: someSmall,
  unindexed_filtering_retrieve: someFlag,
  unindexed_filtering_update: someFlag,
  search_max_hnsw_ef: someSmall,
  search_allow_exact: someFlag,
  search_max_oversampling: kept(finite, Number.isFinite),
  upsert_max_batchsize: someCount,
  search_max_batchsize: someCount,
  max_collection_vector_size_bytes: someCount,
  read_rate_limit: someSmall,
  write_rate_limit: someSmall,
  max_collection_payload_size_bytes: someCount,
  filter_max_conditions: someCount,
  condition_max_size: someCount,
  multivector_config: kept(multivectors, ofObjects),
  sparse_config: kept(sparseVectors, ofObjects),
  max_points_count: someCount,
  max_payload_index_count: someCount,
  max_resident_memory_percent: someSmall,
});
