// How far the index of a collection is.
import type { Segments } from "../segment/segments.ts";
import type { Reached } from "../vectors/vector-index.ts";
import type { Upkeep } from "./upkeep.ts";

/** How far the index is. */
export interface IndexState {
  /** Vectors in the index, those of points that are deleted or overwritten left out as far as they are known. */
  readonly indexed: number;
  readonly segments: number;
  /** Vectors are being indexed or segments made anew, or it is due. */
  readonly busy: boolean;
  /** By the name of the vector: nodes of its graphs that nothing led to. */
  readonly reached: ReadonlyMap<string, Reached>;
}

interface Indexed {
  readonly segments: Segments;
  readonly upkeep: Upkeep;
}

/** Never fails: what an engine that is gone had in its index is nothing. */
export async function indexStateOf({ segments, upkeep }: Indexed): Promise<IndexState> {
  const asked = Promise.resolve(segments.gather((segment) => segment.vectors.indexState()));
  const answers = await asked.catch(() => []);
  return {
    segments: segments.all.length,
    // A graph keeps the places of dead points until its segment is made anew; they are no vectors of anybody.
    indexed: Math.min(
      segments.all.reduce((sum, { vectors }) => sum + vectors.live, 0),
      answers.reduce((sum, { answer, segment }) => sum + Math.min(answer.indexed, segment.vectors.live), 0),
    ),
    busy: upkeep.busy || answers.some(({ answer }) => answer.busy),
    reached: addedUp(answers.map(({ answer }) => answer.reached)),
  };
}

function addedUp(all: readonly ReadonlyMap<string, Reached>[]): ReadonlyMap<string, Reached> {
  const sums = new Map<string, Reached>();
  for (const [name, { relinked, unreachable }] of all.flatMap((one) => [...one])) {
    const sum = sums.get(name) ?? { relinked: 0, unreachable: 0 };
    sums.set(name, { relinked: sum.relinked + relinked, unreachable: sum.unreachable + unreachable });
  }
  return sums;
}

/** Whether the index of any of them is busy. */
export async function anyBusy(
  collections: readonly { indexState(): Promise<IndexState> }[],
): Promise<boolean> {
  for (const collection of collections) if ((await collection.indexState()).busy) return true;
  return false;
}
