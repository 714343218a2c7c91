// Reports how many vectors of a collection are indexed, and whether work on the index is left.
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import type { IndexWork, Reached } from "../vectors/vector-index.ts";
import type { Calibrator } from "./calibrator.ts";
import type { Upkeep } from "./upkeep.ts";

export interface IndexState {
  /** The number of live vectors in the index; an estimate while points are deleted or overwritten. */
  readonly indexed: number;
  readonly segments: number;
  /** Whether vectors are being indexed or segments rebuilt, or should be. */
  readonly busy: boolean;
  /** Counts, by vector name, of graph nodes that no link led to. */
  readonly reached: ReadonlyMap<string, Reached>;
  /** The work on all graphs of the collection, those of a rebuild included; null: none is under way. */
  readonly work: IndexWork | null;
}

interface Indexed {
  readonly segments: Segments;
  readonly upkeep: Upkeep;
}

/** Returns the state of the index. It never fails: an engine that has failed counts as empty. */
export async function indexStateOf({ segments, upkeep }: Indexed): Promise<IndexState> {
  const stateOf = ({ vectors, ids }: CollectionSegment) => vectors.indexState(ids.slots);
  const gathered = segments.reading(async () => segments.gather(stateOf));
  const results = await gathered.catch(() => []);
  const rebuilt = await Promise.all(upkeep.targets.map(stateOf)).catch(() => []);
  const work = [...results.map(({ result }) => result), ...rebuilt].flatMap((state) => state.work);
  return {
    segments: segments.all.length,
    // A graph keeps the nodes of dead points until its segment is rebuilt; they are not counted.
    indexed: Math.min(
      segments.all.reduce((sum, { vectors }) => sum + vectors.live, 0),
      results.reduce((sum, { result, segment }) => sum + Math.min(result.indexed, segment.vectors.live), 0),
    ),
    busy: upkeep.busy || results.some(({ result }) => result.busy),
    reached: addedUp(results.map(({ result }) => result.reached)),
    work: work.length === 0 ? null : work.reduce(joined),
  };
}

function joined(one: IndexWork, other: IndexWork): IndexWork {
  return {
    done: one.done + other.done,
    total: one.total + other.total,
    rate: one.rate + other.rate,
  };
}

function addedUp(all: readonly ReadonlyMap<string, Reached>[]): ReadonlyMap<string, Reached> {
  const sums = new Map<string, Reached>();
  for (const [name, { relinked, unreachable }] of all.flatMap((counts) => [...counts])) {
    const sum = sums.get(name) ?? { relinked: 0, unreachable: 0 };
    sums.set(name, { relinked: sum.relinked + relinked, unreachable: sum.unreachable + unreachable });
  }
  return sums;
}

interface Busy {
  readonly segments: Pick<Segments, "indexing">;
  readonly upkeep: { readonly calibrator: Pick<Calibrator, "isRunning"> };
  indexState(): Promise<IndexState>;
}

/** Returns whether any index is being built, of vectors or of payloads, or measured. */
export async function anyBusy(collections: readonly Busy[]): Promise<boolean> {
  for (const collection of collections)
    if (
      collection.segments.indexing.isRunning ||
      collection.upkeep.calibrator.isRunning ||
      (await collection.indexState()).busy
    )
      return true;
  return false;
}
