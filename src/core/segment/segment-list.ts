// The segments of a collection: those that are searched, in the order of their creation and by shard, and all that
// point references may lead to.
// The decision: a replaced segment leaves the list at once, and can be found by its number until no read uses it. A
// segment from before a split is in the lists of all shards whose points it has, until a rebuild replaces it.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { type PointRef, segmentOf } from "../slots/point-ref.ts";
import { partsOf } from "../slots/shard-division.ts";
import { shardOf } from "../slots/shard-of.ts";
import { type FoundRef, findIn } from "./point-refs.ts";
import type { CollectionSegment } from "./segment.ts";

export class SegmentList {
  #shards: number;
  #all: readonly CollectionSegment[] = [];
  /** The listed segments of each shard; of a collection with one shard those of `#all`. */
  #byShard: readonly (readonly CollectionSegment[])[] = [];
  /** The listed segments, and replaced segments that may still be read. */
  readonly #byNumber = new Map<number, CollectionSegment>();
  /** The segments of `#byNumber` to which points were written; a rebuild copies points to the others. */
  readonly #begun = new Map<number, CollectionSegment>();

  /** @param shards the number of shards of the collection */
  constructor(shards: number) {
    this.#shards = shards;
    this.#set([]);
  }

  get all(): readonly CollectionSegment[] {
    return this.#all;
  }

  /** The segments of each shard. */
  get byShard(): readonly (readonly CollectionSegment[])[] {
    return this.#byShard;
  }

  /** Returns the segments of the shard to which an id belongs. */
  ofId(ids: PackedIds, index: number): readonly CollectionSegment[] {
    return this.#byShard[shardOf(ids, index, this.#shards)]!;
  }

  at(ref: PointRef): CollectionSegment {
    const segment = this.#byNumber.get(segmentOf(ref));
    if (!segment) throw new VectorDbError("INTERNAL", "the segment of this point has been replaced");
    return segment;
  }

  /** Finds the point of an id; not `settled` if it can be read only after the operation that is being applied. */
  find(ids: PackedIds, index: number): FoundRef | null {
    return findIn(this.ofId(ids, index), ids, index);
  }

  /** Divides the collection into more shards. @param shards a multiple of their number */
  split(shards: number): void {
    this.#shards = shards;
    this.#set(this.#all);
  }

  add(segment: CollectionSegment): void {
    this.#byNumber.set(segment.number, segment);
    this.#all = [...this.#all, segment];
    if (this.#shards === 1) {
      this.#byShard = [this.#all];
      return;
    }
    // A split adds one segment for each shard, and there may be a thousand others.
    const own = new Set(partsOf(segment, this.#shards));
    this.#byShard = this.#byShard.map((all, shard) => (own.has(shard) ? [...all, segment] : all));
  }

  /** Notes that points are written to a segment. */
  begin(segment: CollectionSegment): void {
    this.#begun.set(segment.number, segment);
  }

  /** Yields the segments to which points were written, in their order; replaced ones can still be read. */
  *begunFrom(first: number, next: () => number): Generator<CollectionSegment> {
    for (let number = first; number < next(); number++) {
      const segment = this.#begun.get(number);
      if (segment) yield segment;
    }
  }

  /** Takes the segments off the list; point references still lead to them. */
  remove(segments: readonly CollectionSegment[]): void {
    this.#set(this.#all.filter((segment) => !segments.includes(segment)));
  }

  /** Forgets a segment that is not on the list. */
  forget(number: number): void {
    this.#byNumber.delete(number);
    this.#begun.delete(number);
  }

  #set(all: readonly CollectionSegment[]): void {
    this.#all = all;
    this.#byShard = this.#shards === 1 ? [all] : listsOf(all, this.#shards);
  }
}

function listsOf(all: readonly CollectionSegment[], shards: number): CollectionSegment[][] {
  const lists: CollectionSegment[][] = Array.from({ length: shards }, () => []);
  for (const segment of all) for (const shard of partsOf(segment, shards)) lists[shard]!.push(segment);
  return lists;
}
