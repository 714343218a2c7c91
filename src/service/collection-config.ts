// From the creation of a collection as it was asked for to the configuration that is stored.
// The decision: only what is known and given is stored, under the names of the wire, so that an answer shows it as it
// was asked for; nulls and unknown fields count as left out.
import { completeConfig, fieldConfigs } from "../core/collection-config.ts";
import type { CollectionConfig, QuantizationConfig, VectorField } from "../core/operation.ts";
import { InvalidArgument } from "../errors.ts";
import type { CreateCollection } from "../schema/collection.ts";
import {
  BinaryQuantizationSchema,
  type GivenQuantization,
  HnswConfigSchema,
  OptimizersConfigSchema,
  ScalarQuantizationSchema,
  type VectorParams,
} from "../schema/collection-config.ts";
import { MAX_VECTOR_FIELDS, MAX_VECTOR_NAME_LENGTH } from "../schema/limits.ts";

export const UNNAMED = "";
/** Half of a surrogate pair cannot be written as UTF-8, so it would come back as another name. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Longest list of keys inside an error text. */
const LONGEST = 60;

/** @throws InvalidArgument naming the field, what is expected there, and what it is */
export function configOf(request: CreateCollection): CollectionConfig {
  const vectors = request.vectors_config ?? request.vectors;
  if (vectors === undefined) throw new InvalidArgument("vectors_config is required");
  const spelling = request.quantization_config ? "quantization_config" : "quantization";
  const optimizer = request.optimizers_config ?? request.optimizer_config;
  const config = completeConfig({
    vectors: vectorFields(vectors),
    hnsw_config: given(request.hnsw_config, HnswConfigSchema),
    quantization_config: quantizationOf(request[spelling], spelling),
    optimizer_config: given(optimizer, OptimizersConfigSchema),
  });
  refuseSignsForManhattan(config);
  return config;
}

/** A sum of absolute differences cannot be estimated from the signs of a rotated vector. */
function refuseSignsForManhattan(config: CollectionConfig): void {
  const field = fieldConfigs(config).find((one) => one.encoding === "binary" && one.distance === "Manhattan");
  if (!field) return;
  const place = field.name === UNNAMED ? "vectors_config" : `vectors_config.${field.name}`;
  throw new InvalidArgument(
    `${place}: binary quantization cannot estimate the distance "Manhattan"; ` +
      'give this vector the quantization_config {"scalar": {"type": "int8"}} or "Disabled", or another distance',
  );
}

function vectorFields(vectors: VectorParams | Record<string, VectorParams>): VectorField[] {
  if (isVectorParams(vectors)) return [vectorField(UNNAMED, vectors, "vectors_config")];
  const names = Object.keys(vectors);
  if (names.length < 1 || names.length > MAX_VECTOR_FIELDS) {
    throw new InvalidArgument(
      `vectors_config: expected 1 to ${MAX_VECTOR_FIELDS} named vectors, got ${names.length}`,
    );
  }
  return names.map((name) => {
    checkVectorName(name);
    return vectorField(name, vectors[name]!, `vectors_config.${name}`);
  });
}

function isVectorParams(vectors: VectorParams | Record<string, VectorParams>): vectors is VectorParams {
  return typeof vectors.size === "number";
}

function checkVectorName(name: string): void {
  if ([...name].length > MAX_VECTOR_NAME_LENGTH) {
    throw new InvalidArgument(
      `vectors_config: a vector name has at most ${MAX_VECTOR_NAME_LENGTH} characters`,
    );
  }
  if (LONE_SURROGATE.test(name)) {
    throw new InvalidArgument(
      `vectors_config: a vector name must be well-formed Unicode, got ${JSON.stringify(name)}`,
    );
  }
}

function vectorField(name: string, params: VectorParams, path: string): VectorField {
  const { size, distance, on_disk } = params;
  const hnsw_config = given(params.hnsw_config, HnswConfigSchema);
  const quantization_config = quantizationOf(params.quantization_config, `${path}.quantization_config`);
  return {
    name,
    size,
    distance,
    ...(hnsw_config && { hnsw_config }),
    ...(quantization_config && { quantization_config }),
    ...(typeof on_disk === "boolean" && { on_disk }),
  };
}

/** The key of the object is the kind, so exactly one is expected, and it must be one we have. */
function quantizationOf(
  quantization: GivenQuantization | undefined,
  path: string,
): QuantizationConfig | undefined {
  if (quantization === undefined || quantization === null) return undefined;
  if (quantization === "Disabled") return quantization;
  const kinds = Object.keys(quantization);
  const { scalar, binary } = quantization;
  if (kinds.length === 1 && scalar) {
    return { scalar: { type: "int8", ...given(scalar, ScalarQuantizationSchema) } };
  }
  if (kinds.length === 1 && binary) return { binary: given(binary, BinaryQuantizationSchema)! };
  const shown = kinds.map((kind) => JSON.stringify(kind)).join(", ");
  throw new InvalidArgument(
    `${path}: expected {"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled", ` +
      `got an object with ${kinds.length === 0 ? "no keys" : `the keys ${cut(shown)}`}`,
  );
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}

type Known<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields that the schema knows and that have a value; undefined when there is no object at all. */
function given<T extends object>(
  value: T | null | undefined,
  { properties }: { readonly properties: object },
): Known<T> | undefined {
  if (value === null || value === undefined) return undefined;
  const known = Object.keys(properties) as (keyof T)[];
  const pairs = known.map((key) => [key, value[key]] as const);
  return Object.fromEntries(pairs.filter(([, item]) => item !== null && item !== undefined)) as Known<T>;
}
