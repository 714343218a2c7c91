// The slots that one upsert assigns, by segment, until they are written and published.
// The decision: slots are assigned in slices, with other work in between, and written and published together. Until
// then searches find the points as they were, and a retrieval by id waits.
import type { UpsertPoints } from "../record/operation.ts";
import { shardOf } from "../slots/shard-of.ts";
import type { VectorWrite } from "../vectors/apply-writes.ts";
import type { CollectionSegment } from "./segment.ts";

/** Consecutive points of the operation, in consecutive slots of one segment. */
interface Part {
  readonly segment: CollectionSegment;
  /** The index of the first point of the part, and its slot. */
  readonly from: number;
  readonly first: number;
  /** The index after the last point of the part. */
  to: number;
  /** The slots that its points had in this segment. */
  readonly replaced: number[];
}

/** Receives the number of vectors of the points that have got slots. */
export type OnTaken = (vectors: number) => void;

/** The points of a slice, which take a fraction of a millisecond. */
const SLICE_POINTS = 256;
const SLICE_BYTES = 256 * 1024;

export class TakenSlots {
  readonly points: UpsertPoints;
  readonly #version: number | Float64Array;
  readonly #shards: number;
  readonly #parts: Part[] = [];

  /** @param version the version of all points, or one for each @param shards the number of shards of the collection */
  constructor(points: UpsertPoints, version: number | Float64Array, shards = 1) {
    this.points = points;
    this.#shards = shards;
    this.#version = version;
  }

  get segments(): CollectionSegment[] {
    return this.#parts.map(({ segment }) => segment);
  }

  /** Returns the shard of a point of the operation. */
  shardOf(index: number): number {
    return shardOf(this.points.ids, index, this.#shards);
  }

  /**
   * Returns the end of the slice that begins with the point `from`, all of whose points are in its shard.
   * @param freeSlots the most points it may have
   */
  sliceEnd(from: number, freeSlots: number): number {
    const { ids, payloads } = this.points;
    const most = Math.min(ids.length, from + Math.min(freeSlots, SLICE_POINTS));
    const shard = this.shardOf(from);
    let to = from;
    for (let bytes = 0; to < most && bytes < SLICE_BYTES; to++) {
      if (this.shardOf(to) !== shard) break;
      bytes += payloads[to]?.length ?? 0;
    }
    return to;
  }

  /**
   * Assigns slots of the segment to the points from `from` to before `to`, which follow the points before.
   * @returns the number of their vectors
   */
  take(segment: CollectionSegment, from: number, to: number): number {
    const first = segment.ids.slots;
    const { replaced, vectors } = segment.take(this.points, from, to, this.#version);
    let part = this.#parts.at(-1);
    if (part?.segment !== segment || part.to !== from) {
      part = { segment, from, first, to, replaced: [] };
      this.#parts.push(part);
    }
    part.to = to;
    for (const slot of replaced) part.replaced.push(slot);
    return vectors;
  }

  /** Returns the writes, see `applyWrites`. Call it once, after all slots are assigned; then call `publish`. */
  writes(): VectorWrite[] {
    return this.#parts.flatMap(({ segment, from, to, first, replaced }) =>
      segment.vectors.writes(this.points, from, to, first, Uint32Array.from(replaced)),
    );
  }

  /** Makes the slots visible, after the engine has written them. */
  publish(): void {
    for (const { segment } of this.#parts) segment.publish();
  }
}

/**
 * Assigns slots of one segment to all points.
 * @returns the writes for the engine; call `publish` of the segment after they are done
 */
export function append(
  segment: CollectionSegment,
  points: UpsertPoints,
  version: number | Float64Array,
): VectorWrite[] {
  const added = new TakenSlots(points, version);
  added.take(segment, 0, points.ids.length);
  return added.writes();
}
