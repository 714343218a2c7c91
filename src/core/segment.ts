// A segment: points in slots, with their ids, payloads, versions, and one engine segment for each vector name. The
// slot of a point is the same in all of them.
// The decision: an upsert always takes a new slot. Ids are linked first and the vectors written after, so for a moment
// an id points to a slot that the engine does not show yet; `published` tells readers up to where they may look. A
// segment says what the engine has to write and leaves the writing to its owner, who may have several to write to.
import type { Engine, Hits, SearchOptions, SegmentHandle, SegmentWrite } from "../engine/engine.ts";
import { VectorDbError } from "../errors.ts";
import { partOf } from "./batch-part.ts";
import type { FieldConfig } from "./collection-config.ts";
import { IdTracker } from "./id-tracker.ts";
import type { FieldVectors, UpsertPoints } from "./operation.ts";
import { PayloadStore } from "./payload/store.ts";
import type { PackedIds } from "./point-id.ts";
import { segmentSpec } from "./search-params.ts";
import { SlotSet } from "./slot-set.ts";
import { TableMemory } from "./table-memory.ts";
import { VersionTable } from "./version-table.ts";

interface FieldSegment {
  readonly field: FieldConfig;
  readonly spec: ReturnType<typeof segmentSpec>;
  /** Null until there is something to put in it: a collection without points takes no memory. */
  handle: SegmentHandle | null;
  readonly absent: SlotSet;
  capacity: number;
}

/** What a segment is told about itself; all of it has defaults. */
export interface SegmentPlace {
  /** Its number in the collection. */
  readonly number?: number;
  /** The most slots it may have. */
  readonly limit?: number;
  /** What the keys of the collection's files begin with. */
  readonly folder?: string;
}

const NO_ROWS = new Uint32Array(0);
const NO_VECTORS = new Float32Array(0);
const NONE = { slots: NO_ROWS, distances: NO_VECTORS };
const NO_HITS: Hits = { ...NONE, complete: true, compared: 0, served: "exact" };

export class Segment {
  readonly number: number;
  readonly ids: IdTracker;
  readonly #engine: Engine;
  readonly #fields: ReadonlyMap<string, FieldSegment>;
  readonly #payloads: PayloadStore;
  readonly #tables: TableMemory;
  readonly #versions = new VersionTable();
  #published = 0;
  /** Slots that all engine segments have memory for. */
  #capacity = 0;
  #limit: number;
  #dropped = false;
  /** Slots that died since `noteDeaths`, or null when nobody wants to know. */
  #deaths: number[] | null = null;
  /** The tail of the line in which memory is asked for. */
  #growth: Promise<void> = Promise.resolve();

