// Counts the sparse vectors of a segment that have an index.
import type { TermStatistics } from "../../engine/sparse-types.ts";
import type { Bits } from "../slots/bits.ts";
import { sparseOf } from "../vectors/sparse-index.ts";
import type { SegmentField } from "./segment-field.ts";

/**
 * Returns the statistics of the indices. A segment that lacks the vector, or one of another kind that took the name
 * meanwhile, has none.
 * @param within the slots that count; null: all live ones
 */
export async function statisticsOf(
  field: SegmentField | undefined,
  indices: Uint32Array,
  within: Bits | null,
): Promise<TermStatistics> {
  const index = field ? sparseOf(field.index) : null;
  return index?.statistics(indices, within) ?? { vectors: 0, frequencies: new Uint32Array(indices.length) };
}
