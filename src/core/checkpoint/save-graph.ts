// Writes the graphs of a segment: before all else that a checkpoint saves of it.
// The decision: from the moment of capture until its copy is made a graph takes no further slots, so that it never covers
// more than what is saved with it; slots written meanwhile are compared one by one. The copy is made at the speed of memory
// and comes first, those of all vectors before any of them is written, so that moment is short. Where there is no memory for
// all copies at once, those that were made are written before the next one is made. A graph is written again when it has
// grown by an eighth: an older one is good, too, and the slots that it lacks are indexed after a restart.
import type { SavedGraph } from "../../storage/manifest.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { IndexCopy } from "../vectors/vector-index.ts";
import type { CapturedSegment, SaveParts } from "./save-segment.ts";

export interface SavedGraphs {
  /** For each vector; null: it has none. */
  readonly graphs: readonly (SavedGraph | null)[];
  /** How many should have been written and were not, because there was no memory for a copy. */
  readonly skipped: number;
}

/** From now on the graphs cover nothing beyond the slots there are. To be called at the moment of capture. */
export function holdGraphs({ vectors, ids }: CollectionSegment): void {
  // Of a segment that goes meanwhile nothing is saved.
  for (const { index } of vectors.all) index.freeze(ids.slots).catch(() => {});
}

export function releaseGraphs({ vectors }: CollectionSegment): void {
  for (const { index } of vectors.all) index.freeze(null).catch(() => {});
}

/** Lets each graph go on as soon as it is copied. */
export async function saveGraphs(parts: SaveParts, { segment }: CapturedSegment): Promise<SavedGraphs> {
  const { engine, final } = parts;
  const graphs = segment.vectors.all.map((_, i) => segment.saved?.fields[i]?.graph ?? null);
  const copies = new Map<number, IndexCopy>();
  const placeAll = async () => {
    for (const [i, copy] of copies) {
      copies.delete(i);
      graphs[i] = await place(parts, segment, i, copy);
    }
  };
  let skipped = 0;
  try {
    for (const [i, { index }] of segment.vectors.all.entries()) {
      let copy = await index.copy(graphs[i]!, final);
      if (copy === null && copies.size > 0) {
        await placeAll();
        copy = await index.copy(graphs[i]!, final);
      }
      await index.freeze(null);
      if (copy === null) skipped++;
      else if (copy.parts.length > 0) copies.set(i, copy);
    }
    await placeAll();
  } finally {
    for (const copy of copies.values()) engine.noteGarbage(bytesOf(copy));
  }
  return { graphs, skipped };
}

/** Gives the memory of the copy back, whether it could be written or not. */
async function place(
  { engine, checkpoints, number }: SaveParts,
  { directory }: CollectionSegment,
  i: number,
  copy: IndexCopy,
): Promise<SavedGraph> {
  try {
    const file = `${directory}/graph-${i}-${number}.bin`;
    return { file, ...(await checkpoints.place(file, copy.parts)), indexed: copy.indexed };
  } finally {
    engine.noteGarbage(bytesOf(copy));
  }
}

function bytesOf({ parts }: IndexCopy): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
