// The payloads of a segment: the received bytes, by slot, in one stream.
// The decision: bytes are appended and found by position. They are never parsed and never JavaScript objects, so a
// million payloads cost their bytes and sixteen more each; a payload that is durable in the segment's file costs the
// sixteen alone. A payload read from the file is compared with its checksum, from a cached page only the first time.
// Payloads of deleted slots, and replaced ones, stay until the segment is rebuilt.
import type { Engine } from "../../engine/engine.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { Blocks } from "./blocks.ts";
import type { PageFile } from "./page-file.ts";
import { PayloadLocations } from "./payload-locations.ts";

/** The checksums of the payloads of some slots. */
export interface SlotSums {
  readonly slots: readonly number[];
  readonly sums: readonly number[];
}

/** The saved state of a store. */
interface SavedPayloads {
  /** The length of the stream in bytes, saved or not. */
  readonly end: number;
  /** The position in the stream, by slot; so are the next two. */
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly sums: Uint32Array;
  /** Returns whether the slot still has its point. */
  readonly isLive: (slot: number) => boolean;
}

/** A payload that is read from the file, with its expected checksum. */
interface FileRead {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly sum: number;
}

/** Slots that are restored between two pauses. */
const SLOTS_PER_YIELD = 2 ** 13;
const NO_SUMS: SlotSums = { slots: [], sums: [] };

export class PayloadStore {
  readonly #engine: Pick<Engine, "memory" | "noteGarbage">;
  readonly #file: PageFile | null;
  readonly #locations = new PayloadLocations();
  #blocks: Blocks;
  #liveBytes = 0;
  /** The length of the part of the stream that is in the file. */
  #saved = 0;
  #dropped = false;

  /** @param file where the stream will be saved; null: it stays in memory */
  constructor(engine: Pick<Engine, "memory" | "noteGarbage">, file: PageFile | null = null) {
    this.#engine = engine;
    this.#file = file;
    this.#blocks = new Blocks(engine.memory);
  }

  /** Sets the payload of a slot. A read of the payload before continues to return that one. */
  put(slot: number, bytes: Uint8Array | null): void {
    this.#liveBytes += (bytes?.length ?? 0) - this.#locations.length(slot);
    if (bytes === null || bytes.length === 0) this.#locations.clear(slot);
    else this.#locations.set(slot, this.#blocks.append(bytes), bytes.length);
  }

  /** Records that the slot has lost its point. Its payload can still be read, but is not copied by rebuilds. */
  forget(slot: number): void {
    this.#liveBytes -= this.#locations.length(slot);
  }

  /** The bytes of the payloads that belong to points. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** The bytes that the part in memory has on the memory account. */
  get bytes(): number {
    return this.#blocks.bytes;
  }

  /** The length of the stream. */
  get end(): number {
    return this.#blocks.end;
  }

  /** The bytes of the stream that are in memory only. */
  get unsaved(): number {
    return this.#blocks.end - this.#saved;
  }

  /** Returns the bytes of the stream from `from` to before `to` that are in memory, as views that stay valid. */
  parts(from: number, to: number): Uint8Array[] {
    return this.#blocks.parts(from, to);
  }

