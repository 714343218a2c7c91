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

interface RestoredFields {
  /** The number of vectors, without those of dead slots. */
  readonly vectors: number;
  /** By column the files that are still valid. */
  readonly files: SavedField[];
}

/** @throws DamagedFile, OutOfMemory */
export async function restoreFields(
  all: readonly SegmentField[],
  { slots, fields, absent, dead, read, onFault }: SavedVectors,
): Promise<RestoredFields> {
  const files = [...fields];
  let vectors = 0;
  for (const found of all) {
    const lacking = absent[found.column]!;
    found.absent.restore(lacking);
    const unused = dead.map((word, w) => word | lacking[w]!);
    vectors += countBits(subtract(allBits(slots), unused));
    const before = fields[found.column]!;
    const { faults, saved } = await found.index.restore({ slots, dead: unused, saved: before, read });
    found.capacity = slots;
    for (const fault of faults) onFault(fault);
    files[found.column] = saved;
  }
  return { vectors, files };
}
