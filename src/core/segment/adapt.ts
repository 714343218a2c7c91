// Adapts segments to a changed configuration, without a rebuild.
import type { FieldConfig } from "../config/collection-config.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import type { CollectionSegment } from "./segment.ts";

/**
 * Applies the settings that need no rebuild, and takes out the vectors that are not among the fields.
 * @returns their indexes, which running reads may still use
 */
export async function adapt(
  segments: readonly CollectionSegment[],
  fields: readonly FieldConfig[],
): Promise<VectorIndex[]> {
  const removed: VectorIndex[] = [];
  for (const segment of segments) {
    removed.push(...segment.vectors.retain(fields, segment.ids.slots, () => segment.deadSlots()));
    await segment.vectors.tune(fields);
  }
  return removed;
}