  /** @param seed for the hashing of ids: something that clients do not know */
  constructor(engine: Engine, fields: readonly FieldConfig[], seed: number, place: SegmentPlace = {}) {
    this.number = place.number ?? 0;
    this.#limit = place.limit ?? Number.POSITIVE_INFINITY;
    this.#engine = engine;
    this.ids = new IdTracker(seed);
    this.#payloads = new PayloadStore(engine.memory);
    this.#tables = new TableMemory(engine, fields.length);
    const folder = `${place.folder ?? "segments"}/${this.number}`;
    this.#fields = new Map(
      fields.map((field, i) => [field.name, emptyField(field, `${folder}/rows-${i}.f32`)]),
    );
  }

  /** The names of its vectors. */
  get names(): string[] {
    return [...this.#fields.keys()];
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

  /** The bytes of a point's vectors. */
  get rowBytes(): number {
    let bytes = 0;
    for (const { field } of this.#fields.values()) bytes += field.size * Float32Array.BYTES_PER_ELEMENT;
    return bytes;
  }

  /** The bytes of the payloads of all its points. */
  get payloadBytes(): number {
    return this.#payloads.liveBytes;
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
    for (const segment of this.#fields.values()) {
      if (slots <= segment.capacity) continue;
      segment.handle ??= await this.#engine.create(segment.spec);
      segment.capacity = await this.#engine.reserve(segment.handle, slots);
    }
    const capacity = Math.min(...Array.from(this.#fields.values(), ({ capacity }) => capacity));
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
    const { ids, fields, payloads } = points;
    for (const { name } of fields) this.#field(name);
    const first = this.ids.slots;
    const slots = to - from;
    const died: number[] = [];
    for (let i = from; i < to; i++) {
      const before = this.ids.assign(ids, i);
      if (before >= 0) {
        died.push(before);
        this.#payloads.forget(before);
      }
      const payload = payloads[i];
      if (payload) this.#payloads.put(first + i - from, payload);
    }
    this.#versions.set(first, typeof version === "number" ? version : version.subarray(from, to), slots);
    const dead = Uint32Array.from(died);
    const writes: SegmentWrite[] = [];
    for (const { field, handle: segment, absent } of this.#fields.values()) {
      const given = fields.find(({ name }) => name === field.name);
      const { rows, vectors } = given ? partOf(given, from, to) : { rows: NO_ROWS, vectors: NO_VECTORS };
      if (rows) absent.addAllBut(rows, first, slots);
      if (segment !== null) writes.push({ segment, first, slots, rows, vectors, dead });
    }
    return writes;
  }

  /** The engine has written all slots that were taken. */
  publish(): void {
    this.#published = this.ids.slots;
  }

  /** Forgets the id. @returns the slot that has to die, or -1 */
  unlink(ids: PackedIds, index: number): number {
    const slot = this.ids.remove(ids, index);
    if (slot < 0) return slot;
    this.#deaths?.push(slot);
    this.#payloads.forget(slot);
    return slot;
  }

  /** What the engine has to write so that the slots die. */
  killing(slots: readonly number[]): SegmentWrite[] {
    const dead = Uint32Array.from(slots);
    const nothing = { first: this.ids.slots, slots: 0, rows: NO_ROWS, vectors: NO_VECTORS };
    return this.#handles().map((segment) => ({ segment, ...nothing, dead }));
  }

  /** From now on slots that die are noted, or no longer. */
  noteDeaths(wanted: boolean): void {
    this.#deaths = wanted ? [] : null;
  }

  /** The slots that died since this was last asked. */
  takeDeaths(): number[] {
    const deaths = this.#deaths ?? [];
    this.#deaths &&= [];
    return deaths;
  }

  async search(name: string, query: Float32Array, options: SearchOptions): Promise<Hits> {
    const { handle } = this.#field(name);
    return handle === null ? NO_HITS : this.#engine.search(handle, query, options);
  }

  /** The same for `count` queries, one after another. */
  async searchBatch(
    name: string,
    queries: Float32Array,
    count: number,
    options: SearchOptions,
  ): Promise<Hits[]> {
    const { handle } = this.#field(name);
    if (handle === null) return new Array(count).fill(NO_HITS);
    return this.#engine.searchBatch(handle, queries, options);
  }

  /** Resolves when the engine's graphs have every slot that they are to have. */
  async indexed(): Promise<void> {
    for (const handle of this.#handles()) await this.#engine.indexed(handle);
  }

  /** How many slots the graphs have, and whether they are to have more. */
  async indexState(): Promise<{ indexed: number; busy: boolean }> {
    const state = { indexed: 0, busy: false };
    for (const { spec, handle } of this.#fields.values()) {
      if (handle === null) continue;
      const { indexed, count } = await this.#engine.stats(handle);
      state.indexed += indexed;
      state.busy ||= spec.m > 0 && count >= spec.indexFrom && indexed < count;
    }
    return state;
  }

  payload(slot: number): Uint8Array | null {
    return this.#payloads.get(slot);
  }

  version(slot: number): number {
    return this.#versions.get(slot);
  }

  /** The vectors called `name` of the slots, in order; null where a point has none. */
  async vectors(name: string, slots: readonly number[]): Promise<(Float32Array | null)[]> {
    const { rows, vectors, dimension } = await this.read(name, slots);
    const all: (Float32Array | null)[] = new Array(slots.length).fill(null);
    rows.forEach((row, i) => {
      all[row] = vectors.subarray(i * dimension, (i + 1) * dimension);
    });
    return all;
  }

  /** The same, one after another, with the positions in `slots` of those that have one. */
  async read(name: string, slots: readonly number[]): Promise<FieldVectors & { rows: Uint32Array }> {
    const { handle, absent, field } = this.#field(name);
    const positions = slots.flatMap((slot, i) => (absent.has(slot) ? [] : i));
    const rows = Uint32Array.from(positions);
    const wanted = rows.map((row) => slots[row]!);
    const none = handle === null || rows.length === 0;
    const vectors = none ? NO_VECTORS : await this.#engine.read(handle, wanted);
    return { name, dimension: field.size, rows, vectors };
  }

  async drop(): Promise<void> {
    this.#dropped = true;
    await this.#growth;
    await Promise.all(this.#handles().map((handle) => this.#engine.drop(handle)));
    this.#engine.noteGarbage(this.#payloads.bytes + this.#tables.bytes);
  }

  #handles(): SegmentHandle[] {
    return Array.from(this.#fields.values(), ({ handle }) => handle).filter((handle) => handle !== null);
  }

  #field(name: string): FieldSegment {
    const segment = this.#fields.get(name);
    if (!segment) throw new VectorDbError("INTERNAL", `there are no vectors named '${name}' here`);
    return segment;
  }
}

function emptyField(field: FieldConfig, rowsFile: string): FieldSegment {
  return { field, spec: segmentSpec(field, rowsFile), handle: null, absent: new SlotSet(), capacity: 0 };
}
