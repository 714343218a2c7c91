// Fills the vector indexes of a segment from the files of a checkpoint.
import type { SavedField } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import { allBits, countBits, subtract } from "../slots/bits.ts";
import type { SegmentField } from "./segment-field.ts";

export interface SavedVectors {
  readonly slots: number;
  /** In the order of the columns. */
  readonly fields: readonly SavedField[];
  /** For each column, bits of the slots that lack the vector. */
  readonly absent: readonly Uint32Array[];
  /** Bits of the dead slots. */
  readonly dead: Uint32Array;
  readonly read: (file: SavedFile) => Promise<Uint8Array>;
  /** Receives a text for each part that could not be used. */
  readonly onFault: (text: string) => void;
}

/**
 * @returns the number of live vectors, and the files that are still valid, by column; the next checkpoint appends to
 * them
 * @throws DamagedFile, OutOfMemory
 */
export async function restoreFields(
  fields: readonly SegmentField[],
  { slots, fields: saved, absent, dead, read, onFault }: SavedVectors,
): Promise<{ readonly live: number; readonly fields: SavedField[] }> {
  const valid = [...saved];
  let live = 0;
  for (const field of fields) {
    const lacking = absent[field.column]!;
    field.absent.restore(lacking);
    const unused = dead.map((word, w) => word | lacking[w]!);
    live += countBits(subtract(allBits(slots), unused));
    const restored = await field.index.restore({ slots, dead: unused, saved: saved[field.column]!, read });
    field.capacity = slots;
    for (const fault of restored.faults) onFault(fault);
    valid[field.column] = restored.saved;
  }
  return { live, fields: valid };
}
