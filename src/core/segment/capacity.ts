// The open segments of a collection: those that still take points, the last of which still takes memory.
// The decision: memory is promised before a write is logged and counted in slots over all open segments, so that
// applying cannot fail. When a segment is full, or its memory is at its end, the next one is begun; a segment is closed
// only once what was promised of its room has been promised in another.

import { SegmentFull } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { CollectionSegment } from "./segment.ts";

export class SegmentCapacity {
  readonly #begin: () => CollectionSegment;
  #open: CollectionSegment[];
  /** Slots promised to operations that are not applied yet. */
  #claimed = 0;
  #closed = false;
  readonly #growth = new SerialQueue();

  /** @param begin makes an empty segment and lists it */
  constructor(begin: () => CollectionSegment) {
    this.#begin = begin;
    this.#open = [begin()];
  }

  /**
   * Promises memory for `slots` new points. Who comes first is served first and grows the segment by no more than its
   * own points, so a restart, which grows it write by write, comes by with the same memory.
   * @throws OutOfMemory
   */
  reserve(slots: number): Promise<void> {
    const missing = () => this.#claimed + slots - this.#free();
    return this.#ensure(missing, () => {
      this.#claimed += slots;
    });
  }

  /** Takes back a promise: the operation was not logged, or has its slots. */
  release(slots: number): void {
    this.#claimed = Math.max(0, this.#claimed - slots);
  }

  /** Promises memory to an operation that was promised none: one of a log that is replayed. @throws OutOfMemory */
  async ensure(slots: number): Promise<void> {
    if (this.#claimed < slots) await this.reserve(slots);
  }

  /** The segment that takes the next point. */
  next(): CollectionSegment {
    while (this.#open.length > 1 && this.#open[0]!.room === 0) this.#open.shift();
    const [segment] = this.#open;
    if (segment!.room === 0) throw new VectorDbError("INTERNAL", "no memory was set aside for these points");
    return segment!;
  }

  /** The segment of an earlier run that takes points, in place of the empty one that was begun. */
  reopen(segment: CollectionSegment): void {
    this.#open = [segment];
  }

  /** The segment that takes memory. */
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

  /** No point is added to the segment from now on. @throws OutOfMemory when what is promised fits nowhere else */
  seal(segment: CollectionSegment): Promise<void> {
    return this.#growth.run(async () => {
      if (!this.has(segment)) return;
      if (this.#open.at(-1) === segment) this.#open.push(this.#begin());
      const missing = () => this.#claimed - (this.#free() - segment.room);
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
    return this.#open.reduce((sum, { room }) => sum + room, 0);
  }

  /**
   * Grows the last segment, and begins others, until nothing is missing. What is missing may change meanwhile, so what
   * is done with the room is done in the same moment in which there is enough.
   */
  async #grow(missing: () => number, then: () => void): Promise<void> {
    while (missing() > 0) {
      if (this.#closed) throw new VectorDbError("INTERNAL", "the segments have been dropped");
      const last = this.#open.at(-1)!;
      const wanted = Math.min(last.limit, last.capacity + missing());
      if (wanted <= last.capacity || !(await this.#reserve(last, wanted))) this.#open.push(this.#begin());
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
      // At the limit of the process nothing is wrong with the segment: it may grow again when there is memory. One that
      // could take nothing is not helped by another one.
      if (!(error instanceof SegmentFull) || segment.capacity === 0) throw error;
      segment.stopGrowing();
      return false;
    }
  }
}
