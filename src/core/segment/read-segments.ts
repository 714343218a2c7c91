// The segments that a read reads: those of a collection, or those of some of its shards.
// The decision: a server may have shards of a collection for which another server is asked, so an answer to that other
// one is limited to the shards that it asks for; otherwise their points would be counted twice. The view has the same
// segments and the same point references; it leaves segments out where they are listed and where ids are looked up.
import type { Engine } from "../../engine/engine.ts";
import { andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { IndexBuilder } from "../index/index-builder.ts";
import type { IndexedFields } from "../index/indexed-fields.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { overlap, type SomeShards } from "../slots/shard-division.ts";
import type { FoundRef } from "./point-refs.ts";
import type { CollectionSegment } from "./segment.ts";
import type { SegmentResult } from "./segment-results.ts";

/** The methods of `Segments` that reads need. */
export interface ReadSegments {
  readonly all: readonly CollectionSegment[];
  readonly points: number;
  readonly indexed: IndexedFields;
  readonly indexing: IndexBuilder;
  readonly engine: Engine;
  readonly linking: SerialQueue;
  at(ref: PointRef): CollectionSegment;
  find(ids: PackedIds, index: number): FoundRef | null;
  vectors(name: string, refs: readonly PointRef[]): Promise<(VectorRow | null)[]>;
  payloads(refs: readonly PointRef[]): MaybePromise<(Uint8Array | null)[]>;
  gather<T>(ask: (segment: CollectionSegment) => MaybePromise<T>): MaybePromise<SegmentResult<T>[]>;
  reading<T>(work: () => Promise<T>): Promise<T>;
}

/** The segments of some shards. */
export class ShardSegments implements ReadSegments {
  readonly #segments: ReadSegments;
  readonly #asked: SomeShards;

  constructor(segments: ReadSegments, asked: SomeShards) {
    this.#segments = segments;
    this.#asked = asked;
  }

  get all(): readonly CollectionSegment[] {
    return this.#segments.all.filter((segment) => this.#has(segment));
  }

  get points(): number {
    return this.all.reduce((sum, { ids }) => sum + ids.size, 0);
  }

  get indexed(): IndexedFields {
    return this.#segments.indexed;
  }

  get indexing(): IndexBuilder {
    return this.#segments.indexing;
  }

  get engine(): Engine {
    return this.#segments.engine;
  }

  get linking(): SerialQueue {
    return this.#segments.linking;
  }

  at(ref: PointRef): CollectionSegment {
    return this.#segments.at(ref);
  }

  find(ids: PackedIds, index: number): FoundRef | null {
    const found = this.#segments.find(ids, index);
    return found && this.#has(this.at(found.ref)) ? found : null;
  }

  vectors(name: string, refs: readonly PointRef[]): Promise<(VectorRow | null)[]> {
    return this.#segments.vectors(name, refs);
  }

  payloads(refs: readonly PointRef[]): MaybePromise<(Uint8Array | null)[]> {
    return this.#segments.payloads(refs);
  }

  gather<T>(ask: (segment: CollectionSegment) => MaybePromise<T>): MaybePromise<SegmentResult<T>[]> {
    const askOwn = (segment: CollectionSegment) => (this.#has(segment) ? ask(segment) : LEFT_OUT);
    const isOwn = (result: SegmentResult<T | typeof LEFT_OUT>): result is SegmentResult<T> =>
      result.result !== LEFT_OUT;
    const results = this.#segments.gather<T | typeof LEFT_OUT>(askOwn);
    return andThen(results, (all) => all.filter(isOwn));
  }

  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.#segments.reading(work);
  }

  #has(segment: CollectionSegment): boolean {
    const { shards, division } = this.#asked;
    if (segment.division === division) return shards.includes(segment.shard);
    return shards.some((shard) => overlap({ shard, division }, segment));
  }
}

const LEFT_OUT = Symbol("left out");
