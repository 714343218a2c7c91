// The payloads of a segment: the bytes as received, by slot, in one stream.
// The decision: bytes are appended and found by position, never parsed and never JavaScript objects, so a million
// payloads cost their bytes and sixteen more each; what is in the segment's file for good costs the sixteen alone. Each
// payload read from the file is compared with its checksum, pages of the cache included: it takes less than copying it
// into the answer, and nothing has to be remembered. The payload of a dead slot, and one that was replaced, stay until the
// segment is rebuilt.
import type { Engine } from "../../engine/engine.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { Blocks } from "./blocks.ts";
import type { PageFile } from "./page-file.ts";
import { Places } from "./places.ts";

/** Checksums of the payloads of some slots. */
export interface SlotSums {
  readonly slots: readonly number[];
  readonly sums: readonly number[];
}

/** What was saved of a store. */
interface SavedPayloads {
  /** The length of the stream. */
  readonly end: number;
  /** Each by slot. */
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly sums: Uint32Array;
  /** Whether the slot still has its point. */
  readonly isLive: (slot: number) => boolean;
}

/** A payload that is read from the file, and what it has to be. */
interface FromFile {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly sum: number;
}

/** Slots whose places are put in until the work may be cut. */
const CUT_SLOTS = 2 ** 13;
const NO_SUMS: SlotSums = { slots: [], sums: [] };

export class PayloadStore {
  readonly #engine: Pick<Engine, "memory" | "noteGarbage">;
  readonly #file: PageFile | null;
  readonly #places = new Places();
  #blocks: Blocks;
  #liveBytes = 0;
  /** The stream is in the file up to here. */
  #saved = 0;
  #dropped = false;

  /** @param file where the stream will be saved; null: nowhere, it stays in memory */
  constructor(engine: Pick<Engine, "memory" | "noteGarbage">, file: PageFile | null = null) {
    this.#engine = engine;
    this.#file = file;
    this.#blocks = new Blocks(engine.memory);
  }

  /** From now on the slot has this payload; whoever is reading the one it had goes on reading that. */
  put(slot: number, bytes: Uint8Array | null): void {
    this.#liveBytes += (bytes?.length ?? 0) - this.#places.length(slot);
    if (bytes === null || bytes.length === 0) this.#places.clear(slot);
    else this.#places.set(slot, this.#blocks.append(bytes), bytes.length);
  }

  /** The slot has lost its point. Its payload can be read all the same, but will not be copied. */
  forget(slot: number): void {
    this.#liveBytes -= this.#places.length(slot);
  }

  /** The bytes of the payloads that belong to points. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** What is counted for the bytes in memory. */
  get bytes(): number {
    return this.#blocks.bytes;
  }

  /** The length of the stream. */
  get end(): number {
    return this.#blocks.end;
  }

  /** How much of the stream is in memory alone. */
  get unsaved(): number {
    return this.#blocks.end - this.#saved;
  }

  /** The bytes of the stream from `from` to before `to`, as far as they are in memory: views that stay good. */
  parts(from: number, to: number): Uint8Array[] {
    return this.#blocks.parts(from, to);
  }

  /** Where in the stream the payload of the slot is; of length 0 when there is none. */
  place(slot: number): { readonly offset: number; readonly length: number } {
    return { offset: this.#places.offset(slot), length: this.#places.length(slot) };
  }

  /** How long the payload of the slot is, 0 when there is none. */
  lengthOf(slot: number): number {
    return this.#places.length(slot);
  }

  /**
   * The stream is in the file for good up to `end`: from there it is read from now on.
   * @param sums CRC-32 of each payload that is there now, from the slot `first` on; 0 where there is none. One that was
   * replaced since is in memory until it is saved in turn
   * @param changed the same of slots before it that got another payload
   */
  saved(end: number, sums: Uint32Array, first: number, changed: SlotSums = NO_SUMS): void {
    if (end > this.end) throw new VectorDbError("INTERNAL", `${end} bytes saved of ${this.end}`);
    // Replaced while it was being saved: its blocks have been given back.
    if (this.#dropped) return;
    this.#places.setSums(first, sums);
    changed.slots.forEach((slot, i) => {
      this.#places.setSum(slot, changed.sums[i]!);
    });
    this.#saved = Math.max(this.#saved, end);
    if (!this.#file) return;
    this.#file.end = this.#saved;
    this.#engine.noteGarbage(this.#blocks.release(this.#saved));
  }

  /** What was saved by another run, put into an empty store. */
  *restore({ end, offsets, lengths, sums, isLive }: SavedPayloads): Sliced<void> {
    if (!this.#file || this.end > 0) throw new VectorDbError("INTERNAL", "nothing can be restored here");
    this.#places.expect(lengths.length);
    for (let slot = 0; slot < lengths.length; slot++) {
      if (slot % CUT_SLOTS === 0) {
        yield;
        this.#places.setSums(slot, sums.subarray(slot, slot + CUT_SLOTS));
      }
      const length = lengths[slot]!;
      if (length === 0) continue;
      this.#places.set(slot, offsets[slot]!, length);
      if (isLive(slot)) this.#liveBytes += length;
    }
    this.#blocks = new Blocks(this.#engine.memory, end);
    this.#saved = end;
    this.#file.end = end;
  }

  /**
   * The payloads' bytes, which must not be written to; null where there are none.
   * @throws CollectionDamaged when one is not in the file as it was written
   */
  async read(slots: readonly number[]): Promise<(Uint8Array | null)[]> {
    const payloads: (Uint8Array | null)[] = new Array(slots.length).fill(null);
    // As they are now: a slot may get another payload while its file is read.
    const fromFile: FromFile[] = [];
    const waits: Promise<void>[] = [];
    slots.forEach((slot, i) => {
      const length = this.#places.length(slot);
      if (length === 0) return;
      const offset = this.#places.offset(slot);
      payloads[i] = this.#blocks.view(offset, length);
      if (payloads[i]) return;
      const bytes = new Uint8Array(length);
      const wait = this.#file!.read(offset, bytes);
      if (wait) waits.push(wait);
      payloads[i] = bytes;
      fromFile.push({ bytes, offset, sum: this.#places.sum(slot) });
    });
    if (waits.length > 0) await Promise.all(waits);
    for (const one of fromFile) this.#verify(one);
    return payloads;
  }

  /** The bytes of a payload that was replaced since its place was looked up. They are not compared with anything. */
  async readAt(offset: number, length: number): Promise<Uint8Array> {
    const view = this.#blocks.view(offset, length);
    if (view) return view;
    const bytes = new Uint8Array(length);
    await this.#file!.read(offset, bytes);
    return bytes;
  }

  /** Gives everything back. What is read at this moment may fail. */
  drop(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    this.#file?.drop();
    this.#engine.noteGarbage(this.#blocks.bytes);
  }

  #verify({ bytes, offset, sum }: FromFile): void {
    if (this.#file!.crc32(bytes) === sum) return;
    throw this.#file!.damaged(offset, `a payload of ${bytes.length} bytes differs from its checksum`);
  }
}
