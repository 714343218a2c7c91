// Reads the payload indexes that a checkpoint saved of a segment.
// The decision: an index that does not fit, or whose file is damaged, is left out and built from the payloads in the
// background, like one that was never saved. If there is no memory for it now, its file is kept for the next start.
import type { Engine } from "../../engine/engine.ts";
import { DamagedFile } from "../../errors/failures.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { SavedIndex } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import { slotsChangedFrom } from "../formats/change-records.ts";
import { loadIndex } from "../index/index-file.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { isFor } from "./save-index.ts";

interface IndexSource {
  readonly memory: Engine["memory"];
  readonly noteGarbage: (bytes: number) => void;
  /** Reads a file, all of it. @throws DamagedFile */
  readonly read: (file: SavedFile) => Promise<Uint8Array>;
  /** The changes of payloads, as records; empty: there are none. */
  readonly changes: Uint8Array;
  /** Receives a sentence about each damaged file. */
  readonly onFault: (text: string) => void;
}

/** Loads the saved indexes of a segment that has been restored. */
export async function loadIndexes(segment: CollectionSegment, source: IndexSource): Promise<void> {
  const saved = segment.saved!;
  const kept: SavedIndex[] = [];
  for (const index of saved.indexes) {
    const field = segment.indexed.get(index.path);
    if (field === null || !isFor(index, field)) continue;
    try {
      await loadOne(segment, index, source);
      kept.push(index);
    } catch (error) {
      // Whatever is wrong with the file, all of its content can be made again.
      const cause = error as Error;
      const reason = cause instanceof DamagedFile ? cause.damage : `file ${index.file}: ${cause.message}`;
      source.onFault(`${reason}; the payload index of ${index.path} is built again`);
    }
  }
  segment.saved = { ...saved, indexes: kept };
}

async function loadOne(
  segment: CollectionSegment,
  index: SavedIndex,
  { memory, noteGarbage, read, changes }: IndexSource,
): Promise<void> {
  if (!memory.reserveSpare(index.bytes + index.memory)) return;
  try {
    const bytes = await read(index);
    const changed = slotsChangedFrom(changes, index.changes);
    const field = segment.indexed.get(index.path)!;
    const from = { bytes, saved: index.slots, slots: segment.ids.slots, changed };
    segment.indexes.install(index.path, await runInSlices(loadIndex(field, from)));
  } finally {
    memory.release(index.memory);
    noteGarbage(index.bytes);
  }
}
