// Writes the graphs of a segment: before all else that a checkpoint saves of it.
// The decision: from the moment of capture until its copy is made a graph takes no further slots, so that it never covers
// more than what is saved with it; slots written meanwhile are compared one by one. The copy is made at the speed of memory
// and comes first, so that moment is short. A graph is written again when it has grown by an eighth: an older one is good,
// too, and the slots that it lacks are indexed after a restart.
import type { Engine } from "../../engine/engine.ts";
import { OutOfMemory } from "../../errors.ts";
import type { SavedGraph } from "../../storage/manifest.ts";
import type { Segment } from "../segment.ts";
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
export function holdGraphs(engine: Engine, { vectors, ids }: Segment): void {
  for (const { handle } of vectors.all) {
    // Of a segment that goes meanwhile nothing is saved.
    if (handle !== null) engine.holdIndex(handle, ids.slots).catch(() => {});
  }
}

export function releaseGraphs(engine: Engine, { vectors }: Segment): void {
  for (const { handle } of vectors.all) {
    if (handle !== null) engine.holdIndex(handle, null).catch(() => {});
  }
}

/** Lets the graphs go on as soon as they are copied. */
export async function saveGraphs(parts: SaveParts, { segment }: CapturedSegment): Promise<SavedGraphs> {
  const graphs: (SavedGraph | null)[] = [];
  let skipped = 0;
  for (const [i] of segment.vectors.all.entries()) {
    const before = segment.saved?.fields[i]?.graph ?? null;
    const copy = await copyOf(parts, segment, i, before);
    if (copy === null) skipped++;
    graphs.push(copy === null || copy.bytes.length === 0 ? before : await place(parts, segment, i, copy));
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
  segment: Segment,
  i: number,
  before: SavedGraph | null,
): Promise<Copy | null> {
  const { handle } = segment.vectors.all[i]!;
  if (handle === null) return NO_COPY;
  try {
    const { indexed } = await engine.stats(handle);
    const had = before?.indexed ?? 0;
    if (final ? indexed <= had : indexed === 0 || indexed < had * GRAPH_GROWTH) return NO_COPY;
    return { bytes: await engine.graph(handle), indexed };
  } catch (error) {
    if (error instanceof OutOfMemory) return null;
    throw error;
  } finally {
    await engine.holdIndex(handle, null);
  }
}

async function place(
  { engine, checkpoints, number }: SaveParts,
  { directory }: Segment,
  i: number,
  { bytes, indexed }: Copy,
): Promise<SavedGraph> {
  try {
    const file = `${directory}/graph-${i}-${number}.bin`;
    return { file, ...(await checkpoints.place(file, bytes)), indexed };
  } finally {
    engine.noteGarbage(bytes.reduce((sum, { length }) => sum + length, 0));
  }
}
