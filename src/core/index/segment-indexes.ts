// The payload indexes of a segment.
// The decision: before each use they compare themselves with the schema, drop indexes that it no longer has and begin
// new ones. Small writes are put into indexes at once, so that searches find them there; the rest is read later, in
// slices, as are the payloads that a saved index lacks after a start. Of texts, which take longest, fewer are put in.
// Memory for written values is counted and never refused, because the write is in the log; the later reading stops
// while memory is missing.
import type { Engine } from "../../engine/engine.ts";
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import { type JsonObject, parsePayload } from "../filter/value.ts";
import type { PayloadStore } from "../payload/store.ts";
import { FieldEntry } from "./field-entry.ts";
import type { Verdict } from "./field-index.ts";
import type { IndexedField, IndexedFields } from "./indexed-fields.ts";

/** The members of a segment that the indexes use. */
interface Indexed {
  readonly engine: Pick<Engine, "memory" | "noteGarbage">;
  readonly payloads: PayloadStore;
  readonly ids: { readonly slots: number };
  /** Whether the slot has lost its point. */
  readonly isDead: (slot: number) => boolean;
}

/** Bytes that are read between two pauses: about two milliseconds. */
const SLICE_BYTES = 128 * 1024;
const SLICE_SLOTS = 1024;
/**
 * Bytes of payloads that writes index at once before other tasks have run; further ones are indexed in the background.
 */
const PATIENCE_BYTES = 256 * 1024;
/**
 * Bytes of texts that writes put into text indexes at once, in bytes of plain texts (text/effort.ts): up to ten
 * milliseconds. Further ones are put in in the background.
 */
const TEXT_PATIENCE_BYTES = 16 * 1024;
/** Longer texts, in bytes of plain ones, are put in in slices in the background. */
const LONG_BYTES = 4096;
/** Bytes that each payload counts in addition, because small and empty ones are work, too. */
const PUT_BYTES = 64;
/** The usual upper limit of the bytes that a slot takes in an index, beyond those of its payload. */
const SLOT_BYTES = 256;

export class SegmentIndexes {
  readonly #segment: Indexed;
  readonly #schema: IndexedFields;
  #knownFields: ReadonlyMap<string, IndexedField> = new Map();
  #entries = new Map<string, FieldEntry>();
  /** The part of PATIENCE_BYTES that is left. */
  #patience = PATIENCE_BYTES;
  /** The part of TEXT_PATIENCE_BYTES that is left. */
  #textPatience = TEXT_PATIENCE_BYTES;
  /** A long payload that is being put in. */
  #slow: Promise<void> | null = null;
  #bytes = 0;

  constructor(segment: Indexed, schema: IndexedFields) {
    this.#segment = segment;
    this.#schema = schema;
  }

  /** The bytes that the indexes have on the memory account. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The indexes by the paths of their fields. */
  get all(): ReadonlyMap<string, FieldEntry> {
    this.#follow(this.#segment.ids.slots);
    return this.#entries;
  }

