// What a saved segment was made for: a configuration may have changed since, and then the segment is made anew in the
// background; until then it is searched as it is, after a restart likewise.
// The decision: only what a segment cannot change is noted; everything else is as the collection has it now.
import type { Encoding } from "../engine/abi.ts";
import type { SavedField } from "../storage/manifest.ts";
import type { FieldConfig } from "./collection-config.ts";

interface Made {
  readonly m: number;
  readonly ef_construct: number;
  readonly encoding: Encoding;
  readonly on_disk: boolean;
}

export function madeOf({ hnsw, encoding, onDisk }: FieldConfig): Made {
  return { m: hnsw.m, ef_construct: hnsw.ef_construct, encoding, on_disk: onDisk };
}

/** The vectors as the segment has them. What was saved before a configuration could change says nothing. */
export function madeFor(fields: readonly FieldConfig[], saved: readonly SavedField[]): FieldConfig[] {
  return fields.map((field, i) => {
    const made = saved[i]?.made as Made | undefined;
    if (made === undefined) return field;
    const { m, ef_construct, encoding, on_disk } = made;
    return { ...field, encoding, onDisk: on_disk, hnsw: { ...field.hnsw, m, ef_construct } };
  });
}
