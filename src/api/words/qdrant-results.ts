// Converts results to the spelling that Qdrant's clients expect, where it differs from the native one.
// The decision: the conversion follows from the schema of a result, not from its operation, so an operation with a
// known kind of result needs no entry.

import { type CollectionInfo, CollectionInfoSchema } from "../../schema/collection.ts";
import type { VectorParams } from "../../schema/collection-config.ts";
import { DeleteResultSchema } from "../../schema/deletion.ts";
import { type UpdateResult, UpdateResultSchema } from "../../schema/point-write.ts";
import { HealthSchema, type ServerInfo, ServerInfoSchema } from "../../schema/server.ts";
import type { Operation } from "../operation.ts";

/** Clients warn if their minor version is more than one away from this one. */
const VERSION = "1.19.0";

const NO_QUANTIZATION = new Set(['"Disabled"', '{"scalar":{"type":"int8"}}']);

type Adapt = (result: never) => unknown;

const BY_SCHEMA = new Map<object, Adapt>([
  [UpdateResultSchema, updateResult],
  [DeleteResultSchema, updateResult],
  [CollectionInfoSchema, collectionInfo],
  [ServerInfoSchema, (info: ServerInfo) => ({ ...info, version: VERSION })],
  [HealthSchema, (text: string) => (text === "all collections are ready" ? "all shards are ready" : text)],
]);

/** Returns the result of an operation, or a list of such results, in Qdrant's spelling. */
export function adapted({ result: schema }: Operation, result: unknown): unknown {
  const adapt = BY_SCHEMA.get(schema);
  if (adapt) return adapt(result as never);
  const each = BY_SCHEMA.get(itemsOf(schema));
  return each ? (result as never[]).map(each) : result;
}

export function isAdapted({ result: schema }: Operation): boolean {
  return BY_SCHEMA.has(schema) || BY_SCHEMA.has(itemsOf(schema));
}

/** Returns the schema of the items of a list, or an empty one. */
function itemsOf(schema: object): object {
  return (schema as { items?: object }).items ?? {};
}

function updateResult({ status, ...rest }: UpdateResult): object {
  return { ...rest, status: status.toLowerCase() };
}

/**
 * Describes the quantization as Qdrant does, which has none where the index has only the codes that every index has.
 * Fields that only this server has are left out, because some clients refuse unknown fields.
 */
function collectionInfo({ recall: _, ...info }: CollectionInfo): object {
  const { hnsw_config, quantization_config, params, ...rest } = info.config;
  const config = {
    ...rest,
    params: { ...params, vectors: vectorsConfig(params.vectors) },
    hnsw_config: hnswConfig(hnsw_config),
    quantization_config: NO_QUANTIZATION.has(JSON.stringify(quantization_config))
      ? null
      : quantization_config,
  };
  return { ...info, config };
}

/** Leaves out what only we have: Qdrant's clients refuse unknown members. */
function hnswConfig({ ef_search: _, recall: __, ...known }: Readonly<Record<string, unknown>>): object {
  return known;
}

type Vectors = CollectionInfo["config"]["params"]["vectors"];

function vectorsConfig(vectors: Vectors): object {
  if (typeof vectors.size === "number") return vectorParams(vectors as VectorParams);
  const named = Object.entries(vectors as Record<string, VectorParams>);
  return Object.fromEntries(named.map(([name, params]) => [name, vectorParams(params)]));
}

function vectorParams({ hnsw_config, quantization_config, ...rest }: VectorParams): object {
  return {
    ...rest,
    ...(hnsw_config && { hnsw_config: hnswConfig(hnsw_config) }),
    ...(quantization_config && quantization_config !== "Disabled" && { quantization_config }),
  };
}
