// The reads of a server for another one, which merges what several servers find (core/sharding).
// The decision: what has to be merged to the bit is returned as it is before it is rounded or weighed: distances and
// not scores, the statistics of texts by themselves.
import type { Engine } from "../../engine/engine.ts";
import type { Reservation } from "../../memory/reservation.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { Filter } from "../filter/filter.ts";
import type { IndexedField } from "../index/indexed-fields.ts";
import { findRefs } from "../segment/point-refs.ts";
import { type ReadSegments, ShardSegments } from "../segment/read-segments.ts";
import { compareIds, type PackedIds } from "../slots/point-id.ts";
import { type PointRef, segmentOf, slotOf } from "../slots/point-ref.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import type { ReadableCollection } from "./point-reads.ts";
import { Reads } from "./reads.ts";
import { type NearestQuery, searchCandidates } from "./search.ts";
import type { Candidate } from "./select/merge.ts";
import type { QueryByText } from "./text/query-by-text.ts";
import { listedTexts } from "./text/text-search.ts";
import { type TextStatistics, textStatistics } from "./text/text-statistics.ts";

/** Points that are looked up between two yields. */
const POINTS_PER_YIELD = 2 ** 12;

/** Points that an earlier reading found, with the references and the versions that they had. */
interface FoundBefore {
  readonly ids: PackedIds;
  readonly refs: ArrayLike<PointRef>;
  readonly versions: ArrayLike<number>;
}

export class PartReads extends Reads {
  /** Returns the nearest points like `search`, with distances, and without regard to a threshold. */
  nearest(queries: readonly VectorQuery[], nearest: NearestQuery): MaybePromise<Candidate[][]> {
    return this.searchBy(searchCandidates, queries, nearest);
  }

  /** Returns the reads of some of the shards of the collection. */
  of(shards: SomeShards): PartReads {
    const { collection } = this;
    const part: ReadableCollection = {
      get segments() {
        return new ShardSegments(collection.segments, shards);
      },
      settled: () => collection.settled(),
      guard: (work) => collection.guard(work),
    };
    return new PartReads(part, this.longReads, this.signal, this.waitsForOthers);
  }

  /** Returns the payload index on a path; null: there is none. */
  indexedField(path: string): IndexedField | null {
    return this.segments.indexed.get(path);
  }

  /** Returns an empty reservation for what reads keep after they are answered. */
  keptMemory(): Reservation {
    return this.longReads.kept();
  }

  /** Runs a read over vectors that are in no segment as one of this server. @throws TooManyRequests */
  overVectors<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    return this.byThreads(({ engine }) => work(engine));
  }

  get engine(): Engine {
    return this.segments.engine;
  }

  /** Returns what BM25 needs to know of the texts. @param corpus counts only points that match; null: all */
  textStatistics(query: QueryByText, corpus: Filter | null): Promise<TextStatistics> {
    return this.readingRefs(corpus, async (segments, signal) =>
      textStatistics(await listedTexts(segments, query, signal), corpus, signal),
    );
  }

  /**
   * Returns references of points that an earlier reading found: the same ones where they can still be read, although
   * their points may be deleted or overwritten by now; otherwise those of the ids, and null where there is none.
   */
  async again(points: FoundBefore, signal: CancelSignal): Promise<(PointRef | null)[]> {
    const { segments } = this;
    const { ids } = points;
    const found = await runInSlices(stillThere(segments, points), signal);
    const lost = Array.from(found.keys()).filter((i) => found[i] === null);
    if (lost.length === 0) return found;
    const { refs: present, settled } = await runInSlices(findRefs(segments, ids.pick(lost)), signal);
    if (!settled) await this.collection.settled();
    lost.forEach((i, at) => {
      found[i] = present[at]!;
    });
    return found;
  }
}

function* stillThere(
  { all }: ReadSegments,
  { ids, refs, versions }: FoundBefore,
): Sliced<(PointRef | null)[]> {
  const byNumber = new Map(all.map((segment) => [segment.number, segment]));
  const found: (PointRef | null)[] = [];
  for (let i = 0; i < refs.length; i++) {
    const ref = refs[i]!;
    const segment = byNumber.get(segmentOf(ref));
    const slot = slotOf(ref);
    const isSame = segment && slot < segment.published && compareIds(segment.ids.bySlot, slot, ids, i) === 0;
    // Before a restart the slot may have been another one, and then this one may have an older state.
    const isLater = isSame && segment.version(slot) >= versions[i]!;
    if (found.push(isLater ? ref : null) % POINTS_PER_YIELD === 0) yield;
  }
  return found;
}
