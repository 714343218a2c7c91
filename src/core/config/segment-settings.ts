// The size of the segments of a collection, and when they are rebuilt.
// The decision: the limit is a number of slots, computed once from the bytes that a slot takes in the engine. It is an
// estimate with a margin: if a memory is full before, the engine reports it and the next segment is begun.
import { MIN_SEGMENT_KB } from "../../schema/limits.ts";
import { type FieldConfig, fieldConfigs, staysOnDisk } from "./collection-config.ts";
import { type CollectionConfig, SPARSE } from "./types.ts";

export interface SegmentSettings {
  readonly maxSlots: number;
  /** The share of deleted slots above which a segment is rebuilt. */
  readonly deletedThreshold: number;
  /** Segments with fewer slots are not rebuilt because of deleted slots. */
  readonly vacuumMinSlots: number;
  /** Segments are merged if there are more than this beyond those that the points need. */
  readonly spareSegments: number;
}

/** The maximum number of slots where vectors do not limit them: it bounds the time of a rebuild. */
const MAX_SLOTS = 2 ** 24;
/** A memory has 4 GiB; an eighth is kept for scratch space, upper levels of the graph, and unused parts of chunks. */
const MEMORY_BYTES = 2 ** 32;
const USABLE_BYTES = (MEMORY_BYTES / 8) * 7;
const SPARE_SEGMENTS = 4;

/** Bytes a slot for deleted bits, visited marks and the like. */
const MARK_BYTES = 16;
const CODE_TRAILER_BYTES = 16;
export const BYTES_OF_F32 = 4;
const BYTES_OF_LINK = 4;
export const BYTES_OF_KB = 1024;
const ROW_ALIGNMENT = 16;
const LINK_ALIGNMENT = 64;

/**
 * Returns the settings of the collection's configuration.
 * @param overrides settings that replace those of the configuration
 */
export function segmentSettings(
  config: CollectionConfig,
  overrides: Partial<SegmentSettings> = {},
): SegmentSettings {
  const { deleted_threshold, vacuum_min_vector_number, max_segment_size } = config.optimizer_config;
  const limits = fieldConfigs(config).map((field) => {
    // The size of sparse vectors is not known before: a segment that is full refuses a write before it is logged.
    if (field.kind === SPARSE) return MAX_SLOTS;
    const kilobytes = Math.max(max_segment_size ?? Number.POSITIVE_INFINITY, MIN_SEGMENT_KB);
    const requested = (kilobytes * BYTES_OF_KB) / (field.size * BYTES_OF_F32);
    return Math.min(USABLE_BYTES / bytesPerSlot(field), requested);
  });
  return {
    maxSlots: Math.max(1, Math.floor(Math.min(MAX_SLOTS, ...limits))),
    deletedThreshold: deleted_threshold,
    vacuumMinSlots: vacuum_min_vector_number,
    spareSegments: SPARE_SEGMENTS,
    ...overrides,
  };
}

/** Returns the bytes of a row (unless it is in a file), its code, and 2 `m` links of level 0, which Dot has twice. */
function bytesPerSlot(field: FieldConfig): number {
  const { size, hnsw } = field;
  const row = staysOnDisk(field) ? 0 : roundUp(size * BYTES_OF_F32, ROW_ALIGNMENT);
  const lists = field.distance === "Dot" ? 2 : 1;
  const links = lists * roundUp(2 * hnsw.m * BYTES_OF_LINK, LINK_ALIGNMENT);
  return row + size + lists * CODE_TRAILER_BYTES + links + MARK_BYTES;
}

const roundUp = (bytes: number, step: number) => Math.ceil(bytes / step) * step;
