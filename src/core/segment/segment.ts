// A segment: points in slots, with their ids, payloads, versions and vectors. The slot of a point is the same in all.
// The decision: an upsert always takes a new slot. Ids are linked first and the vectors written after, so for a moment
// an id points to a slot that the engine does not show yet; `published` tells readers up to where they may look. Only
// the payload of a slot, and the version with it, can be replaced where they are: both at once, between two reads. A
// segment says what the engine has to write and leaves the writing to its owner, who may have several to write to.

import type { Engine } from "../../engine/engine.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { SavedSegment } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import type { SlotTables } from "../formats/slot-records.ts";
import type { SegmentFilterCache } from "../index/filter-cache.ts";
import { IndexedFields } from "../index/indexed-fields.ts";
import { SegmentIndexes } from "../index/segment-indexes.ts";
import { PayloadStore } from "../payload/store.ts";
import type { UpsertPoints } from "../record/operation.ts";
import type { VectorBytes } from "../record/vector-bytes.ts";
import type { Bits } from "../slots/bits.ts";
import { IdOrder } from "../slots/id-order.ts";
import { IdTracker } from "../slots/id-tracker.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { ONLY_SHARD } from "../slots/shard-division.ts";
import { SlotChanges, type SlotState } from "../slots/slot-changes.ts";
import { SlotTombstones } from "../slots/tombstones.ts";
import type { VectorWrite } from "../vectors/apply-writes.ts";
import { CopyNotes, PayloadChanges, TouchedSlots } from "./changed-slots.ts";
import type { FieldsByColumn } from "./segment-field.ts";
import type { SegmentParts } from "./segment-parts.ts";
import { TableMemory } from "./table-memory.ts";
import { VectorFields } from "./vector-fields.ts";
import { VersionTable } from "./version-table.ts";

/** The result of linking points: the slots that they had before, and the number of their vectors. */
interface Taken {
  readonly replaced: readonly number[];
  readonly vectors: number;
}

/** Wasted bytes below which a rebuild is not worth its copy. */
const MIN_WASTED_BYTES = 2 ** 20;

export class CollectionSegment {
  readonly number: number;
  readonly shard: number;
  readonly division: number;
  readonly directory: string;
  readonly ids: IdTracker;
  readonly idOrder: IdOrder;
  readonly payloads: PayloadStore;
  readonly vectors: VectorFields;
  /** Changes of saved slots, which the next checkpoint writes. */
  readonly changes = new SlotChanges();
  /** Changes that a copy in progress has to repeat. */
  readonly notes = new CopyNotes();
  /** Slots that changed while sliced work was in progress. */
  readonly touched = new TouchedSlots();
  readonly payloadChanges = new PayloadChanges();
  /** The cached results of filters; null: none are kept. */
  readonly filters: SegmentFilterCache | null;
  readonly indexed: IndexedFields;
  readonly indexes: SegmentIndexes;
  /** The state of the segment in the last checkpoint. */
  saved: SavedSegment | null = null;
  readonly #engine: Engine;
  readonly #tables: TableMemory;
  readonly #versions = new VersionTable();
  readonly #tombstones = new SlotTombstones();
  #published = 0;
  /** Slots that all vector stores have memory for. */
  #capacity = 0;
  #limit: number;
  #dropped = false;
  readonly #growth = new SerialQueue();

  /** @param seed seeds the hash of ids; clients must not know it */
  constructor(engine: Engine, fields: FieldsByColumn, seed: number, parts: SegmentParts = {}) {
    const { number = 0, limit = Number.POSITIVE_INFINITY, directory = `${number}`, pages } = parts;
    this.number = number;
    ({ shard: this.shard, division: this.division } = parts.of ?? ONLY_SHARD);
    this.directory = directory;
    this.#limit = limit;
    this.#engine = engine;
    this.ids = new IdTracker(seed);
    this.idOrder = new IdOrder(this.ids, engine);
    this.payloads = new PayloadStore(engine, pages?.file(`${directory}/payloads.bin`));
    this.vectors = new VectorFields(engine, fields, directory, parts.kinds, parts.inForce);
    this.indexed = parts.indexed ?? new IndexedFields();
    const { ids, payloads } = this;
    const isDead = (slot: number) => this.#tombstones.isConfirmed(slot);
    this.indexes = new SegmentIndexes({ engine, ids, payloads, isDead }, this.indexed);
    this.filters = parts.filters?.ofSegment() ?? null;
    this.#tables = new TableMemory(engine, fields.length);
  }

