// Reserves memory in the indexes of a segment for vectors that differ in size.
import type { FieldBytes } from "../record/field-bytes.ts";
import type { CollectionSegment } from "./segment.ts";

/** Reserves memory for all of them, or for none. @throws OutOfMemory, SegmentFull */
export async function reserveBytes(segment: CollectionSegment, fields: readonly FieldBytes[]): Promise<void> {
  for (const [i, { name, bytes }] of fields.entries()) {
    try {
      await indexOf(segment, name)?.reserveBytes?.(bytes);
    } catch (error) {
      releaseBytes(segment, fields.slice(0, i));
      throw error;
    }
  }
}

/** Gives up such a reservation. */
export function releaseBytes(segment: CollectionSegment, fields: readonly FieldBytes[]): void {
  for (const { name, bytes } of fields) indexOf(segment, name)?.releaseBytes?.(bytes);
}

/** Returns the index of a field; undefined in a segment that was begun before there was the field. */
function indexOf({ vectors }: CollectionSegment, name: string) {
  return vectors.all.find(({ field }) => field.name === name)?.index;
}
