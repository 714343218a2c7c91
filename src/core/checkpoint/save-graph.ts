// Writes the graphs of a segment, before anything else that a checkpoint saves of it.
// The decision: a graph takes no further slots from the capture until it is copied, so the copy never contains a slot
// that is not saved with it. Searches compare the slots that are written meanwhile one by one. Graphs are copied in
// memory, all of them before the first is written, so this time is short. If there is no memory for all copies at
// once, the copies made so far are written before the next one is made. A graph is written again when it has grown by
// an eighth; slots that a saved graph lacks are indexed after a restart.
import type { SavedGraph } from "../../storage/manifest.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { IndexCopy } from "../vectors/vector-index.ts";
import type { CapturedSegment, SaveParts } from "./save-parts.ts";

export interface SavedGraphs {
  /** The saved graph of each captured vector; null: it has none. */
  readonly graphs: readonly (SavedGraph | null)[];
  /** The number of graphs that were not written because there was no memory for a copy. */
  readonly skipped: number;
}

/** Keeps new slots out of the graphs of a segment. It is called in the same turn as the capture. */
export function limitGraphs({ vectors, ids }: CollectionSegment): void {
  // A segment that is dropped meanwhile is not saved, so the error has no effect.
  for (const { index } of vectors.all) index.limitGraph(ids.slots).catch(() => {});
}

export function releaseGraphs({ vectors }: CollectionSegment): void {
  for (const { index } of vectors.all) index.limitGraph(null).catch(() => {});
}

/** Copies and writes the graphs; each takes new slots again as soon as it is copied. */
export async function saveGraphs(
  parts: SaveParts,
  { segment, fields }: CapturedSegment,
): Promise<SavedGraphs> {
  const { engine, final } = parts;
  const graphs = fields.map(({ column }) => segment.saved?.fields[column]?.graph ?? null);
  const copies = new Map<number, IndexCopy>();
  const writeGraphs = async () => {
    for (const [i, copy] of copies) {
      copies.delete(i);
      graphs[i] = await writeGraph(parts, segment, fields[i]!.field.id, copy);
    }
  };
  let skipped = 0;
  try {
    for (const [i, { index }] of fields.entries()) {
      let copy = await index.copy(graphs[i]!, final);
      if (copy === null && copies.size > 0) {
        await writeGraphs();
        copy = await index.copy(graphs[i]!, final);
      }
      await index.limitGraph(null);
      if (copy === null) skipped++;
      else if (copy.parts.length > 0) copies.set(i, copy);
    }
    await writeGraphs();
  } finally {
    for (const copy of copies.values()) engine.noteGarbage(bytesOf(copy));
  }
  return { graphs, skipped };
}

/** Writes a copy. Its memory is released whether that succeeds or not. */
async function writeGraph(
  { engine, checkpoints, number }: SaveParts,
  { directory }: CollectionSegment,
  id: number,
  copy: IndexCopy,
): Promise<SavedGraph> {
  try {
    const file = `${directory}/graph-${id}-${number}.bin`;
    return { file, ...(await checkpoints.writeFile(file, copy.parts)), indexed: copy.indexed };
  } finally {
    engine.noteGarbage(bytesOf(copy));
  }
}

function bytesOf({ parts }: IndexCopy): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
