// Writes the payload indexes of a segment, the last of what a checkpoint saves of it.
// The decision: a saved index stays of use while slots are added and payloads are replaced: a start reads the payloads
// of these slots alone. So an index is written again only when the new file would have an eighth of all slots more than
// the last one, at a stop a 64th more: an import writes at most nine times the last file over time, and a checkpoint of
// one changed payload writes none. Indexes are written in slices while writes go on, through a buffer of some
// megabytes. They can be made again, so a checkpoint is taken without those that cannot be written, or for whose buffer
// there is no memory.
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { NO_BYTES } from "../../storage/data-file.ts";
import type { SavedIndex } from "../../storage/manifest.ts";
import { BlockWriter } from "../formats/blocks.ts";
import { CHANGE_BYTES } from "../formats/change-records.ts";
import type { FieldEntry } from "../index/field-entry.ts";
import { definitionOf, INDEX_VERSION, saveIndex } from "../index/index-file.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { CapturedSegment, SaveParts } from "./save-parts.ts";

interface SavedIndexes {
  readonly indexes: readonly SavedIndex[];
  /** Sentences about indexes that could not be written. */
  readonly faults: readonly string[];
}

/** The share of all slots that a new file must have more than the one before, and that at a stop. */
const GAIN = 1 / 8;
const FINAL_GAIN = 1 / 64;
/** The bytes that are written and synced at once. The last block of a batch may end behind them. */
const BATCH_BYTES = 4 * 2 ** 20;
const BUFFER_BYTES = BATCH_BYTES + 2 ** 20;

/** Whether a payload index has so many slots more than its file that a stop writes it. */
export function indexesHaveGrown(segment: CollectionSegment): boolean {
  const { slots } = segment.ids;
  const changes = segment.saved?.changes?.bytes ?? 0;
  return [...segment.indexes.all].some(([path, entry]) =>
    isDue(entry, slots, savedOf(segment, path, entry), changes, true),
  );
}

/** Writes the indexes that are due. @param changes the length of the file of changes in bytes, at the capture */
export async function saveIndexes(
  parts: SaveParts,
  captured: CapturedSegment,
  changes: number,
): Promise<SavedIndexes> {
  const { engine, final } = parts;
  const { segment, slots } = captured;
  const indexes: SavedIndex[] = [];
  const faults: string[] = [];
  for (const [path, entry] of segment.indexes.all) {
    const before = savedOf(segment, path, entry);
    const buffer = Math.min(BUFFER_BYTES, entry.bytes);
    let saved: SavedIndex | null = null;
    if (isDue(entry, slots, before, changes, final) && engine.memory.reserveSpare(buffer)) {
      try {
        const position = indexes.length;
        saved = await writeIndex(parts, captured, { path, entry, changes, position, buffer });
      } catch (error) {
        faults.push(`the payload index of ${path} could not be saved: ${(error as Error).message}`);
      } finally {
        engine.noteGarbage(buffer);
      }
    }
    if (saved ?? before) indexes.push((saved ?? before)!);
  }
  return { indexes, faults };
}

interface IndexToWrite {
  readonly path: string;
  readonly entry: FieldEntry;
  readonly changes: number;
  /** Its number among the indexes of the segment, which is part of the name of the file. */
  readonly position: number;
  /** The size of the buffer in bytes. */
  readonly buffer: number;
}

async function writeIndex(
  { checkpoints, number }: SaveParts,
  { segment, slots, touched }: CapturedSegment,
  { path, entry, changes, position, buffer }: IndexToWrite,
): Promise<SavedIndex> {
  const file = `${segment.directory}/index-${position}-${number}.bin`;
  const out = new BlockWriter(buffer);
  let sums = NO_BYTES;
  const lacking = await written(saveIndex(entry, out, slots, touched), out, async (batch) => {
    sums = await checkpoints.append(file, sums, batch);
  });
  const about = { path, made: definitionOf(entry.field), version: INDEX_VERSION };
  return { ...about, slots, lacking, changes, memory: entry.bytes, file, ...sums };
}

/** Does the work slice by slice, and passes on what it has written a batch at a time. */
async function written<T>(
  work: Sliced<T>,
  out: BlockWriter,
  write: (batch: Uint8Array[]) => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = work.next();
    if (out.pending >= BATCH_BYTES || (step.done && out.pending > 0)) await write(out.take());
    if (step.done) return step.value;
    if (isSliceOver()) await pause();
  }
}

/** Returns the file of the index in the last checkpoint, if it was made for the same definition. */
function savedOf({ saved }: CollectionSegment, path: string, { field }: FieldEntry): SavedIndex | null {
  return saved?.indexes.find((index) => index.path === path && isFor(index, field)) ?? null;
}

/** Whether a saved index is one of this definition, in a layout that can be read. */
export function isFor({ made, version }: SavedIndex, field: FieldEntry["field"]): boolean {
  return version === INDEX_VERSION && JSON.stringify(made) === JSON.stringify(definitionOf(field));
}

function isDue(
  { lacking }: FieldEntry,
  slots: number,
  saved: SavedIndex | null,
  changes: number,
  final: boolean,
): boolean {
  const replaced = saved === null ? 0 : (changes - saved.changes) / CHANGE_BYTES;
  const has = saved === null ? 0 : Math.max(0, saved.slots - saved.lacking - replaced);
  return slots - lacking - has > slots * (final ? FINAL_GAIN : GAIN);
}
