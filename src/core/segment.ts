// A segment: points in slots, with their ids, payloads, versions and vectors. The slot of a point is the same in all.
// The decision: an upsert always takes a new slot. Ids are linked first and the vectors written after, so for a moment
// an id points to a slot that the engine does not show yet; `published` tells readers up to where they may look. Only
// the payload of a slot, and the version with it, can be replaced where they are: both at once, between two reads. A
// segment says what the engine has to write and leaves the writing to its owner, who may have several to write to.
import type { Engine, SegmentWrite } from "../engine/engine.ts";
import { VectorDbError } from "../errors.ts";
import type { SavedSegment } from "../storage/manifest.ts";
import type { SlotBooks } from "./checkpoint/slot-records.ts";
import type { FieldConfig } from "./collection-config.ts";
import { IdTracker } from "./id-tracker.ts";
import type { UpsertPoints } from "./operation.ts";
import type { PageCache } from "./payload/page-cache.ts";
import { PayloadStore } from "./payload/store.ts";
import type { PackedIds } from "./point-id.ts";
import { SlotSet } from "./slot-set.ts";
import { TableMemory } from "./table-memory.ts";
import { VectorFields } from "./vector-fields.ts";
import { VersionTable } from "./version-table.ts";

/** What a segment is told about itself; all of it has defaults. */
export interface SegmentPlace {
  /** Its number in the collection. */
  readonly number?: number;
  /** The most slots it may have. */
  readonly limit?: number;
  /** Where its files are, as their keys begin. */
  readonly directory?: string;
  /** Through which the payloads in its file are read; without, they stay in memory. */
  readonly pages?: PageCache | undefined;
}

export class Segment {
  readonly number: number;
  readonly directory: string;
  readonly ids: IdTracker;
  readonly payloads: PayloadStore;
  readonly vectors: VectorFields;
  /** What the last checkpoint has of it. */
  saved: SavedSegment | null = null;
  readonly #engine: Engine;
  readonly #tables: TableMemory;
  readonly #versions = new VersionTable();
  /** Slots that have lost their point. */
  readonly #dead = new SlotSet();
  #published = 0;
  /** Slots that all engine segments have memory for. */
  #capacity = 0;
  #limit: number;
  #dropped = false;
  /** Slots that died since `noteChanges`, or null when nobody wants to know. */
  #deaths: number[] | null = null;
  /** Slots that got another payload since then. */
  #changes: Set<number> | null = null;
  /** The tail of the line in which memory is asked for. */
  #growth: Promise<void> = Promise.resolve();

