// The open segments of a shard: the segments that still take points. Only the last of them grows.
// The decision: memory is reserved before a write is logged, in slots over all open segments, and in bytes in each of
// them where vectors differ in size, since it may take all of them; so applying the write cannot fail. When a segment
// is full, or cannot grow, the next one is begun. A segment is sealed only when another one has what was reserved in
// it.

import { SegmentFull } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { addedBytes, NO_VECTOR_BYTES, remainingBytes, type VectorBytes } from "../record/vector-bytes.ts";
import type { CollectionSegment } from "./segment.ts";

export class SegmentCapacity {
  readonly #begin: () => CollectionSegment;
  #open: CollectionSegment[];
  /** Slots reserved for operations that are not applied yet. */
  #reserved = 0;
  /** Bytes of vectors that differ in size, of operations that are not applied yet. */
  #bytes = NO_VECTOR_BYTES;
  #closed = false;
  /** Whether no operation takes slots of it any more: reservations are counted and get no memory. */
  #retired = false;
  readonly #growth = new SerialQueue();

  /** @param begin creates an empty segment and adds it to the segments of the collection */
  constructor(begin: () => CollectionSegment) {
    this.#begin = begin;
    this.#open = [begin()];
  }

  /**
   * Reserves memory for `slots` new points and for the bytes of their vectors. Calls are served in their order, and
   * each grows the segment by no more than its own points, so a restart, which grows it write by write, needs no more
   * memory.
   * @throws OutOfMemory
   */
  reserve(slots: number, bytes = NO_VECTOR_BYTES): Promise<void> {
    const missing = () => this.#reserved + slots - this.#free();
    const take = () => {
      this.#reserved += slots;
      this.#bytes = addedBytes(this.#bytes, bytes);
    };
    if (bytes.size > 0) return this.#growth.run(() => this.#grow(missing, bytes, [], take));
    return this.#ensure(missing, take);
  }

  /** Releases a reservation: the operation was not logged, or has its slots. */
  release(slots: number): void {
    this.#reserved = Math.max(0, this.#reserved - slots);
  }

  /** Releases bytes: the operation was not logged, or its vectors are written. */
  releaseBytes(bytes: VectorBytes): void {
    this.#bytes = remainingBytes(this.#bytes, bytes);
  }

  /**
   * Reserves memory for points of an operation without a reservation.
   * @throws OutOfMemory
   */
  async ensure(slots: number, bytes: VectorBytes): Promise<void> {
    if (this.#reserved < slots) await this.reserve(slots, bytes);
  }

  /** Returns the segment that takes the next point. */
  next(): CollectionSegment {
    while (this.#open.length > 1 && this.#open[0]!.freeSlots === 0) this.#open.shift();
    const [segment] = this.#open;
    if (segment!.freeSlots === 0)
      throw new VectorDbError("INTERNAL", "no memory was set aside for these points");
    return segment!;
  }

  /** Makes a segment of an earlier run the open one, in place of the empty one that was begun. */
  reopen(segment: CollectionSegment): void {
    this.#open = [segment];
  }

  /** The open segment that grows. */
  get last(): CollectionSegment {
    return this.#open.at(-1)!;
  }

  has(segment: CollectionSegment): boolean {
    return this.#open.includes(segment);
  }

  /** The number of the oldest segment that may still take points. */
  get first(): number {
    return this.#open[0]!.number;
  }

  /** Closes the segment to new points. @throws OutOfMemory if its reserved slots fit in no other segment */
  seal(segment: CollectionSegment): Promise<void> {
    return this.#growth.run(async () => {
      if (this.has(segment))
        await this.#grow(
          () => this.#reserved - this.#free(),
          NO_VECTOR_BYTES,
          [segment],
          () => {},
        );
    });
  }

  /** Closes all open segments to new points, which go to a new one. No slot may be reserved, so it cannot fail. */
  async renew(): Promise<void> {
    for (const segment of [...this.#open]) await this.seal(segment);
  }

  /** Closes all open segments; what is reserved in them is of no use any more. */
  retire(): Promise<void> {
    this.#retired = true;
    return this.#growth.run(async () => {
      for (const segment of this.#open) segment.seal();
    });
  }

  /** Resolves when no reservation is waiting; later ones are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#growth.settled();
  }

  #ensure(missing: () => number, then: () => void): Promise<void> {
    if (missing() > 0) return this.#growth.run(() => this.#grow(missing, NO_VECTOR_BYTES, [], then));
    then();
    return Promise.resolve();
  }

  #free(): number {
    return this.#open.reduce((sum, { freeSlots }) => sum + freeSlots, 0);
  }

  /**
   * Grows the last segment, and begins others, until no slot is missing and every open segment has memory for the
   * bytes. Segments that have not are closed, as are those of `closing`. The number of slots may change meanwhile, so
   * `then` is called in the same turn in which there are enough.
   * @param bytes beyond those that are reserved already
   */
  async #grow(
    missing: () => number,
    bytes: VectorBytes,
    closing: CollectionSegment[],
    then: () => void,
  ): Promise<void> {
    const short = () => missing() + closing.reduce((sum, { freeSlots }) => sum + freeSlots, 0);
    if (this.#retired) return then();
    do {
      if (closing.includes(this.last)) this.#open.push(this.#begin());
      await this.#growSlots(short);
      if (this.#retired) return then();
      const full = await this.#withoutBytes(addedBytes(this.#bytes, bytes), closing);
      if (full) closing.push(full);
    } while (!this.#retired && (short() > 0 || closing.includes(this.last)));
    for (const segment of closing) segment.seal();
    this.#open = this.#open.filter((segment) => !closing.includes(segment));
    then();
  }

  async #growSlots(missing: () => number): Promise<void> {
    while (missing() > 0 && !this.#retired) {
      if (this.#closed) throw new VectorDbError("INTERNAL", "the segments have been dropped");
      const last = this.#open.at(-1)!;
      const slots = Math.min(last.limit, last.capacity + missing());
      if (slots <= last.capacity || !(await this.#reserve(last, slots))) this.#open.push(this.#begin());
    }
  }

  /**
   * Reserves the bytes in every open segment.
   * @returns a segment, not among those that are closed, that has no memory for them; null: all have
   * @throws OutOfMemory if there is no memory for any segment
   */
  async #withoutBytes(
    bytes: VectorBytes,
    closing: readonly CollectionSegment[],
  ): Promise<CollectionSegment | null> {
    if (bytes.size === 0) return null;
    for (const segment of this.#open.filter((one) => !closing.includes(one))) {
      try {
        await segment.reserveBytes(bytes);
      } catch (error) {
        if (!(error instanceof SegmentFull) || segment.ids.slots === 0) throw error;
        return segment;
      }
    }
    return null;
  }

  /**
   * @returns false if this segment is full
   * @throws OutOfMemory if there is no memory for any segment, or if this segment is empty and cannot grow
   */
  async #reserve(segment: CollectionSegment, slots: number): Promise<boolean> {
    try {
      await segment.reserve(slots);
      return true;
    } catch (error) {
      // At the limit of the process the segment is not full: it may grow again when there is memory. If it could not
      // take one slot, another segment could not either.
      if (!(error instanceof SegmentFull) || segment.capacity === 0) throw error;
      segment.stopGrowing();
      return false;
    }
  }
}