  /** Returns the position of the slot's payload in the stream; its length is 0 if there is none. */
  location(slot: number): { readonly offset: number; readonly length: number } {
    return { offset: this.#locations.offset(slot), length: this.#locations.length(slot) };
  }

  /** Returns the bytes of the slot's payload, 0 if there is none. */
  lengthOf(slot: number): number {
    return this.#locations.length(slot);
  }

  /**
   * Records that the stream is durable in the file up to `end`, from which it is read from now on.
   * @param sums CRC-32 of each saved payload, from the slot `first` on; 0 if there is none. A payload that was replaced
   * since then is in memory until it is saved in turn
   * @param changed the checksums of slots before `first` whose payload was replaced
   */
  saved(end: number, sums: Uint32Array, first: number, changed: SlotSums = NO_SUMS): void {
    if (end > this.end) throw new VectorDbError("INTERNAL", `${end} bytes saved of ${this.end}`);
    // The segment was replaced while it was being saved; its blocks have been released.
    if (this.#dropped) return;
    this.#locations.setSums(first, sums);
    changed.slots.forEach((slot, i) => {
      this.#locations.setSum(slot, changed.sums[i]!);
    });
    this.#saved = Math.max(this.#saved, end);
    if (!this.#file) return;
    this.#file.end = this.#saved;
    this.#engine.noteGarbage(this.#blocks.release(this.#saved));
  }

  /** Fills an empty store with the state that another run saved. */
  *restore({ end, offsets, lengths, sums, isLive }: SavedPayloads): Sliced<void> {
    if (!this.#file || this.end > 0) throw new VectorDbError("INTERNAL", "nothing can be restored here");
    this.#locations.expect(lengths.length);
    for (let slot = 0; slot < lengths.length; slot++) {
      if (slot % SLOTS_PER_YIELD === 0) {
        yield;
        this.#locations.setSums(slot, sums.subarray(slot, slot + SLOTS_PER_YIELD));
      }
      const length = lengths[slot]!;
      if (length === 0) continue;
      this.#locations.set(slot, offsets[slot]!, length);
      if (isLive(slot)) this.#liveBytes += length;
    }
    this.#blocks = new Blocks(this.#engine.memory, end);
    this.#saved = end;
    this.#file.end = end;
  }

  /**
   * Returns the bytes of the payloads, at once if all are in memory; null for slots without one. They must not be
   * written to. The promise rejects with CollectionDamaged if a payload in the file differs from what was written.
   */
  read(slots: readonly number[]): MaybePromise<(Uint8Array | null)[]> {
    const payloads: (Uint8Array | null)[] = [];
    const unloaded: number[] = [];
    let bytes = 0;
    const inMemory = this.#blocks.start;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      const length = this.#locations.length(slot);
      const offset = this.#locations.offset(slot);
      const view = length === 0 || offset < inMemory ? null : this.#blocks.view(offset, length);
      payloads.push(view);
      if (length === 0 || view !== null) continue;
      unloaded.push(i);
      bytes += length;
    }
    if (unloaded.length === 0) return payloads;
    try {
      return this.#load(slots, payloads, unloaded, bytes);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Reads the payloads that are not in memory. @param bytes their total length */
  #load(
    slots: readonly number[],
    payloads: (Uint8Array | null)[],
    unloaded: readonly number[],
    bytes: number,
  ): MaybePromise<(Uint8Array | null)[]> {
    // One allocation for all of them: a buffer for each payload would cost more than its copy.
    const whole = new Uint8Array(bytes);
    // Positions are taken now, because a slot may get another payload while the file is read.
    const fileReads: FileRead[] = [];
    const waits: Promise<void>[] = [];
    const file = this.#file!;
    let at = 0;
    for (const i of unloaded) {
      const slot = slots[i]!;
      const offset = this.#locations.offset(slot);
      const part = whole.subarray(at, at + this.#locations.length(slot));
      payloads[i] = part;
      const isKnown = file.copyIntact(offset, part.length, whole, at);
      at += part.length;
      if (isKnown) continue;
      const wait = file.read(offset, part);
      if (wait) waits.push(wait);
      else if (file.isIntact(offset, part.length)) continue;
      const fileRead = { bytes: part, offset, sum: this.#locations.sum(slot) };
      // The page may be another one after the wait, and damage is reported when all reads have ended.
      if (wait === null && this.#isIntact(fileRead)) file.noteIntact(offset, part.length);
      else fileReads.push(fileRead);
    }
    return fileReads.length === 0 ? payloads : this.#verified(payloads, waits, fileReads);
  }

  /** Resolves with the payloads when all parts are read and compared with their checksums. */
  async #verified<T>(
    payloads: T,
    waits: readonly Promise<void>[],
    fileReads: readonly FileRead[],
  ): Promise<T> {
    await Promise.all(waits);
    for (const fileRead of fileReads) this.#verify(fileRead);
    return payloads;
  }

  /** Returns the bytes at a position that was looked up before its payload was replaced; no checksum is compared. */
  async readAt(offset: number, length: number): Promise<Uint8Array> {
    const view = this.#blocks.view(offset, length);
    if (view) return view;
    const bytes = new Uint8Array(length);
    await this.#file!.read(offset, bytes);
    return bytes;
  }

  /** Releases all memory. Running reads may fail. */
  drop(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    this.#file?.drop();
    this.#engine.noteGarbage(this.#blocks.bytes);
  }

  #verify(fileRead: FileRead): void {
    if (this.#isIntact(fileRead)) return;
    const { offset, bytes } = fileRead;
    throw this.#file!.damaged(offset, `a payload of ${bytes.length} bytes differs from its checksum`);
  }

  #isIntact({ bytes, sum }: FileRead): boolean {
    return this.#file!.crc32(bytes) === sum;
  }
}

/** Returns the total length of the payloads in bytes. */
export function payloadBytes(payloads: readonly (Uint8Array | null)[]): number {
  return payloads.reduce((sum, payload) => sum + (payload?.length ?? 0), 0);
}
