// Converts the request to create a collection to the configuration that is stored.
// The decision: only known and given fields are stored, under the names of the API, so a response shows them as they
// were requested; nulls and unknown fields count as left out. A missing feature that would change results is refused.
import { completeConfig } from "../core/config/collection-config.ts";
import type { CollectionConfig, VectorField } from "../core/config/types.ts";
import { NotSupported } from "../errors/collections.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { InvalidRequest } from "../errors/request.ts";
import type { CreateCollection } from "../schema/collection.ts";
import {
  CollectionParamsSchema,
  HnswConfigSchema,
  type VectorParams,
  WalConfigSchema,
} from "../schema/collection-config.ts";
import { MAX_SHARDS, MAX_VECTOR_FIELDS } from "../schema/limits.ts";
import type { Rules } from "../schema/rules.ts";
import { given, withoutNulls } from "./given.ts";
import { checkMetadata } from "./metadata.ts";
import { optimizerOf } from "./optimizer-config.ts";
import { quantizationOf, refuseUnfitSigns } from "./quantization.ts";
import { sparseFields } from "./sparse-config.ts";
import { checkVectorName } from "./vector-name.ts";

const UNNAMED = "";

/** @throws InvalidArgument with the field, the expected value and the given one */
export function configOf(request: CreateCollection, { vectorless, tinySegments }: Rules): CollectionConfig {
  const { vectors_config, vectors, sparse_vectors } = request;
  if (!vectors_config && !vectors && !sparse_vectors && vectorless === "explicit") {
    throw new InvalidArgument("vectors_config is required");
  }
  const dense = vectorFields(vectors_config ?? vectors ?? {});
  const fields = [...dense, ...sparseFields(sparse_vectors ?? {}, dense)];
  checkFieldCount(fields.length, vectorless === "implied" || vectors_config || vectors ? 0 : 1);
  const params = given(request, CollectionParamsSchema);
  refuseShardKeys(params?.sharding_method);
  const spelling = request.quantization_config ? "quantization_config" : "quantization";
  const config = completeConfig({
    vectors: fields,
    hnsw_config: given(request.hnsw_config, HnswConfigSchema),
    quantization_config: quantizationOf(request[spelling], spelling),
    optimizer_config: optimizerOf(request, tinySegments),
    metadata: request.metadata ?? undefined,
    params: params as CollectionConfig["params"],
    shards: shardsOf(params?.shard_number),
    wal_config: given(request.wal_config, WalConfigSchema),
    strict_mode_config: withoutNulls(request.strict_mode_config ?? {}),
  });
  refuseUnfitSigns(config);
  checkMetadata(config.metadata);
  return config;
}

/** Returns the number of shards if it is not 1. */
function shardsOf(shards = 1): number | undefined {
  if (shards > MAX_SHARDS) {
    const text = `shard_number: expected an integer from 1 to ${MAX_SHARDS}, got ${shards}`;
    const broken = { rule: "maximum", value: shards, maximum: MAX_SHARDS, isInteger: true };
    throw new InvalidRequest(text, { path: ["shard_number"], ...broken });
  }
  return shards === 1 ? undefined : shards;
}

function refuseShardKeys(method: string | undefined): void {
  if (method !== "custom") return;
  throw new NotSupported(
    'sharding_method: "custom" is not supported, there are no shard keys; use "auto" and a payload field',
  );
}

function vectorFields(vectors: VectorParams | Record<string, VectorParams>): VectorField[] {
  if (isVectorParams(vectors)) return [vectorField(UNNAMED, vectors, "vectors_config")];
  return Object.entries(vectors).map(([name, params]) => {
    checkVectorName(name, "vectors_config");
    return vectorField(name, params, `vectors_config.${name}`);
  });
}

/** @param least the smallest number of vectors */
export function checkFieldCount(count: number, least: number): void {
  if (count >= least && count <= MAX_VECTOR_FIELDS) return;
  throw new InvalidArgument(
    `vectors_config: expected ${least} to ${MAX_VECTOR_FIELDS} named vectors, got ${count}`,
  );
}

function isVectorParams(vectors: VectorParams | Record<string, VectorParams>): vectors is VectorParams {
  return typeof vectors.size === "number";
}

export function vectorField(name: string, params: VectorParams, path: string): VectorField {
  const { size, distance, on_disk, memory, datatype, multivector_config } = params;
  if (multivector_config !== undefined && multivector_config !== null) {
    throw new NotSupported(
      `${path}.multivector_config: multivectors are not supported; a point has one vector under each name`,
    );
  }
  const hnsw_config = given(params.hnsw_config, HnswConfigSchema);
  const quantization_config = quantizationOf(params.quantization_config, `${path}.quantization_config`);
  return {
    name,
    size,
    distance,
    ...(hnsw_config && { hnsw_config }),
    ...(quantization_config && { quantization_config }),
    ...(typeof on_disk === "boolean" && { on_disk }),
    ...(memory && { memory }),
    ...(datatype && { datatype }),
  };
}
