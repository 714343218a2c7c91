// The settings that a saved segment was built with. The configuration may have changed since; the segment is then
// rebuilt in the background and searched as it is until then, also after a restart.
// The decision: a record has only the settings that a segment cannot change; all others are the collection's current
// ones.
import type { Encoding } from "../../engine/abi.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { RecallTable } from "../recall/recall-table.ts";
import type { FieldConfig } from "./collection-config.ts";
import type { Probed } from "./probe-result.ts";

/** A vector field of a segment, with the last measurements of its walks. */
interface Built {
  readonly field: FieldConfig;
  readonly probed: Probed | null;
  readonly recall: RecallTable | null;
}

interface BuildRecord {
  readonly m: number;
  readonly ef_construct: number;
  readonly encoding: Encoding;
  readonly on_disk: boolean;
  /** The recall of walks on the configured codes, for which these codes were given up. */
  readonly on_rows?: number;
  /** The encoding on which these walks had too low a recall. */
  readonly given_up?: Encoding;
  /** The last measurement of the walks. */
  readonly probed?: Probed;
  /** Their recall by ef. */
  readonly recall?: RecallTable;
}

export function buildRecordOf({ field, probed, recall }: Built): BuildRecord {
  const { hnsw, encoding, onDisk, onRows, givenUp } = field;
  const made = { m: hnsw.m, ef_construct: hnsw.ef_construct, encoding, on_disk: onDisk };
  return {
    ...made,
    ...(onRows !== undefined && { on_rows: onRows, given_up: givenUp }),
    ...(probed && { probed }),
    ...(recall && { recall }),
  };
}

/** Returns the measurement that was saved with the field, or null. */
export function probedOf({ made }: SavedField): Probed | null {
  return (made as BuildRecord | undefined)?.probed ?? null;
}

/** Returns the recall by ef that was saved with the field, or null. */
export function recallOf({ made }: SavedField): RecallTable | null {
  return (made as BuildRecord | undefined)?.recall ?? null;
}

/**
 * Returns the recall of each vector field whose codes were given up, or were about to be, by vector name. Results for
 * codes other than the configured ones are ignored.
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

/**
 * Returns the fields of the saved segment by column, with its settings; null: the vector was removed. A segment that
 * was saved before configurations could change has no record; its fields keep the configured settings.
 */
export function fieldsAsBuilt(
  fields: readonly FieldConfig[],
  saved: readonly SavedField[],
): (FieldConfig | null)[] {
  return saved.map((column, position) => {
    const field = fields.find(({ id }) => id === (column.id ?? position));
    if (column.removed || !field) return null;
    const made = column.made as BuildRecord | undefined;
    if (made === undefined) return field;
    const { m, ef_construct, encoding, on_disk } = made;
    return { ...field, encoding, onDisk: on_disk, hnsw: { ...field.hnsw, m, ef_construct } };
  });
}
