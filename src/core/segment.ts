// A segment: points in slots, with their ids, payloads, versions, and one engine segment for each vector name. The
// slot of a point is the same in all of them.
// The decision: an upsert always takes a new slot. Ids are linked first and the vectors written after, so for a moment
// an id points to a slot that the engine does not show yet; `published` tells readers up to where they may look.
import type { Engine, Hits, SearchOptions, SegmentHandle, SegmentWrite } from "../engine/engine.ts";
import { VectorDbError } from "../errors.ts";
import type { FieldConfig } from "./collection-config.ts";
import { IdTracker } from "./id-tracker.ts";
import type { DeletePoints, UpsertPoints } from "./operation.ts";
import { PayloadStore } from "./payload/store.ts";
import { segmentSpec } from "./search-params.ts";
import { SlotSet } from "./slot-set.ts";
import { TableMemory } from "./table-memory.ts";

interface FieldSegment {
  readonly field: FieldConfig;
  /** Null until there is something to put in it: a collection without points takes no memory. */
  handle: SegmentHandle | null;
  readonly absent: SlotSet;
  capacity: number;
}

const FIRST_SLOTS = 64;
const NO_ROWS = new Uint32Array(0);
const NO_HITS: Hits = {
  slots: NO_ROWS,
  distances: new Float32Array(0),
  complete: true,
  compared: 0,
  served: "exact",
};

export class Segment {
  readonly ids: IdTracker;
  readonly #engine: Engine;
  readonly #fields: ReadonlyMap<string, FieldSegment>;
  readonly #payloads: PayloadStore;
  readonly #tables: TableMemory;
  /** Per slot: the log sequence number of the write that made it. */
  #versions = new Float64Array(FIRST_SLOTS);
  #published = 0;
  #dropped = false;
  /** The tail of the line in which memory is asked for. */
  #growth: Promise<void> = Promise.resolve();

  /** @param seed for the hashing of ids: something that clients do not know */
  constructor(engine: Engine, fields: readonly FieldConfig[], seed: number) {
    this.#engine = engine;
    this.ids = new IdTracker(seed);
    this.#payloads = new PayloadStore(engine.memory);
    this.#tables = new TableMemory(engine, fields.length);
    this.#fields = new Map(
      fields.map((field) => [field.name, { field, handle: null, absent: new SlotSet(), capacity: 0 }]),
    );
  }

  /** Slots below this number can be read and found. */
  get published(): number {
    return this.#published;
  }

  /** Makes sure that `slots` slots in all can be written. @throws OutOfMemory */
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
      segment.handle ??= await this.#engine.create(segmentSpec(segment.field));
      segment.capacity = await this.#engine.reserve(segment.handle, slots);
    }
    await this.#tables.cover(slots);
  }

  /** The slots are taken before this returns; memory for them must have been reserved. */
  async upsert({ ids, fields, payloads }: UpsertPoints, lsn: number): Promise<void> {
    for (const { name } of fields) this.#field(name);
    const first = this.ids.slots;
    const dead: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const before = this.ids.assign(ids, i);
      if (before >= 0) dead.push(before);
      const payload = payloads[i];
      if (payload) this.#payloads.put(first + i, payload);
    }
    this.#setVersions(first, ids.length, lsn);
    const writes: SegmentWrite[] = [];
    for (const segment of this.#fields.values()) {
      const given = fields.find(({ name }) => name === segment.field.name);
      const rows = given ? given.rows : NO_ROWS;
      if (rows) markAbsent(segment.absent, first, ids.length, rows);
      const vectors = given ? given.vectors : new Float32Array(0);
      if (segment.handle === null) continue;
      const slots = { first, slots: ids.length, rows, vectors, dead: Uint32Array.from(dead) };
      writes.push({ segment: segment.handle, ...slots });
    }
    await this.#engine.write(writes);
    this.#published = first + ids.length;
  }

  async remove({ ids }: DeletePoints): Promise<void> {
    const removed: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const slot = this.ids.remove(ids, i);
      if (slot >= 0) removed.push(slot);
    }
    if (removed.length === 0) return;
    const dead = Uint32Array.from(removed);
    const nothing = { first: this.ids.slots, slots: 0, rows: NO_ROWS, vectors: new Float32Array(0) };
    await this.#engine.write(this.#handles().map((segment) => ({ segment, ...nothing, dead })));
  }

  async search(name: string, query: Float32Array, options: SearchOptions): Promise<Hits> {
    const { handle } = this.#field(name);
    return handle === null ? NO_HITS : this.#engine.search(handle, query, options);
  }

  payload(slot: number): Uint8Array | null {
    return this.#payloads.get(slot);
  }

  version(slot: number): number {
    return this.#versions[slot]!;
  }

  /** The vectors called `name` of the slots, in order; null where a point has none. */
  async vectors(name: string, slots: readonly number[]): Promise<(Float32Array | null)[]> {
    const { handle, absent, field } = this.#field(name);
    const present = slots.filter((slot) => !absent.has(slot));
    const rows =
      handle === null ? new Float32Array(0) : await this.#engine.read(handle, Uint32Array.from(present));
    let next = 0;
    return slots.map((slot) => {
      if (absent.has(slot)) return null;
      const start = field.size * next++;
      return rows.subarray(start, start + field.size);
    });
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

  #setVersions(first: number, count: number, lsn: number): void {
    if (first + count > this.#versions.length) {
      const versions = new Float64Array(Math.max(this.#versions.length * 2, first + count));
      versions.set(this.#versions);
      this.#versions = versions;
    }
    this.#versions.fill(lsn, first, first + count);
  }
}

function markAbsent(absent: SlotSet, first: number, slots: number, rows: Uint32Array): void {
  let next = 0;
  for (let i = 0; i < slots; i++) {
    if (rows[next] === i) next++;
    else absent.add(first + i);
  }
}
