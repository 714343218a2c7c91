// The position of each slot's payload in the stream of a segment, and its checksum once it is in the file.
// The decision: flat arrays by slot. Offsets are doubles, because the payloads of a segment may exceed 4 GiB.
import { FIRST_SLOTS, grown } from "../slots/slot-tables.ts";

/** The memory of a slot in bytes, without its payload. */
export const LOCATION_BYTES = 16;

export class PayloadLocations {
  #offsets = new Float64Array(FIRST_SLOTS);
  /** 0 for slots without a payload. */
  #lengths = new Uint32Array(FIRST_SLOTS);
  #sums = new Uint32Array(FIRST_SLOTS);

  /** Allocates memory for a number of slots, so it does not have to grow step by step. */
  expect(slots: number): void {
    this.#ensure(slots);
  }

  set(slot: number, offset: number, length: number): void {
    this.#ensure(slot + 1);
    this.#offsets[slot] = offset;
    this.#lengths[slot] = length;
  }

  /** Records that the slot has no payload any more. */
  clear(slot: number): void {
    if (slot < this.#lengths.length) this.#lengths[slot] = 0;
  }

  /** Sets the checksums of consecutive slots, from `first` on. */
  setSums(first: number, sums: Uint32Array): void {
    this.#ensure(first + sums.length);
    this.#sums.set(sums, first);
  }

  setSum(slot: number, sum: number): void {
    this.#ensure(slot + 1);
    this.#sums[slot] = sum;
  }

  offset(slot: number): number {
    return this.#offsets[slot] ?? 0;
  }

  length(slot: number): number {
    return this.#lengths[slot] ?? 0;
  }

  /** Returns the checksum of a payload; it is valid only for payloads that are in the file. */
  sum(slot: number): number {
    return this.#sums[slot] ?? 0;
  }

  #ensure(slots: number): void {
    if (slots <= this.#lengths.length) return;
    const size = Math.max(slots, this.#lengths.length * 2);
    this.#offsets = grown(this.#offsets, new Float64Array(size));
    this.#lengths = grown(this.#lengths, new Uint32Array(size));
    this.#sums = grown(this.#sums, new Uint32Array(size));
  }
}
