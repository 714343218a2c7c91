// How large the segments of a collection become, and when they are made anew.
// The decision: the limit is counted in slots, worked out once from the bytes that a slot takes in the engine. It is an
// estimate with a margin: should a memory end before, the engine says so and the next segment is begun.
import { MIN_SEGMENT_KB } from "../../schema/limits.ts";
import { type FieldConfig, fieldConfigs, staysOnDisk } from "./collection-config.ts";
import type { CollectionConfig } from "./types.ts";

export interface SegmentSettings {
  /** The most slots of a segment. */
  readonly maxSlots: number;
  /** The share of dead slots from which a segment is made anew. */
  readonly deletedThreshold: number;
  /** Segments with fewer slots are left as they are. */
  readonly vacuumMinSlots: number;
  /** More segments than this beyond those that the points need are merged. */
  readonly spareSegments: number;
}

/** The most slots where vectors are not what limits them: what a rebuild copies at a time has to end some day. */
const MOST_SLOTS = 2 ** 24;
/** A memory has 4 GiB; an eighth is kept for scratch space, the upper levels of the graph, and what chunks leave over. */
const MEMORY_BYTES = 2 ** 32;
const USABLE_BYTES = (MEMORY_BYTES / 8) * 7;
const SPARE_SEGMENTS = 4;

/** Dead bits, marks of what a search has seen, and the like. */
const BYTES_BESIDE = 16;
const CODE_TRAILER_BYTES = 16;
const BYTES_OF_F32 = 4;
const BYTES_OF_LINK = 4;
const BYTES_OF_KB = 1024;
const ROW_ALIGNMENT = 16;
const LINK_ALIGNMENT = 64;

/** What the collection's configuration says, and what differs from it. */
export function segmentSettings(
  config: CollectionConfig,
  different: Partial<SegmentSettings> = {},
): SegmentSettings {
  const { deleted_threshold, vacuum_min_vector_number, max_segment_size } = config.optimizer_config;
  const limits = fieldConfigs(config).map((field) => {
    const kilobytes = Math.max(max_segment_size ?? Number.POSITIVE_INFINITY, MIN_SEGMENT_KB);
    const wanted = (kilobytes * BYTES_OF_KB) / (field.size * BYTES_OF_F32);
    return Math.min(USABLE_BYTES / bytesPerSlot(field), wanted);
  });
  return {
    maxSlots: Math.max(1, Math.floor(Math.min(MOST_SLOTS, ...limits))),
    deletedThreshold: deleted_threshold,
    vacuumMinSlots: vacuum_min_vector_number,
    spareSegments: SPARE_SEGMENTS,
    ...different,
  };
}

/** The row unless it is in a file, its code, twice `m` links of the lowest level, for Dot in two lists. */
function bytesPerSlot(field: FieldConfig): number {
  const { size, hnsw } = field;
  const row = staysOnDisk(field) ? 0 : roundUp(size * BYTES_OF_F32, ROW_ALIGNMENT);
  const lists = field.distance === "Dot" ? 2 : 1;
  const links = lists * roundUp(2 * hnsw.m * BYTES_OF_LINK, LINK_ALIGNMENT);
  return row + size + lists * CODE_TRAILER_BYTES + links + BYTES_BESIDE;
}

const roundUp = (bytes: number, step: number) => Math.ceil(bytes / step) * step;
