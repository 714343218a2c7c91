// What a saved segment was made for: a configuration may have changed since, and then the segment is made anew in the
// background; until then it is searched as it is, after a restart likewise.
// The decision: only what a segment cannot change is noted; everything else is as the collection has it now.
import type { Encoding } from "../../engine/abi.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { FieldConfig } from "./collection-config.ts";
import type { Probed } from "./probe-result.ts";

/** A vector field of a segment, with what was measured of its walks. */
interface Built {
  readonly field: FieldConfig;
  readonly probed: Probed | null;
}

interface BuildRecord {
  readonly m: number;
  readonly ef_construct: number;
  readonly encoding: Encoding;
  readonly on_disk: boolean;
  /** Codes are configured, and were given up because walks on them found so little. */
  readonly on_rows?: number;
  /** Those that were. */
  readonly given_up?: Encoding;
  /** What was last measured of its walks. */
  readonly probed?: Probed;
}

export function buildRecordOf({ field, probed }: Built): BuildRecord {
  const { hnsw, encoding, onDisk, onRows, givenUp } = field;
  const made = { m: hnsw.m, ef_construct: hnsw.ef_construct, encoding, on_disk: onDisk };
  return {
    ...made,
    ...(onRows !== undefined && { on_rows: onRows, given_up: givenUp }),
    ...(probed && { probed }),
  };
}

/** What was measured of its walks before it was saved. */
export function probedOf({ made }: SavedField): Probed | null {
  return (made as BuildRecord | undefined)?.probed ?? null;
}

/**
 * The vectors whose codes were given up, or were about to be, with what walks on them found. What was found of other codes
 * than are configured by now does not count.
 */
export function recallsOnRows(
  saved: readonly (readonly SavedField[])[],
  configured: readonly FieldConfig[],
): Map<string, number> {
  const recalls = new Map<string, number>();
  for (const { name, made } of saved.flat()) {
    if (made === undefined) continue;
    const { encoding, on_rows, given_up = encoding, probed } = made as BuildRecord;
    const recall = on_rows ?? (probed?.fails ? probed.recall : undefined);
    const isConfigured = configured.some((field) => field.name === name && field.encoding === given_up);
    if (recall !== undefined && isConfigured) recalls.set(name, recall);
  }
  return recalls;
}

/** The vectors as the segment has them. What was saved before a configuration could change says nothing. */
export function fieldsAsBuilt(fields: readonly FieldConfig[], saved: readonly SavedField[]): FieldConfig[] {
  return fields.map((field, i) => {
    const made = saved[i]?.made as BuildRecord | undefined;
    if (made === undefined) return field;
    const { m, ef_construct, encoding, on_disk } = made;
    return { ...field, encoding, onDisk: on_disk, hnsw: { ...field.hnsw, m, ef_construct } };
  });
}