  /** Slots below this number can be read and found. */
  get published(): number {
    return this.#published;
  }

  /** Slots that have lost their point. */
  get dead(): number {
    return this.ids.slots - this.ids.size;
  }

  /** The share of its bytes that are unreachable payloads and notes of their replacements; 0 while they are few. */
  get waste(): number {
    const { end, liveBytes } = this.payloads;
    const wasted = end - liveBytes + (this.saved?.changes?.bytes ?? 0);
    return wasted < MIN_WASTED_BYTES ? 0 : wasted / (end + this.ids.slots * this.vectors.rowBytes);
  }

  get limit(): number {
    return this.#limit;
  }

  /** The number of slots with memory, taken or not. */
  get capacity(): number {
    return Math.min(this.#capacity, this.#limit);
  }

  get freeSlots(): number {
    return Math.max(0, this.capacity - this.ids.slots);
  }

  /** Takes memory for `slots` slots in total. @throws OutOfMemory, SegmentFull */
  reserve(slots: number): Promise<void> {
    return this.#growth.run(() => this.#grow(slots));
  }

  /** Takes memory for new vectors of these sizes, beyond those that were written. @throws OutOfMemory, SegmentFull */
  reserveBytes(bytes: VectorBytes): Promise<void> {
    return this.#growth.run(async () => this.vectors.reserveBytes(bytes));
  }

  async #grow(slots: number): Promise<void> {
    // A read that was requested before the drop must not allocate the memory again.
    if (this.#dropped) throw new VectorDbError("INTERNAL", "the segment has been dropped");
    const capacity = await this.vectors.reserve(slots);
    // The tables get memory for all slots that may be reserved, which can be more than `slots`.
    await this.#tables.reserve(Math.min(capacity, this.#limit));
    this.#capacity = capacity;
    if (this.ids.slots > 0) return;
    this.ids.expect(slots);
    this.#versions.expect(slots);
  }

  /** Limits the segment to the slots that it has memory for. */
  stopGrowing(): void {
    this.#limit = this.capacity;
  }

  /** Closes the segment to new points. */
  seal(): void {
    this.#limit = this.ids.slots;
  }

  /**
   * Assigns slots to the points from `from` to before `to` and links their ids; memory must have been reserved.
   * `vectors` returns the writes for the engine; call `publish` after they are done.
   * @param version the version of all points, or one for each of `points`
   */
  take(points: UpsertPoints, from: number, to: number, version: number | Float64Array): Taken {
    const { ids, payloads } = points;
    this.vectors.ensureNames(points.fields);
    const first = this.ids.slots;
    const replaced: number[] = [];
    for (let i = from; i < to; i++) {
      const before = this.ids.assign(ids, i);
      if (before >= 0) {
        replaced.push(before);
        this.#tombstones.add(before);
        this.touched.note(before);
        this.payloads.forget(before);
      }
      const payload = payloads[i];
      if (payload) this.payloads.put(first + i - from, payload);
    }
    const versions = typeof version === "number" ? version : version.subarray(from, to);
    this.#versions.set(first, versions, to - from);
    this.indexes.append(first, payloads.slice(from, to));
    return { replaced, vectors: this.vectors.take(points, from, to, first, replaced) };
  }

  /** Makes the new slots visible, which the engine has written with all tombstones. */
  publish(): void {
    this.#published = this.ids.slots;
    this.confirmDeletes();
  }

  /** Confirms the pending tombstones, which the engine has written. */
  confirmDeletes(): void {
    this.#tombstones.confirm();
  }

  /** Returns the slots that hold a point now: of one that is being overwritten, the old. They must not be changed. */
  visibleSlots(): Bits {
    return this.#tombstones.unconfirmed(this.#published);
  }

  /** Returns the slots that a search may find: of a point that is being overwritten, both. They must not be changed. */
  searchableSlots(): Bits {
    return this.#tombstones.unconfirmed(this.ids.slots);
  }

  /** Returns a bit for each slot with a pending tombstone; null if there is none. */
  pendingDeletes(): Bits | null {
    return this.#tombstones.pending(this.ids.slots);
  }

  /** Removes the id and adds the tombstone of its slot. @returns the slot, or -1 if the segment lacks the id */
  unlink(ids: PackedIds, index: number): number {
    const slot = this.ids.remove(ids, index);
    if (slot < 0) return slot;
    this.#tombstones.add(slot);
    this.vectors.noteTombstone(slot);
    this.notes.deleted(slot);
    this.touched.note(slot);
    this.payloads.forget(slot);
    return slot;
  }

  /** Replaces the payload and the version of the slot's point. @param payload null: the point has no payload */
  setPayload(slot: number, payload: Uint8Array | null, version: number): void {
    this.notes.changed(slot);
    this.touched.note(slot);
    this.payloadChanges.note(slot);
    this.changes.note(slot, () => this.#stateOf(slot));
    this.payloads.put(slot, payload);
    this.indexes.replace(slot, payload);
    this.#versions.set(slot, version, 1);
  }

  tombstoneWrites(slots: readonly number[]): VectorWrite[] {
    return this.vectors.tombstoneWrites(slots, this.ids.slots);
  }

  /** Returns a copy of the bits of the slots that have lost their point. */
  deadSlots(): Uint32Array {
    return this.#tombstones.dead(this.ids.slots);
  }

  version(slot: number): number {
    return this.#versions.get(slot);
  }

  /** Returns the state of the slot when a checkpoint captured the segment, until the checkpoint releases it. */
  stateAtCapture(slot: number): SlotState {
    return this.changes.stateAtCapture(slot) ?? this.#stateOf(slot);
  }

  #stateOf(slot: number): SlotState {
    return { version: this.#versions.get(slot), ...this.payloads.location(slot) };
  }

  /**
   * Fills an empty segment with saved data.
   * @param readFile reads a whole file of the segment
   * @param onFault receives a text for each part that has to be rebuilt
   * @throws DamagedFile, OutOfMemory; then the segment has to be dropped
   */
  async restore(
    saved: SavedSegment,
    tables: SlotTables,
    readFile: (file: SavedFile) => Promise<Uint8Array>,
    onFault: (text: string) => void,
  ): Promise<void> {
    const { slots, dead, open, fields } = saved;
    const { ids, versions, payloads, absent } = tables;
    await this.#tables.reserve(slots);
    const read = this.vectors.restore({ slots, fields, absent, dead, read: readFile, onFault }); // tables meanwhile
    read.catch(() => {});
    this.#tombstones.restore(dead);
    const isLive = (slot: number) => !this.#tombstones.isDead(slot);
    await runInSlices(this.ids.restore(ids, isLive));
    await runInSlices(this.#versions.restore(versions));
    const payloadColumns = { end: saved.payloads.bytes, ...payloads, sums: payloads.crcs, isLive };
    await runInSlices(this.payloads.restore(payloadColumns));
    const savedFields = await read;
    this.#capacity = slots;
    this.#published = slots;
    if (!open) this.seal();
    this.saved = { ...saved, fields: savedFields };
  }

  async drop(): Promise<void> {
    this.#dropped = true;
    await this.#growth.settled();
    await this.vectors.drop();
    this.payloads.drop();
    this.indexes.drop();
    this.filters?.drop();
    this.idOrder.drop();
    this.#engine.noteGarbage(this.#tables.bytes);
  }
}
