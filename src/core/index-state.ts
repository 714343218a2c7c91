// How far the index of a collection is.
import type { Collection } from "./collection.ts";

/** How far the index is. */
export interface IndexState {
  /** Vectors in the index. */
  readonly indexed: number;
  readonly segments: number;
  /** Vectors are being indexed or segments made anew, or it is due. */
  readonly busy: boolean;
}

/** Never fails: what an engine that is gone had in its index is nothing. */
export async function indexStateOf({
  segments,
  upkeep,
}: Pick<Collection, "segments" | "upkeep">): Promise<IndexState> {
  const answers = await segments.gather((segment) => segment.vectors.indexState()).catch(() => []);
  return {
    segments: segments.all.length,
    indexed: answers.reduce((sum, { answer }) => sum + answer.indexed, 0),
    busy: upkeep.busy || answers.some(({ answer }) => answer.busy),
  };
}

/** Whether the index of any of them is busy. */
export async function anyBusy(collections: readonly Collection[]): Promise<boolean> {
  for (const collection of collections) if ((await collection.indexState()).busy) return true;
  return false;
}
