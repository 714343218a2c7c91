// The open segments of a collection: the segments that still take points. Only the last of them grows.
// The decision: memory is reserved before a write is logged, in slots and over all open segments, so that applying the
// write cannot fail. When a segment is full, or cannot grow, the next one is begun. A segment is sealed only when
// another one has the free slots that were reserved in it.

import { SegmentFull } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { FieldBytes } from "../record/field-bytes.ts";
import { releaseBytes, reserveBytes } from "./reserve-bytes.ts";
import type { CollectionSegment } from "./segment.ts";

export class SegmentCapacity {
  readonly #begin: () => CollectionSegment;
  #open: CollectionSegment[];
  /** Slots reserved for operations that are not applied yet. */
  #reserved = 0;
  #closed = false;
  readonly #growth = new SerialQueue();

  /** @param begin creates an empty segment and adds it to the segments of the collection */
  constructor(begin: () => CollectionSegment) {
    this.#begin = begin;
    this.#open = [begin()];
  }

  /**
   * Reserves memory for `slots` new points. Calls are served in their order, and each grows the segment by no more than
   * its own points, so a restart, which grows it write by write, needs no more memory.
   * @param fields the sizes of the vectors of the points that differ in size
   * @throws OutOfMemory
   */
  async reserve(slots: number, fields: readonly FieldBytes[]): Promise<void> {
    const missing = () => this.#reserved + slots - this.#free();
    await this.#ensure(missing, () => {
      this.#reserved += slots;
    });
    try {
      await this.#reserveBytes(fields);
    } catch (error) {
      this.release(slots);
      throw error;
    }
  }

  /**
   * Reserves memory for vectors that differ in size, in each segment that may take the points. If a segment is full,
   * the next one is begun.
   */
  async #reserveBytes(fields: readonly FieldBytes[]): Promise<void> {
    for (let reserved = false; !reserved; ) {
      const { last } = this;
      const done: CollectionSegment[] = [];
      try {
        for (const segment of this.#open) {
          await reserveBytes(segment, fields);
          done.push(segment);
        }
        reserved = true;
      } catch (error) {
        for (const segment of done) releaseBytes(segment, fields);
        if (!(error instanceof SegmentFull) || last.ids.slots === 0) throw error;
        await this.seal(last);
      }
    }
  }

  /**
   * Releases a reservation: the operation was not logged, or has its slots.
   * @param fields the sizes of the vectors that will not be written
   */
  release(slots: number, fields: readonly FieldBytes[] = []): void {
    this.#reserved = Math.max(0, this.#reserved - slots);
    for (const segment of this.#open) releaseBytes(segment, fields);
  }

  /** Reserves memory for an operation without a reservation: one of a log that is replayed. @throws OutOfMemory */
  async ensure(slots: number, fields: readonly FieldBytes[]): Promise<void> {
    if (this.#reserved < slots) await this.reserve(slots, fields);
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
      if (!this.has(segment)) return;
      if (this.#open.at(-1) === segment) this.#open.push(this.#begin());
      const missing = () => this.#reserved - (this.#free() - segment.freeSlots);
      await this.#grow(missing, () => {
        segment.seal();
        this.#open = this.#open.filter((other) => other !== segment);
      });
    });
  }

  /** Resolves when no reservation is waiting; later ones are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#growth.settled();
  }

  #ensure(missing: () => number, then: () => void): Promise<void> {
    if (missing() > 0) return this.#growth.run(() => this.#grow(missing, then));
    then();
    return Promise.resolve();
  }

  #free(): number {
    return this.#open.reduce((sum, { freeSlots }) => sum + freeSlots, 0);
  }

  /**
   * Grows the last segment, and begins others, until no slot is missing. Their number may change meanwhile, so `then`
   * is called in the same turn in which there are enough slots.
   */
  async #grow(missing: () => number, then: () => void): Promise<void> {
    while (missing() > 0) {
      if (this.#closed) throw new VectorDbError("INTERNAL", "the segments have been dropped");
      const last = this.#open.at(-1)!;
      const slots = Math.min(last.limit, last.capacity + missing());
      if (slots <= last.capacity || !(await this.#reserve(last, slots))) this.#open.push(this.#begin());
    }
    then();
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
