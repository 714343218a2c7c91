// The segments of a collection: decides in which segment a point is written, found and deleted.
// The decision: an id is linked in one segment at a time. An overwritten point becomes visible in its new segment
// before it is deleted in the old one; a read over all segments that runs meanwhile asks the writable segments once
// more. A replaced segment is dropped when the last read that began before the replacement is done.

import type { Engine } from "../../engine/engine.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import { RunningWork } from "../../scheduling/running-work.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { CollectionConfig } from "../config/types.ts";
import { IndexBuilder } from "../index/index-builder.ts";
import { IndexedFields } from "../index/indexed-fields.ts";
import type { DeletePoints, UpsertPoints } from "../record/operation.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { DividedShard } from "../slots/shard-division.ts";
import { applyWrites, type VectorWrite } from "../vectors/apply-writes.ts";
import { adapt } from "./adapt.ts";
import { PendingTombstones } from "./pending-tombstones.ts";
import { PointMoves } from "./point-moves.ts";
import { type FoundRef, readRefs, readVectors } from "./point-refs.ts";
import { removePoints } from "./remove-points.ts";
import { CollectionSegment } from "./segment.ts";
import { type FieldsByColumn, inForceOf, type VectorsInForce } from "./segment-field.ts";
import { SegmentList } from "./segment-list.ts";
import type { SegmentSetParts } from "./segment-parts.ts";
import { askEach, askedAgain, isSettled, type SegmentResult } from "./segment-results.ts";
import { ShardCapacities } from "./shard-capacities.ts";
import { takeSlots } from "./take-slots.ts";
import { type OnTaken, TakenSlots } from "./taken-slots.ts";

export class Segments {
  readonly indexed = new IndexedFields();
  /** Whether points move from one segment to another. */
  readonly moves = new PointMoves();
  readonly indexing = new IndexBuilder(() => this.all);
  readonly engine: Engine;
  /** The vectors of the collection. */
  readonly inForce: VectorsInForce;
  #fields: readonly FieldConfig[];
  readonly #seed: number;
  #limit: number;
  #shards: number;
  #capacity: ShardCapacities;
  readonly #parts: SegmentSetParts;
  readonly #list: SegmentList;
  #nextNumber: number;
  readonly #numbersInUse = new Set<number>();
  /** Reads that hold point references: a replaced segment is kept until those that may refer to it are done. */
  readonly #readings = new RunningWork();
  /** The upsert that is being applied; some of its segments may be sealed by now. */
  #upsert: TakenSlots | null = null;
  /** Upserts link their ids in this queue: while it is busy, some ids lead to new points and others to old ones. */
  readonly linking = new SerialQueue();
  /** Whether `drop` was called. */
  dropped = false;

