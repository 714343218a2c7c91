// What reads of many points share: their memory is counted, they end when they are cancelled, and what they find can
// be read until they are done.
import { LongReads } from "../../memory/long-reads.ts";
import { MemoryLimit } from "../../memory/memory-limit.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { Filter } from "../filter/filter.ts";
import { setsOf } from "../filter/sets.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import { PointReads, type ReadableCollection } from "./point-reads.ts";

export class CountedReads extends PointReads {
  protected readonly collection: ReadableCollection;
  protected readonly longReads: LongReads;
  protected readonly signal: CancelSignal;
  readonly #waitsForOthers: boolean;

  /**
   * @param longReads the long reads of all collections; absent: their memory is not counted
   * @param waitsForOthers see ReadSize
   */
  constructor(
    collection: ReadableCollection,
    longReads?: LongReads,
    signal?: CancelSignal,
    waitsForOthers = false,
  ) {
    super(collection);
    this.collection = collection;
    this.longReads = longReads ?? new LongReads(MemoryLimit.unlimited());
    this.signal = signal;
    this.#waitsForOthers = waitsForOthers;
  }

  protected get waitsForOthers(): boolean {
    return this.#waitsForOthers;
  }

  /** The number of points that searches can find. */
  get size(): number {
    return this.segments.points;
  }

  /** The slots of all segments, including those whose point was deleted. */
  get slots(): number {
    return this.segments.all.reduce((sum, { ids }) => sum + ids.slots, 0);
  }

  /** Runs `work`. The point references that it finds are valid until it is done, and only in it. */
  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.segments.reading(work);
  }

  protected searchSegments<T>(work: (segments: ReadSegments) => Promise<T>): Promise<T> {
    const segments = this.segments;
    segments.indexing.wake();
    return this.collection.guard(segments.reading(() => work(segments)));
  }

  /**
   * Runs a read over the points that match a filter.
   * @throws TooManyRequests when too many are running
   */
  protected readingRefs<T>(
    filter: Filter | null,
    work: (segments: ReadSegments, signal: CancelSignal) => Promise<T>,
  ): Promise<T> {
    return this.onAccount(filter, (signal) => this.searchSegments((segments) => work(segments, signal)));
  }

  protected onAccount<T>(filter: Filter | null, work: (signal: CancelSignal) => Promise<T>): Promise<T> {
    const size = {
      bytes: Math.ceil(this.slots / 8) * setsOf(filter),
      waitsForOthers: this.#waitsForOthers,
    };
    return this.longReads.run(size, this.signal, work);
  }

  protected get segments(): ReadSegments {
    return this.collection.segments;
  }
}
