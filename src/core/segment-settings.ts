// How large segments become, and when they are made anew.
// The decision: the limit is counted in slots, worked out once from the bytes that a slot takes in the engine. It is an
// estimate with a margin: should a memory end before, the engine says so and the next segment is begun.
import type { CollectionConfig } from "./operation.ts";

export interface SegmentSettings {
  /** What the vectors of one name may take in one segment. */
  readonly maxSegmentBytes: number;
  /** The share of dead slots from which a segment is made anew. */
  readonly deletedThreshold: number;
  /** Segments with fewer slots are left as they are. */
  readonly vacuumMinSlots: number;
  /** More segments than this beyond those that the points need are merged. */
  readonly spareSegments: number;
}

/** A memory has 4 GiB; an eighth is kept for scratch space, the upper levels of the graph, and what chunks leave over. */
const MEMORY_BYTES = 2 ** 32;
const USABLE_BYTES = (MEMORY_BYTES / 8) * 7;

export const DEFAULT_SETTINGS: SegmentSettings = {
  maxSegmentBytes: USABLE_BYTES,
  deletedThreshold: 0.2,
  vacuumMinSlots: 1000,
  spareSegments: 4,
};

/** Dead bits, marks of what a search has seen, and the like. */
const BYTES_BESIDE = 16;
const CODE_TRAILER_BYTES = 16;
const LINK_BYTES = 4;
const ROW_ALIGNMENT = 16;
const LINK_ALIGNMENT = 64;

/** The most slots of a segment: what fits for the vectors that need the most. At least one. */
export function maxSlots({ vectors, hnsw_config }: CollectionConfig, { maxSegmentBytes }: SegmentSettings) {
  const usable = Math.min(maxSegmentBytes, USABLE_BYTES);
  const largest = Math.max(...vectors.map(({ size }) => size), 1);
  return Math.max(1, Math.floor(usable / bytesPerSlot(largest, hnsw_config.m)));
}

/** The row, its code, twice `m` links of the lowest level. */
export function bytesPerSlot(dimension: number, m: number): number {
  const row = roundUp(dimension * 4, ROW_ALIGNMENT);
  const links = roundUp(2 * m * LINK_BYTES, LINK_ALIGNMENT);
  return row + dimension + CODE_TRAILER_BYTES + links + BYTES_BESIDE;
}

const roundUp = (bytes: number, step: number) => Math.ceil(bytes / step) * step;