  /**
   * @param seed seeds the hash of ids; clients must not know it
   * @param limit the maximum number of slots of a segment
   */
  constructor(
    engine: Engine,
    fields: readonly FieldConfig[],
    seed: number,
    limit: number,
    parts: SegmentSetParts,
  ) {
    this.engine = engine;
    this.#fields = fields;
    this.inForce = inForceOf(() => this.#fields);
    this.#seed = seed;
    this.#limit = limit;
    this.#parts = parts;
    this.#nextNumber = parts.firstNumber ?? 0;
    this.#shards = parts.shards ?? 1;
    this.#list = new SegmentList(this.#shards);
    this.#capacity = this.#opened();
  }

  /** Existing payloads are indexed in the background. */
  setIndexes(schema: CollectionConfig["payload_schema"]): void {
    this.indexed.set(schema);
    this.indexing.wake();
  }

  /** The segments that are searched, in the order of their creation. */
  get all(): readonly CollectionSegment[] {
    return this.#list.all;
  }

  /** A split doubles it. */
  get shards(): number {
    return this.#shards;
  }

  /** The open segments. */
  get capacity(): ShardCapacities {
    return this.#capacity;
  }

  /** The segments of each shard; one from before a split is in the lists of several. */
  get byShard(): readonly (readonly CollectionSegment[])[] {
    return this.#list.byShard;
  }

  get points(): number {
    return this.all.reduce((sum, { ids }) => sum + ids.size, 0);
  }

  get nextNumber(): number {
    return this.#nextNumber;
  }

  /** The numbers of all segments whose files are in use, including invisible and replaced ones. */
  get numbersInUse(): number[] {
    return [...this.#numbersInUse];
  }

  /** Creates an invisible segment of a shard. @param fields those it was built for, if not the present ones */
  create(
    of: DividedShard,
    number = this.#nextNumber++,
    fields: FieldsByColumn = this.#fields,
  ): CollectionSegment {
    this.#numbersInUse.add(number);
    const directory = `${this.#parts.directory}/${number}`;
    const { indexed, inForce } = this;
    const own = { number, of, limit: this.#limit, directory, indexed, inForce };
    return new CollectionSegment(this.engine, fields, this.#seed, { ...this.#parts, ...own });
  }

  /** Sets the configuration between two operations. New vectors begin a segment; then no slot may be reserved. */
  async configure(fields: readonly FieldConfig[], limit: number): Promise<void> {
    const hasNew = fields.some((field) => !this.inForce.has(field));
    this.#fields = fields;
    this.#limit = limit;
    await this.#adapt(this.all);
    if (hasNew) await this.capacity.renew();
  }

  /** Adapts segments to the configuration. Indexes of removed vectors are dropped once no read uses them. */
  async #adapt(segments: readonly CollectionSegment[]): Promise<void> {
    const removed = await adapt(segments, this.#fields);
    if (removed.length === 0) return;
    const read = this.#readings.now();
    // If the engine fails, their memory is released with it.
    void read().then(() => Promise.allSettled(removed.map((index) => index.drop())));
  }

  /**
   * Makes the saved segments of an earlier run visible, before any other change.
   * @param open the segments that take new points; a shard of which none does has the empty one that it began with
   */
  restore(segments: readonly CollectionSegment[], open: readonly CollectionSegment[]): void {
    const begun = this.all;
    this.#list.remove(begun);
    for (const segment of segments) this.#list.add(segment);
    for (const first of begun) {
      const reopened = open.find((one) => one.shard === first.shard && one.division === first.division);
      if (reopened === undefined) {
        this.#list.add(first);
        continue;
      }
      this.#list.forget(first.number);
      this.#numbersInUse.delete(first.number);
      this.#list.begin(reopened);
      this.capacity.of(first.shard).reopen(reopened);
    }
  }

  /** Runs `work`; the point references that it gets can be read until it is done. */
  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.#readings.run(work);
  }

  at(ref: PointRef): CollectionSegment {
    return this.#list.at(ref);
  }

  /** Finds the point of an id; not `settled` if it can be read only after the operation that is being applied. */
  find(ids: PackedIds, index: number): FoundRef | null {
    return this.#list.find(ids, index);
  }

  /** Returns the vectors called `name` of the referenced points, in order; null where a point has none. */
  vectors(name: string, refs: readonly PointRef[]): Promise<(VectorRow | null)[]> {
    return this.reading(async () => readVectors(name, refs, (ref) => this.at(ref)));
  }

  /** Returns the payloads of the referenced points, in order, at once if all are in memory; null: a point has none. */
  payloads(refs: readonly PointRef[]): MaybePromise<(Uint8Array | null)[]> {
    const read = ({ payloads }: CollectionSegment, slots: readonly number[]) => payloads.read(slots);
    const payloads = readRefs(refs, (ref) => this.at(ref), read);
    return payloads instanceof Promise ? this.reading(() => payloads) : payloads;
  }

  /**
   * Writes points, whose memory must be reserved, and releases the reserved slots. Fastest with points in the order of
   * their shards.
   * @param version that of all points, or one for each; `onTaken` gets the number of vectors of each slice
   */
  async upsert(points: UpsertPoints, version: number | Float64Array, onTaken: OnTaken): Promise<void> {
    const added = new TakenSlots(points, version, this.shards);
    const tombstones = new PendingTombstones();
    this.#upsert = added;
    const site = { list: this.#list, capacity: this.capacity, tombstones, onTaken };
    await this.linking.run(() => takeSlots(added, site));
    const writes = added.writes();
    if (writes.length > 0) await this.#write(writes, tombstones);
    this.#upsert = null;
    tombstones.confirm();
    added.publish();
  }

  /** Deletes points; see removePoints. */
  remove({ ids }: Pick<DeletePoints, "ids">): Promise<void> {
    return removePoints(this.#list, ids);
  }

  /**
   * Reads from all segments at once. If points move meanwhile, the writable segments are read again, one after another
   * in the order in which points move: a point that had left one segment is found in a later one. The other segments
   * only lose points and are not read again. A point may occur in two results.
   */
  gather<T>(ask: (segment: CollectionSegment) => MaybePromise<T>): MaybePromise<SegmentResult<T>[]> {
    const written = this.#upsert?.segments ?? [];
    const first = Math.min(this.capacity.first, ...written.map(({ number }) => number));
    const haveMoved = this.moves.watch();
    const filled = this.all.filter(({ ids }) => ids.slots > 0);
    const results = askEach(filled, ask);
    if (results.every(isSettled) && !haveMoved()) return results;
    const begun = this.#list.begunFrom(first, () => this.#nextNumber);
    return this.reading(() => askedAgain(results, haveMoved, begun, ask));
  }

  /**
   * Replaces segments by the segments of `made` that have points. No operation may be applied meanwhile.
   * @returns a function that drops the replaced segments once no read uses them
   */
  replace(old: readonly CollectionSegment[], rebuilt: readonly CollectionSegment[]): () => Promise<void> {
    this.#list.remove(old);
    const dropped = [...old, ...rebuilt.filter(({ ids }) => ids.size === 0)];
    for (const segment of rebuilt) if (segment.ids.size > 0) this.#list.add(segment);
    const read = this.#readings.now();
    const tuned = this.#adapt(rebuilt);
    return async () => {
      await tuned;
      await read();
      for (const { number } of dropped) this.#list.forget(number);
      await Promise.all(dropped.map((segment) => this.discard(segment)));
    };
  }

  /**
   * Divides the collection into more shards. No operation may be applied meanwhile. The segments with points stay as
   * they are until a rebuild divides them. @param shards a multiple of the number of shards
   */
  split(shards: number): void {
    const before = this.capacity;
    this.#shards = shards;
    this.#list.split(shards);
    this.#capacity = this.#opened();
    // If the engine fails, their memory is released with it.
    void before.retire().catch(() => {});
  }

  /** Drops a segment that is not visible. */
  async discard(segment: CollectionSegment): Promise<void> {
    await segment.drop();
    this.#numbersInUse.delete(segment.number);
  }

  async drop(): Promise<void> {
    this.dropped = true;
    await this.capacity.close();
    await Promise.all(this.all.map((segment) => segment.drop()));
  }

  /** Opens a segment in each shard. */
  #opened(): ShardCapacities {
    const division = this.#shards;
    return new ShardCapacities(division, (shard) => this.#begin({ shard, division }));
  }

  #begin(of: DividedShard): CollectionSegment {
    const segment = this.create(of);
    this.#list.add(segment);
    this.#list.begin(segment);
    return segment;
  }

  /** Makes all new slots visible before any slot of another segment is deleted. */
  async #write(added: readonly VectorWrite[], tombstones: PendingTombstones): Promise<void> {
    if (tombstones.none) return applyWrites(added);
    return this.moves.during(() => applyWrites(added, tombstones.writes()));
  }
}
