// A segment: points in slots, with their ids, payloads, versions, and one engine segment for each vector name. The
// slot of a point is the same in all of them.
// The decision: an upsert always takes a new slot. Ids are linked first and the vectors written after, so for a moment
// an id points to a slot that the engine does not show yet; `published` tells readers up to where they may look.
import { MAX_DIMENSION } from "../engine/abi.ts";
import type { Engine, Hits, SegmentHandle, SegmentWrite } from "../engine/engine.ts";
import { VectorDbError } from "../errors.ts";
import { IdTracker } from "./id-tracker.ts";
import type { DeletePoints, UpsertPoints, VectorField } from "./operation.ts";
import { PayloadStore } from "./payload/store.ts";

interface FieldSegment {
  readonly field: VectorField;
  readonly handle: SegmentHandle;
  /** Which slots have no such vector; slots beyond the end have one. */
  readonly absent: Set<number>;
  capacity: number;
}

const FIRST_SLOTS = 64;
const NO_SLOTS = new Uint32Array(0);

export class Segment {
  readonly ids = new IdTracker();
  readonly #engine: Engine;
  readonly #fields: ReadonlyMap<string, FieldSegment>;
  readonly #payloads = new PayloadStore();
  /** Per slot: the log sequence number of the write that made it. */
  #versions = new Float64Array(FIRST_SLOTS);
  #published = 0;

  static async create(engine: Engine, fields: readonly VectorField[]): Promise<Segment> {
    const segments = new Map<string, FieldSegment>();
    for (const field of fields) {
      if (field.size > MAX_DIMENSION)
        throw new VectorDbError("INTERNAL", `dimension ${field.size} was let through`);
      const handle = await engine.create({ dimension: field.size, metric: field.distance });
      segments.set(field.name, { field, handle, absent: new Set(), capacity: 0 });
    }
    return new Segment(engine, segments);
  }

  private constructor(engine: Engine, fields: ReadonlyMap<string, FieldSegment>) {
    this.#engine = engine;
    this.#fields = fields;
  }

  /** Slots below this number can be read and found. */
  get published(): number {
    return this.#published;
  }

  /** Makes sure that `slots` slots in all can be written. @throws OutOfMemory */
  async reserve(slots: number): Promise<void> {
    for (const segment of this.#fields.values()) {
      if (slots > segment.capacity) segment.capacity = await this.#engine.reserve(segment.handle, slots);
    }
  }

  /** The slots are taken before this returns; memory for them must have been reserved. */
  async upsert({ ids, fields, payloads }: UpsertPoints, lsn: number): Promise<void> {
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
      const rows = given ? given.rows : NO_SLOTS;
      if (rows) markAbsent(segment.absent, first, ids.length, rows);
      writes.push({
        segment: segment.handle,
        first,
        slots: ids.length,
        rows,
        vectors: given ? given.vectors : new Float32Array(0),
        dead: Uint32Array.from(dead),
      });
    }
    await this.#engine.write(writes);
    this.#published = first + ids.length;
  }

  async remove({ ids }: DeletePoints): Promise<void> {
    const dead: number[] = [];
    for (let i = 0; i < ids.length; i++) {
      const slot = this.ids.remove(ids, i);
      if (slot >= 0) dead.push(slot);
    }
    if (dead.length === 0) return;
    const slots = Uint32Array.from(dead);
    const writes = Array.from(this.#fields.values(), ({ handle }) => ({
      segment: handle,
      first: this.ids.slots,
      slots: 0,
      rows: NO_SLOTS,
      vectors: new Float32Array(0),
      dead: slots,
    }));
    await this.#engine.write(writes);
  }

  search(name: string, query: Float32Array, k: number): Promise<Hits> {
    return this.#engine.search(this.#field(name).handle, query, k);
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
    const rows = await this.#engine.read(handle, Uint32Array.from(present));
    let next = 0;
    return slots.map((slot) => {
      if (absent.has(slot)) return null;
      const start = field.size * next++;
      return rows.subarray(start, start + field.size);
    });
  }

  async drop(): Promise<void> {
    await Promise.all(Array.from(this.#fields.values(), ({ handle }) => this.#engine.drop(handle)));
  }

  #field(name: string): FieldSegment {
    const segment = this.#fields.get(name);
    if (!segment) throw new VectorDbError("INTERNAL", `vector name '${name}' was let through`);
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

function markAbsent(absent: Set<number>, first: number, slots: number, rows: Uint32Array): void {
  let next = 0;
  for (let i = 0; i < slots; i++) {
    if (rows[next] === i) next++;
    else absent.add(first + i);
  }
}
