// Describes a collection: its state, and its configuration as stored, with defaults filled in.
import type { Collection } from "../core/collection/collection.ts";
import { probeNotices } from "../core/collection/probe-notices.ts";
import { unreachableText } from "../core/collection/reach-watch.ts";
import { DEFAULT_EF } from "../core/config/collection-config.ts";
import { graphsUnsavedText } from "../core/config/damage.ts";
import type { CollectionConfig } from "../core/config/types.ts";
import type { IndexWork } from "../core/vectors/vector-index.ts";
import { OutOfMemory } from "../errors/failures.ts";
import { fileFailureOf } from "../errors/files.ts";
import type { CollectionFigures, CollectionInfo, Indexing } from "../schema/collection.ts";
import { denseFields, isUnnamed, warningsOf } from "./collection-warnings.ts";
import { payloadSchemaOf } from "./field-index-config.ts";
import { recallTablesOf } from "./recall-info.ts";

/**
 * Fields that clients expect, with the values that always apply here. A value that was given is shown instead and has a
 * warning.
 */
const PARAMS = { replication_factor: 1, write_consistency_factor: 1, on_disk_payload: true };
const OPTIMIZERS = { default_segment_number: 0, flush_interval_sec: 0 };
const WAL = { wal_capacity_mb: 32, wal_segments_ahead: 0 };

export async function describe(collection: Collection): Promise<CollectionInfo> {
  const { status, warnings, ...counts } = await figuresOf(collection);
  const { config, reads } = collection;
  // All other fields of a damaged collection are shown.
  const indexedPoints = await reads.indexedPoints().catch(() => ({}));
  const recall = recallTablesOf(collection);
  return {
    status,
    optimizer_status: optimizerStatus(collection),
    ...counts,
    config: shownConfig(config),
    payload_schema: payloadSchemaOf(config, indexedPoints),
    ...(recall && { recall }),
    ...(warnings && { warnings }),
  };
}

/** Returns the status, the counts and the warnings. */
export async function figuresOf(collection: Collection): Promise<CollectionFigures> {
  const { indexed, segments, busy, reached, work } = await collection.indexState();
  const { config, damage, segments: kept, graphsUnsaved } = collection;
  const ofGraphs = graphsUnsaved > 0 ? [graphsUnsavedText(graphsUnsaved)] : [];
  const lost = [...reached].flatMap(([name, { unreachable }]) => unreachableText(name, unreachable) ?? []);
  const { points, warnings: ofPoints } = await pointsOf(collection);
  const warnings = [...warningsOf(config), ...ofPoints, ...ofGraphs, ...lost, ...probeNotices(collection)];
  return {
    status: damage ? "red" : busy || kept.indexing.busy ? "yellow" : "green",
    indexed_vectors_count: indexed,
    ...(work && { indexing: indexingOf(work) }),
    points_count: points,
    segments_count: segments,
    ...(warnings.length > 0 && { warnings: warnings.map((message) => ({ message })) }),
  };
}

/** Counts the points, of which other servers may have some; those that cannot be counted now are left out. */
async function pointsOf({ local, damage, points, reads }: Collection) {
  if (local.areEverywhere || damage) return { points, warnings: [] };
  const shards = new Set<number>();
  const missing = (some: readonly number[]) => {
    for (const shard of some) shards.add(shard);
  };
  const counted = await reads.while({ aborted: false, missing }).count(null, true);
  const which = [...shards].sort((a, b) => a - b).join(", ");
  const warnings =
    shards.size === 0 ? [] : [`no server answers for shard ${which}, whose points are not counted`];
  return { points: counted, warnings };
}

/** Returns how far the work on graphs has come, in whole numbers. */
function indexingOf({ done, total, rate }: IndexWork): Indexing {
  return {
    vectors_done: Math.floor(done),
    vectors_total: total,
    vectors_per_second: Math.round(rate),
    ...(rate > 0 && { seconds_left: Math.ceil((total - done) / rate) }),
  };
}

function shownConfig(config: CollectionConfig): CollectionInfo["config"] {
  const { payload: _, ...params } = config.params;
  const { metadata, strict_mode_config } = config;
  return {
    params: { ...vectorsOf(config.vectors), ...PARAMS, ...params, shard_number: config.shards ?? 1 },
    hnsw_config: { ef_search: DEFAULT_EF, ...config.hnsw_config },
    quantization_config: config.quantization_config as CollectionInfo["config"]["quantization_config"],
    optimizer_config: { ...OPTIMIZERS, ...config.optimizer_config },
    wal_config: { ...WAL, ...config.wal_config },
    ...(isFilled(strict_mode_config) && { strict_mode_config }),
    ...(isFilled(metadata) && { metadata }),
  } as CollectionInfo["config"];
}

function isFilled(object: object): boolean {
  return Object.keys(object).length > 0;
}

/**
 * Returns the state of rebuilds. A rebuild that failed has lost nothing: the old segments stay in use, and it is
 * retried.
 */
function optimizerStatus({ damage, upkeep }: Collection): CollectionInfo["optimizer_status"] {
  if (damage) return { error: damage.reason };
  if (!upkeep.failure) return "ok";
  const known = upkeep.failure instanceof OutOfMemory ? upkeep.failure : fileFailureOf(upkeep.failure);
  const reason = known?.message ?? "the engine failed";
  return { error: `${reason} while segments were rebuilt; it is retried, searches and writes continue` };
}

/** Returns the parameters of the dense vectors and, if there are any, of the sparse ones. */
function vectorsOf(fields: CollectionConfig["vectors"]): object {
  const dense = denseFields(fields).map(({ name, id: _, ...params }) => [name, params] as const);
  const sparse = fields.flatMap(({ name, sparse: params }) => (params ? [[name, params] as const] : []));
  return {
    vectors: isUnnamed(fields) ? dense[0]![1] : Object.fromEntries(dense),
    ...(sparse.length > 0 && { sparse_vectors: Object.fromEntries(sparse) }),
  };
}
