// Writes the graphs of a segment: before all else that a checkpoint saves of it.
// The decision: from the moment of capture until its copy is made a graph takes no further slots, so that it never covers
// more than what is saved with it; slots written meanwhile are compared one by one. The copy is made at the speed of memory
// and comes first, those of all vectors before any of them is written, so that moment is short. Where there is no memory for
// all copies at once, those that were made are written before the next one is made. A graph is written again when it has
// grown by an eighth: an older one is good, too, and the slots that it lacks are indexed after a restart.
import type { Engine } from "../../engine/engine.ts";
import type { SegmentHandle } from "../../engine/types.ts";
import { OutOfMemory } from "../../errors/failures.ts";
import type { SavedGraph } from "../../storage/manifest.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { CapturedSegment, SaveParts } from "./save-segment.ts";

/** A graph that has grown by less is not written again. */
const GRAPH_GROWTH = 9 / 8;

export interface SavedGraphs {
  /** For each vector; null: it has none. */
  readonly graphs: readonly (SavedGraph | null)[];
  /** How many should have been written and were not, because there was no memory for a copy. */
  readonly skipped: number;
}

/** From now on the graphs cover nothing beyond the slots there are. To be called at the moment of capture. */
export function holdGraphs(engine: Engine, { vectors, ids }: CollectionSegment): void {
  for (const { handle } of vectors.all) {
    // Of a segment that goes meanwhile nothing is saved.
    if (handle !== null) engine.holdIndex(handle, ids.slots).catch(() => {});
  }
}

export function releaseGraphs(engine: Engine, { vectors }: CollectionSegment): void {
  for (const { handle } of vectors.all) {
    if (handle !== null) engine.holdIndex(handle, null).catch(() => {});
  }
}

/** Lets each graph go on as soon as it is copied. */
export async function saveGraphs(parts: SaveParts, { segment }: CapturedSegment): Promise<SavedGraphs> {
  const { engine } = parts;
  const graphs = segment.vectors.all.map((_, i) => segment.saved?.fields[i]?.graph ?? null);
  const copies = new Map<number, Copy>();
  const placeAll = async () => {
    for (const [i, copy] of copies) {
      copies.delete(i);
      graphs[i] = await place(parts, segment, i, copy);
    }
  };
  let skipped = 0;
  try {
    for (const [i, { handle }] of segment.vectors.all.entries()) {
      if (handle === null) continue;
      let copy = await copyOf(parts, handle, graphs[i]!);
      if (copy === null && copies.size > 0) {
        await placeAll();
        copy = await copyOf(parts, handle, graphs[i]!);
      }
      await engine.holdIndex(handle, null);
      if (copy === null) skipped++;
      else if (copy.bytes.length > 0) copies.set(i, copy);
    }
    await placeAll();
  } finally {
    for (const copy of copies.values()) engine.noteGarbage(bytesOf(copy));
  }
  return { graphs, skipped };
}

interface Copy {
  readonly bytes: readonly Uint8Array[];
  readonly indexed: number;
}

const NO_COPY: Copy = { bytes: [], indexed: 0 };

/** Null: there is no memory for it. What is saved otherwise is worth having. */
async function copyOf(
  { engine, final }: SaveParts,
  handle: SegmentHandle,
  before: SavedGraph | null,
): Promise<Copy | null> {
  const { indexed } = await engine.stats(handle);
  const had = before?.indexed ?? 0;
  if (final ? indexed <= had : indexed === 0 || indexed < had * GRAPH_GROWTH) return NO_COPY;
  try {
    return { bytes: await engine.graph(handle), indexed };
  } catch (error) {
    if (error instanceof OutOfMemory) return null;
    throw error;
  }
}

/** Gives the memory of the copy back, whether it could be written or not. */
async function place(
  { engine, checkpoints, number }: SaveParts,
  { directory }: CollectionSegment,
  i: number,
  copy: Copy,
): Promise<SavedGraph> {
  try {
    const file = `${directory}/graph-${i}-${number}.bin`;
    return { file, ...(await checkpoints.place(file, copy.bytes)), indexed: copy.indexed };
  } finally {
    engine.noteGarbage(bytesOf(copy));
  }
}

function bytesOf({ bytes }: Copy): number {
  return bytes.reduce((sum, { length }) => sum + length, 0);
}
