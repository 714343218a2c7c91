// Reads of points whose references are known: ids, payloads and vectors.
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import { compareIdsOf, idsOf, manyIdsOf } from "../segment/point-refs.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { type PointRef, slotOf } from "../slots/point-ref.ts";

/** The parts of a collection that reads need; see collection/collection.ts. */
export interface ReadableCollection {
  readonly segments: ReadSegments;
  /** Resolves when everything that was logged so far has been applied. */
  settled(): Promise<void>;
  /** Notes damage that the work finds. */
  guard<T>(work: Promise<T>): Promise<T>;
}

export class PointReads {
  readonly #collection: ReadableCollection;

  constructor(collection: ReadableCollection) {
    this.#collection = collection;
  }

  idOf(ref: PointRef): PointId {
    return this.#segments.at(ref).ids.idOf(slotOf(ref));
  }

  /** Compares the ids of two points: integers come before UUIDs. Negative if that of `a` comes first. */
  compareIds(a: PointRef, b: PointRef): number {
    return compareIdsOf(a, b, (ref) => this.#segments.at(ref));
  }

  /** Returns the ids of the referenced points, in order, in the form of log records. */
  packedIds(refs: readonly PointRef[]): PackedIds {
    return idsOf(refs, (slot) => this.#segments.at(slot));
  }

  /** Returns the packed ids of any number of point references. */
  manyPackedIds(refs: readonly PointRef[]): Promise<PackedIds> {
    return this.#collection.guard(manyIdsOf(refs, (slot) => this.#segments.at(slot)));
  }

  hasVector(name: string, ref: PointRef): boolean {
    return this.#segments.at(ref).vectors.has(name, slotOf(ref));
  }

  /** Returns false: what this server has found can be read until the `reading` ends. */
  isGone(_ref: PointRef): boolean {
    return false;
  }

  /** Returns the bytes of the payload of the referenced point, 0 if it has none. */
  payloadLength(ref: PointRef): number {
    return this.#segments.at(ref).payloads.lengthOf(slotOf(ref));
  }

  /**
   * Returns the payloads of the referenced points, in order, at once if all are in memory; null where there is none.
   * They must not be changed.
   * @param versions receives the versions of the points whose payloads these are
   */
  payloads(refs: readonly PointRef[], versions?: number[]): MaybePromise<(Uint8Array | null)[]> {
    if (versions) for (const ref of refs) versions.push(this.version(ref));
    const payloads = this.#segments.payloads(refs);
    return payloads instanceof Promise ? this.#collection.guard(payloads) : payloads;
  }

  version(ref: PointRef): number {
    return this.#segments.at(ref).version(slotOf(ref));
  }

  /** Returns the vectors called `name` of the referenced points, in order; null where a point has none. */
  vectors(name: string, refs: readonly PointRef[]): Promise<(VectorRow | null)[]> {
    return this.byThreads((segments) => segments.vectors(name, refs));
  }

  /** Returns the bytes of a vector, for estimates; 0 if the point has none of this name. */
  vectorBytes(name: string, ref: PointRef): number {
    return this.#segments.at(ref).vectors.bytesOf(name, slotOf(ref));
  }

  /**
   * Runs a read that uses engine threads; it is counted once, however many segments it reads.
   * @throws TooManyRequests
   */
  protected byThreads<T>(work: (segments: ReadSegments) => Promise<T>): Promise<T> {
    const segments = this.#segments;
    return this.#collection.guard(segments.engine.reads.admit(() => work(segments)));
  }

  get #segments() {
    return this.#collection.segments;
  }
}
