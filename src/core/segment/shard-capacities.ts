// The open segments of all shards of a collection: each shard has segments of its own that take its points.
// The decision: slots are reserved in the shard that gets them. Bytes of vectors that differ in size are reserved as a
// whole in each shard that gets a point, as every open segment of a shard reserves them as a whole.
import type { UpsertPoints } from "../record/operation.ts";
import { NO_VECTOR_BYTES, type VectorBytes, vectorBytes } from "../record/vector-bytes.ts";
import { type ShardCounts, shardCounts } from "../slots/shard-of.ts";
import { SegmentCapacity } from "./capacity.ts";
import type { CollectionSegment } from "./segment.ts";

export class ShardCapacities {
  readonly #shards: SegmentCapacity[];
  readonly #begin: (shard: number) => CollectionSegment;

  /** @param begin creates an empty segment of a shard and adds it to the segments of the collection */
  constructor(shards: number, begin: (shard: number) => CollectionSegment) {
    this.#begin = begin;
    this.#shards = Array.from({ length: shards }, (_, shard) => this.#opened(shard));
  }

  /** Returns the open segments of a shard. */
  of(shard: number): SegmentCapacity {
    return this.#shards[shard]!;
  }

  /** Reserves memory for new points, all of it or none; see SegmentCapacity. @throws OutOfMemory */
  async reserve(slots: ShardCounts, bytes = NO_VECTOR_BYTES): Promise<void> {
    let reserved = 0;
    try {
      for (; reserved < slots.length; reserved++)
        if (slots[reserved]! > 0) await this.of(reserved).reserve(slots[reserved]!, bytes);
    } catch (error) {
      this.giveBack(slots.slice(0, reserved), bytes);
      throw error;
    }
  }

  /** Releases a reservation whose operation was not logged. */
  giveBack(slots: ShardCounts, bytes: VectorBytes): void {
    for (const [shard, count] of slots.entries()) if (count > 0) this.of(shard).release(count);
    this.#releaseBytes(slots, bytes);
  }

  /**
   * Reserves memory for an operation without a reservation: one of a log that is replayed.
   * @returns a function that releases its bytes
   * @throws OutOfMemory
   */
  async ensure({ ids, fields }: UpsertPoints): Promise<() => void> {
    const slots = shardCounts(ids, this.#shards.length);
    const bytes = vectorBytes(fields);
    for (const [shard, count] of slots.entries()) if (count > 0) await this.of(shard).ensure(count, bytes);
    return () => this.#releaseBytes(slots, bytes);
  }

  /** Begins a shard again, without reservations: its segments are taken away. */
  restart(shard: number): void {
    void this.of(shard)
      .retire()
      .catch(() => {});
    this.#shards[shard] = this.#opened(shard);
  }

  /** Whether points can be added to the segment; not to one from before a split. */
  has(segment: CollectionSegment): boolean {
    return this.#ofSegment(segment)?.has(segment) ?? false;
  }

  /** Whether the segment is the one that grows in its shard. */
  isLast(segment: CollectionSegment): boolean {
    return this.#ofSegment(segment)?.last === segment;
  }

  /** The number of the oldest segment that may still take points. */
  get first(): number {
    return Math.min(...this.#shards.map(({ first }) => first));
  }

  /** See SegmentCapacity, like the methods below. */
  async seal(segment: CollectionSegment): Promise<void> {
    await this.#ofSegment(segment)?.seal(segment);
  }

  async renew(): Promise<void> {
    for (const shard of this.#shards) await shard.renew();
  }

  /** Closes all open segments: no operation takes slots of them any more, nor what is reserved in them. */
  async retire(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.retire()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.close()));
  }

  #ofSegment({ shard, division }: CollectionSegment): SegmentCapacity | undefined {
    return division === this.#shards.length ? this.of(shard) : undefined;
  }

  #opened(shard: number): SegmentCapacity {
    return new SegmentCapacity(() => this.#begin(shard));
  }

  #releaseBytes(slots: ShardCounts, bytes: VectorBytes): void {
    for (const [shard, count] of slots.entries()) if (count > 0) this.of(shard).releaseBytes(bytes);
  }
}