  /** @param seed for the hashing of ids: something that clients do not know */
  constructor(engine: Engine, fields: readonly FieldConfig[], seed: number, place: SegmentPlace = {}) {
    const { number = 0, limit = Number.POSITIVE_INFINITY, directory = `${number}`, pages } = place;
    this.number = number;
    this.directory = directory;
    this.#limit = limit;
    this.#engine = engine;
    this.ids = new IdTracker(seed);
    this.payloads = new PayloadStore(engine, pages?.file(`${directory}/payloads.bin`));
    this.vectors = new VectorFields(engine, fields, directory);
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

  get limit(): number {
    return this.#limit;
  }

  /** Slots there is memory for, taken or not. */
  get capacity(): number {
    return Math.min(this.#capacity, this.#limit);
  }

  /** Slots that can still be taken. */
  get room(): number {
    return Math.max(0, this.capacity - this.ids.slots);
  }

  /** Makes sure that `slots` slots in all can be written. @throws OutOfMemory, SegmentFull */
  reserve(slots: number): Promise<void> {
    const grown = this.#growth.then(() => this.#grow(slots));
    this.#growth = grown.catch(() => {});
    return grown;
  }

  async #grow(slots: number): Promise<void> {
    // Whoever asked before the drop and is served after it must not bring the memory back.
    if (this.#dropped) throw new VectorDbError("INTERNAL", "the segment has been dropped");
    const capacity = await this.vectors.reserve(slots);
    // All that may be promised, which can be more than was asked for; only then may it be.
    await this.#tables.cover(Math.min(capacity, this.#limit));
    this.#capacity = capacity;
    if (this.ids.slots > 0) return;
    this.ids.expect(slots);
    this.#versions.expect(slots);
  }

  /** Takes no more memory: what it has may be filled. */
  stopGrowing(): void {
    this.#limit = this.capacity;
  }

  /** Takes no more points: from now on it only loses them. */
  seal(): void {
    this.#limit = this.ids.slots;
  }

  /**
   * Takes slots for the points from `from` to before `to` and links their ids; memory must have been reserved.
   * @param version of all of them, or of each point of `points`
   * @returns what the engine has to write; call `publish` when it has
   */
  append(points: UpsertPoints, from: number, to: number, version: number | Float64Array): SegmentWrite[] {
    const { ids, payloads } = points;
    this.vectors.ensureNames(points.fields);
    const first = this.ids.slots;
    const died: number[] = [];
    for (let i = from; i < to; i++) {
      const before = this.ids.assign(ids, i);
      if (before >= 0) {
        died.push(before);
        this.#dead.add(before);
        this.payloads.forget(before);
      }
      const payload = payloads[i];
      if (payload) this.payloads.put(first + i - from, payload);
    }
    const versions = typeof version === "number" ? version : version.subarray(from, to);
    this.#versions.set(first, versions, to - from);
    return this.vectors.writing(points, from, to, first, Uint32Array.from(died));
  }

  /** The engine has written all slots that were taken. */
  publish(): void {
    this.#published = this.ids.slots;
  }

  /** Forgets the id. @returns the slot that has to die, or -1 */
  unlink(ids: PackedIds, index: number): number {
    const slot = this.ids.remove(ids, index);
    if (slot < 0) return slot;
    this.#dead.add(slot);
    this.#deaths?.push(slot);
    this.payloads.forget(slot);
    return slot;
  }

  /** The point in the slot has this payload from now on, or none, and is of this version. */
  setPayload(slot: number, payload: Uint8Array | null, version: number): void {
    this.#changes?.add(slot);
    this.payloads.put(slot, payload);
    this.#versions.set(slot, version, 1);
  }

  /** What the engine has to write so that the slots die. */
  killing(slots: readonly number[]): SegmentWrite[] {
    return this.vectors.killing(slots, this.ids.slots);
  }

  /** A bit for each slot that has lost its point: a copy. */
  deadSlots(): Uint32Array {
    return this.#dead.words(this.ids.slots);
  }

  /** From now on slots that die or get another payload are noted, or no longer. */
  noteChanges(wanted: boolean): void {
    this.#deaths = wanted ? [] : null;
    this.#changes = wanted ? new Set() : null;
  }

  /** The slots that died since this was last asked. */
  takeDeaths(): number[] {
    const deaths = this.#deaths ?? [];
    this.#deaths &&= [];
    return deaths;
  }

  /** The slots that got another payload since this was last asked. */
  takePayloadChanges(): number[] {
    const changes = [...(this.#changes ?? [])];
    this.#changes?.clear();
    return changes;
  }

  version(slot: number): number {
    return this.#versions.get(slot);
  }

  /**
   * Fills an empty segment with what was saved of one.
   * @param onFault is told of what has to be made anew
   * @throws DamagedFile, OutOfMemory; then it has to be dropped
   */
  async restore(saved: SavedSegment, books: SlotBooks, onFault: (text: string) => void): Promise<void> {
    const { slots, dead, open, fields } = saved;
    const { ids, versions, payloads, absent } = books;
    await this.#tables.cover(slots);
    // The engine reads its files while the books are opened here.
    const read = this.vectors.restore(slots, fields, absent, dead, onFault);
    read.catch(() => {});
    this.#dead.restore(dead);
    this.ids.restore(ids, (slot) => !this.#dead.has(slot));
    this.#versions.set(0, versions, slots);
    const isLive = (slot: number) => !this.#dead.has(slot);
    this.payloads.restore({ end: saved.payloads.bytes, ...payloads, sums: payloads.crcs, isLive });
    await read;
    this.#capacity = slots;
    this.#published = slots;
    if (!open) this.seal();
    this.saved = saved;
  }

  async drop(): Promise<void> {
    this.#dropped = true;
    await this.#growth;
    await this.vectors.drop();
    this.payloads.drop();
    this.#engine.noteGarbage(this.#tables.bytes);
  }
}