  /** Replaces an index by one that was loaded. */
  install(path: string, entry: FieldEntry): void {
    this.#follow(this.#segment.ids.slots);
    if (this.#entries.get(path)?.field !== entry.field) return;
    this.#entries.set(path, entry);
    this.#count();
  }

  /** Whether any index lacks the values of some slot. */
  get unfinished(): boolean {
    this.#follow(this.#segment.ids.slots);
    for (const entry of this.#entries.values()) if (!entry.isComplete) return true;
    return false;
  }

  /** Allows writes to index at once again, because other tasks have run. */
  refresh(): void {
    this.#patience = PATIENCE_BYTES;
    this.#textPatience = TEXT_PATIENCE_BYTES;
  }

  /** Indexes the payloads of new slots, from `first` on. */
  append(first: number, payloads: readonly (Uint8Array | null)[]): void {
    this.#follow(first);
    if (this.#entries.size === 0) return;
    payloads.forEach((bytes, i) => {
      this.#feed(first + i, bytes);
    });
    this.#count();
  }

  /** Replaces the values of a slot by those of its new payload. */
  replace(slot: number, bytes: Uint8Array | null): void {
    this.#follow(this.#segment.ids.slots);
    if (this.#entries.size === 0 || !this.#feed(slot, bytes)) return;
    for (const [path, entry] of this.#entries)
      if (entry.needsRebuild) this.#entries.set(path, new FieldEntry(entry.field, this.#segment.ids.slots));
    this.#count();
  }

  /** Returns null if the field is not indexed. */
  entry(path: string): FieldEntry | null {
    this.#follow(this.#segment.ids.slots);
    return this.#entries.get(path) ?? null;
  }

  /**
   * Returns the verdict for the slots below `slots`; null if there is no index on the path, or it cannot decide the
   * check.
   */
  *select(path: string, check: Check, slots: number): Sliced<Verdict | null> {
    const entry = this.entry(path);
    if (entry === null) return null;
    const verdict = yield* entry.select(check, slots);
    // Indexes may keep something for the next use.
    this.#count();
    return verdict;
  }

  /**
   * Indexes some of the unread payloads in slices, which may end between two fields of a point.
   * @returns false if memory is missing
   */
  async read(): Promise<boolean> {
    if (this.#slow) {
      await this.#slow;
      return true;
    }
    const { engine, payloads } = this.#segment;
    const entries = [...this.#entries.values()].filter(({ isComplete }) => !isComplete);
    const slots = this.#nextSlots(entries);
    const bytes = slots.reduce((sum, slot) => sum + payloads.lengthOf(slot) + SLOT_BYTES, 0);
    if (!engine.memory.reserveSpare(bytes)) return false;
    try {
      const locations = slots.map((slot) => payloads.location(slot));
      const read = await payloads.read(slots);
      for (const [i, slot] of slots.entries()) {
        let payload: JsonObject | null = null;
        for (const entry of entries) {
          if (isSliceOver()) await pause();
          // It may have got another payload meanwhile, which has been put in or will be read.
          const { offset, length } = payloads.location(slot);
          if (offset !== locations[i]!.offset || length !== locations[i]!.length) break;
          payload ??= payloadOf(read[i]!);
          if (!entry.lacks(slot)) continue;
          if (entry.isSliceable && entry.effort(payload, locations[i]!.length) > LONG_BYTES)
            await this.#putSlowly(entry, slot, payload);
          else entry.put(slot, payload);
        }
      }
    } finally {
      engine.memory.release(bytes);
    }
    this.#count();
    return true;
  }

  /** Indexes all unread payloads, as far as there is memory. */
  async finish(pause: () => Promise<void>): Promise<void> {
    while (this.unfinished && (await this.read())) await pause();
  }

  drop(): void {
    this.#entries.clear();
    this.#count();
  }

  async #putSlowly(entry: FieldEntry, slot: number, payload: JsonObject): Promise<void> {
    const work = runInSlices(entry.putInSlices(slot, payload));
    this.#slow = work;
    try {
      await work;
    } finally {
      // Another reader may put a payload into another index meanwhile.
      if (this.#slow === work) this.#slow = null;
    }
  }

  /** @param bytes the new payload of the slot @returns false if all of it was left to be read in the background */
  #feed(slot: number, bytes: Uint8Array | null): boolean {
    const length = bytes?.length ?? 0;
    this.#patience -= PUT_BYTES + length;
    let payload: JsonObject | null = null;
    for (const entry of this.#entries.values()) {
      if (this.#isPatient(entry)) {
        payload ??= payloadOf(bytes);
        this.#textPatience -= entry.effort(payload, length);
      }
      if (payload && this.#isPatient(entry)) entry.put(slot, payload);
      else entry.leave(slot);
    }
    return payload !== null;
  }

  /** Whether a write may put values into an index at once. */
  #isPatient({ isSliceable }: FieldEntry): boolean {
    return this.#patience >= 0 && (this.#textPatience >= 0 || !isSliceable);
  }

  /** Returns some of the slots that the first of the entries lacks. */
  #nextSlots([entry]: readonly FieldEntry[]): number[] {
    const { payloads, isDead } = this.#segment;
    const slots: number[] = [];
    let bytes = 0;
    for (const slot of entry!.unread()) {
      if (isDead(slot)) {
        entry!.forget(slot);
        continue;
      }
      slots.push(slot);
      bytes += payloads.lengthOf(slot);
      if (slots.length === SLICE_SLOTS || bytes >= SLICE_BYTES) break;
    }
    return slots;
  }

  /** @param slots the number of slots before the new ones */
  #follow(slots: number): void {
    if (this.#knownFields === this.#schema.all) return;
    this.#knownFields = this.#schema.all;
    const entries = new Map<string, FieldEntry>();
    for (const [path, field] of this.#knownFields) {
      const before = this.#entries.get(path);
      entries.set(path, before?.field === field ? before : new FieldEntry(field, slots));
    }
    this.#entries = entries;
    this.#count();
  }

  /** Adjusts the memory account to the present size of the indexes. */
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
