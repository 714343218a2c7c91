// The indexes over the payloads of a segment.
// The decision: they follow the schema by themselves: whenever they are fed or asked they drop what is not in it any more
// and begin what is new. Nothing of them is saved; after a restart they are read from the payloads again. What a write
// puts in is counted and never refused, because the write has been logged; what is read goes on when there is memory.
import type { Engine } from "../../engine/engine.ts";
import type { Check } from "../filter/filter.ts";
import { type JsonObject, parsePayload } from "../filter/value.ts";
import type { PayloadStore } from "../payload/store.ts";
import { FieldEntry } from "./field-entry.ts";
import type { Verdict } from "./field-index.ts";
import type { IndexedField, IndexedFields } from "./indexed-fields.ts";

/** What the indexes need of their segment. */
export interface Indexed {
  readonly engine: Pick<Engine, "memory" | "noteGarbage">;
  readonly payloads: PayloadStore;
  readonly ids: { readonly slots: number };
  /** Whether the slot has lost its point: whoever asks about it knows. */
  readonly isDead: (slot: number) => boolean;
}

/** What is read at once: about two milliseconds. */
const SLICE_BYTES = 128 * 1024;
const SLICE_SLOTS = 1024;
/** At most what a slot takes in all indexes, beyond the bytes of its payload. */
const SLOT_BYTES = 256;

/** A slice that is being read. */
interface Reading {
  readonly entries: readonly FieldEntry[];
  readonly from: number;
  readonly end: number;
  /** Slots of it that got another payload meanwhile. */
  readonly overtaken: Set<number>;
}

export class SegmentIndexes {
  readonly #segment: Indexed;
  readonly #schema: IndexedFields;
  #seen: ReadonlyMap<string, IndexedField> = new Map();
  #entries = new Map<string, FieldEntry>();
  #reading: Reading | null = null;
  #bytes = 0;

  constructor(segment: Indexed, schema: IndexedFields) {
    this.#segment = segment;
    this.#schema = schema;
  }

  /** What is counted for them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether something has yet to be read. */
  get unfinished(): boolean {
    this.#follow(this.#segment.ids.slots);
    for (const entry of this.#entries.values()) if (!entry.isComplete) return true;
    return false;
  }

  /** The slots from `first` on have been assigned, and these are their payloads. */
  append(first: number, payloads: readonly (Uint8Array | null)[]): void {
    this.#follow(first);
    if (this.#entries.size === 0) return;
    payloads.forEach((bytes, i) => {
      const payload = payloadOf(bytes);
      for (const entry of this.#entries.values()) entry.put(first + i, payload);
    });
    this.#count();
  }

  /** The slot has another payload from now on. */
  replace(slot: number, bytes: Uint8Array | null): void {
    this.#follow(this.#segment.ids.slots);
    if (this.#entries.size === 0) return;
    const payload = payloadOf(bytes);
    const reading = this.#reading;
    const isBeingRead = reading !== null && slot >= reading.from && slot < reading.end;
    if (isBeingRead) reading.overtaken.add(slot);
    for (const [path, entry] of this.#entries) {
      // What has yet to be read will be read as it is then.
      if (entry.has(slot) || (isBeingRead && reading.entries.includes(entry))) entry.put(slot, payload);
      if (entry.isWorn) this.#entries.set(path, new FieldEntry(entry.field, this.#segment.ids.slots));
    }
    this.#count();
  }

  /** The index over the field at the path, or null. */
  entry(path: string): FieldEntry | null {
    this.#follow(this.#segment.ids.slots);
    return this.#entries.get(path) ?? null;
  }

  /** The slots for which the check holds at the path; null: no index can say. */
  select(path: string, check: Check): Verdict | null {
    return this.entry(path)?.select(check, this.#segment.ids.slots) ?? null;
  }

  /** Reads the next slice of what has yet to be read. @returns false when there is no memory for it */
  async read(): Promise<boolean> {
    const { engine, payloads } = this.#segment;
    const { slots, ...reading } = this.#nextSlice();
    const bytes = slots.reduce((sum, slot) => sum + payloads.lengthOf(slot) + SLOT_BYTES, 0);
    if (!engine.memory.takeSpare(bytes)) return false;
    this.#reading = reading;
    try {
      const read = await payloads.read(slots);
      slots.forEach((slot, i) => {
        if (reading.overtaken.has(slot)) return;
        const payload = payloadOf(read[i]!);
        for (const entry of reading.entries) entry.put(slot, payload);
      });
      for (const entry of reading.entries) entry.built(reading.end);
    } finally {
      this.#reading = null;
      engine.memory.give(bytes);
    }
    this.#count();
    return true;
  }

  drop(): void {
    this.#entries.clear();
    this.#count();
  }

  /** The entries that begin where the least has been read, and the next slots that they need. */
  #nextSlice(): Reading & { slots: number[] } {
    const { payloads, isDead } = this.#segment;
    const open = [...this.#entries.values()].filter(({ isComplete }) => !isComplete);
    const from = Math.min(...open.map(({ unread }) => unread[0]));
    const entries = open.filter(({ unread }) => unread[0] === from);
    const last = Math.min(...entries.map(({ unread }) => unread[1]), from + SLICE_SLOTS);
    const slots: number[] = [];
    let end = from;
    for (let bytes = 0; end < last && bytes < SLICE_BYTES; end++) {
      if (isDead(end)) continue;
      slots.push(end);
      bytes += payloads.lengthOf(end);
    }
    return { entries, from, end, overtaken: new Set(), slots };
  }

  /** @param slots that there were before what comes now */
  #follow(slots: number): void {
    if (this.#seen === this.#schema.all) return;
    this.#seen = this.#schema.all;
    const entries = new Map<string, FieldEntry>();
    for (const [path, field] of this.#seen) {
      const before = this.#entries.get(path);
      entries.set(path, before?.field === field ? before : new FieldEntry(field, slots));
    }
    this.#entries = entries;
    this.#count();
  }

  /** Counts what there is now. */
  #count(): void {
    const { engine } = this.#segment;
    let bytes = 0;
    for (const entry of this.#entries.values()) bytes += entry.bytes;
    if (bytes > this.#bytes) engine.memory.add(bytes - this.#bytes);
    else engine.noteGarbage(this.#bytes - bytes);
    this.#bytes = bytes;
  }
}

function payloadOf(bytes: Uint8Array | null): JsonObject {
  return bytes === null || bytes.length === 0 ? {} : parsePayload(bytes);
}
